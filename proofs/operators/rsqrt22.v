(* rsqrt22 within 5 u^2 + 100 u^3 of 1/sqrt x, x weak and positive.  docs/proofs/sqrt22.md.
reciprocal_root is the header's seed: a float within u/2 2^-k of 1/sqrt x for x in [4^k, 4^(k+1)), as RN(1/sqrt x) is. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Section Unit.
Variables xh xl y : R.
Hypothesis Fx : F xh. Hypothesis Fl : F xl. Hypothesis Fy : F y. Hypothesis Bx : 1 <= xh <= 4 - 4 * u.
Hypothesis Bl1 : Rabs xl <= 2 * w. Hypothesis Bl2 : xh < 2 -> Rabs xl <= w.
Hypothesis Sy : Rabs (y - / sqrt xh) <= u / 2.
Let z := sqrt xh.
Let i := / z.
Let s := fl (xh * y).
Let t := xh * y - s.
Let r := fl (xl * y + t).
Let a := fl (1 - y * s).
Let e := fl (a - y * r).
Let G := 1 - xh * y * y.
Let D := G - xl * y * y.
Lemma Ez : z * z = xh. Proof. apply sqrt_sqrt. lra. Qed.
Lemma Bz : 1 <= z <= 2 - u - u * u / 8.
Proof. assert (P : 0 <= z) by apply sqrt_pos. assert (H := Ez). clear - P H Bx. split; nra. Qed.
Lemma Ei : i * z = 1. Proof. assert (H := Bz). unfold i. field. lra. Qed.
Lemma Bi : / 2 < i <= 1. Proof. assert (H := Bz). assert (E := Ei). clear - H E. split; nra. Qed.
Lemma Yi : i - u / 2 <= y <= i + u / 2. Proof. assert (H := Sy). fold z i in H. apply Rabs_le_inv in H. lra. Qed.
Lemma By : / 2 <= y <= 1.
Proof.
  assert (H := Yi). assert (B := Bi). assert (My : M (-25) y).
  { apply (M_F (-2) y Fy). rewrite Rabs_pos_eq; pows; lra. }
  split.
  - apply Rnot_lt_le. intros C. destruct (Rle_or_lt i (/ 2)) as [C2 | C2]; [lra|].
    (* i = 1/z is above 1/2 + u/4, so y is above 1/2 - u/4. *)
    assert (Hi : / 2 + u / 4 <= i) by (assert (E := Ei); assert (Z := Bz); clear - E Z C2; nra).
    assert (K := M_gap (-25) y (/ 2) My (M_pow (-25) (-1) ltac:(lia)) C). pows. lra.
  - apply Rnot_lt_le. intros C. assert (My' : M (-23) y) by (apply M_unit; [assumption|lra]).
    assert (K := M_gap (-23) 1 y (M_IZR (-23) 1 ltac:(lia)) My' C). pows. lra.
Qed.
Lemma My : M (-24) y. Proof. assert (H := By). apply (M_F (-1) y Fy). rewrite Rabs_pos_eq; pows; lra. Qed.
(* z y = 1 + c with |c| <= z u/2. *)
Lemma BG : Rabs G <= z * u + u * u /\ Rabs G <= 2 * u.
Proof.
  assert (H := Yi). assert (E := Ei). assert (B := Bz). set (c := z * y - 1).
  assert (Bc : Rabs c <= z * (u / 2)).
  { unfold c. rewrite <- E. replace (z * y - i * z) with (z * (y - i)) by ring. rewrite Rabs_mult, (Rabs_pos_eq z) by lra.
    apply Rmult_le_compat_l; [lra|]. apply Rabs_le. lra. }
  assert (EG : G = - (c * (2 + c))) by (unfold G, c; rewrite <- Ez; ring).
  assert (Q : Rabs G <= z * (u / 2) * (2 + z * (u / 2))).
  { rewrite EG, Rabs_Ropp, Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [assumption|]. abs_in. apply Rabs_le. lra. }
  assert (Z2 : z * z <= 4 - 4 * u) by (rewrite Ez; lra). split; [clear - Q Z2; nra|clear - Q Z2 B; nra].
Qed.
Lemma Bs : 1 <= s <= 2 /\ Rabs t <= u.
Proof.
  assert (H := Yi). assert (E := Ei). assert (B := Bz). assert (Ey := Ez).
  assert (U : xh * y <= 2 + u).
  { rewrite <- Ey. assert (z * (z * y) <= z * (1 + z * (u / 2))) by (apply Rmult_le_compat_l; [lra|]; clear - E H B; nra). clear - H0 B. nra. }
  assert (L : 1 <= xh * y).
  { destruct (Rle_or_lt xh 1) as [C | C].
    - assert (X : xh = 1) by lra. assert (Z1 : z = 1) by (unfold z; rewrite X; apply sqrt_1). rewrite Z1 in *.
      assert (I1 : i = 1) by lra. rewrite I1 in *. destruct (Rle_or_lt 1 y) as [C1 | C1]; [rewrite X; lra|].
      assert (K := M_gap (-24) y 1 My (M_IZR (-24) 1 ltac:(lia)) C1). pows. lra.
    - assert (K := M_gap (-23) 1 xh (M_IZR (-23) 1 ltac:(lia)) (M_unit xh Fx (proj1 Bx)) C). pows.
      assert (Z1 : 1 + 6 / 10 * u <= z) by (clear - Ey K B; nra).
      rewrite <- Ey. assert (z * (1 - z * (u / 2)) <= z * (z * y)) by (apply Rmult_le_compat_l; [lra|]; clear - E H B; nra). clear - H0 B Z1. nra. }
  destruct (fl_mid_tie 1 (xh * y) u u) as [H1 H2]; pows; try lra.
  { rewrite Rabs_pos_eq; lra. }
  fold s in H1, H2. rewrite Rabs_minus_sym in H2. fold t in H2.
  assert (1 <= s) by (apply (fl_ge 1 _ (F_pow 0)); lra). rewrite Rabs_pos_eq in H1 by lra. lra.
Qed.
Lemma Esy : 1 - y * s = G + t * y. Proof. unfold G, t. ring. Qed.
Let alpha := a - (1 - y * s).
Let beta := r - (xl * y + t).
Let gamma := e - (a - y * r).
Let delta := alpha - y * beta + gamma.
Lemma Ee : e = D + delta. Proof. unfold delta, gamma, beta, alpha, D, G, t. ring. Qed.
Lemma Ba : Rabs (1 - y * s) <= 4 * u /\ Rabs alpha <= 2 * u * u /\ (Rabs (1 - y * s) <= 2 * u -> alpha = 0).
Proof.
  destruct BG as (_ & H). destruct Bs as (S & T). assert (Y := By).
  assert (Ty : Rabs (t * y) <= u) by (rewrite Rabs_mult, (Rabs_pos_eq y) by lra; assert (P := Rabs_pos t); clear - T Y P; nra).
  assert (B : Rabs (1 - y * s) <= 4 * u) by (rewrite Esy; abs_in; apply Rabs_le; lra). split; [assumption|]. split.
  - assert (K := half_ulp (-22) (1 - y * s)). pows. fold a alpha in K. specialize (K ltac:(lra)). lra.
  - intros C. unfold alpha, a. rewrite (fl_M (-47)); [ring| |pows; lra].
    apply M_sub; [apply M_IZR; lia|]. apply (M_mul (-24) (-23)); [apply My|apply M_unit; [apply F_fl|lra]].
Qed.
Lemma Yy : y * y <= i * i + 11 / 10 * u.
Proof. assert (H := Yi). assert (B := Bi). assert (Y := By). clear - H B Y. nra. Qed.
(* The account: what the result misses, before its last rounding, is delta/2 and 3/2 rho^2 for y sqrt x = 1 + rho. *)
Let rx := sqrt (xh + xl).
Let rho := y * rx - 1.
Lemma Erho : rho * (2 + rho) = - D /\ -1 < rho.
Proof.
  assert (H : rx * rx = xh + xl) by (apply sqrt_sqrt; assert (K := Bl1); abs_in; lra). assert (Y := By).
  assert (P : 0 < rx) by (apply sqrt_lt_R0; assert (K := Bl1); abs_in; lra).
  split; [|unfold rho; clear - Y P; nra].
  unfold rho. replace ((y * rx - 1) * (2 + (y * rx - 1))) with (y * y * (rx * rx) - 1) by ring. rewrite H. unfold D, G. ring.
Qed.
Lemma Brho k : 0 <= k <= 3 * u -> Rabs D <= k -> Rabs rho <= k / 2 + u * k.
Proof.
  intros K H. destruct Erho as [E L]. assert (E' : rho * (2 + rho) <= k /\ - k <= rho * (2 + rho)) by (apply Rabs_le_inv in H; lra).
  clear - K E' L. destruct E' as [E1 E2]. apply Rabs_le. split; apply Rnot_lt_le; intros C; nra.
Qed.
Lemma account k d : 0 <= k <= 3 * u -> Rabs D <= k -> Rabs delta <= d -> d <= 7 * u * u -> d / 2 + 3 / 8 * k * k <= 9 / 2 * u * u + 40 * u * u * u ->
  Rabs ((y + y * (e / 2)) * rx - 1) <= 9 / 2 * u * u + 90 * u * u * u /\ Rabs e <= 4 * u.
Proof.
  intros K HD Hd D7 Sum. assert (R := Brho k K HD). destruct Erho as [E _].
  assert (Id : (y + y * (e / 2)) * rx - 1 = delta / 2 - 3 / 2 * (rho * rho) - rho * (rho * rho) / 2 + rho * delta / 2).
  { rewrite Ee. replace D with (- (rho * (2 + rho))) by lra. replace rx with (rx) by ring.
    replace ((y + y * ((- (rho * (2 + rho)) + delta) / 2)) * rx) with ((1 + (- (rho * (2 + rho)) + delta) / 2) * (1 + rho)) by (unfold rho; field).
    field. }
  split.
  2: { rewrite Ee. eapply Rle_trans; [apply Rabs_triang|lra]. }
  assert (R2 : rho * rho <= k * k / 4 + 20 * u * u * u /\ 0 <= rho * rho).
  { split; [|apply Rle_0_sqr]. replace (rho * rho) with (Rabs rho * Rabs rho) by (rewrite <- Rabs_mult, Rabs_pos_eq by apply Rle_0_sqr; ring).
    apply Rle_trans with ((k / 2 + u * k) * (k / 2 + u * k)); [apply Rmult_le_compat; try apply Rabs_pos; assumption|]. clear - K. nra. }
  assert (B1 : Rabs rho <= 2 * u) by lra.
  assert (B2 : Rabs (rho * (rho * rho)) <= 2 * u * (4 * u * u)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [assumption|]. rewrite Rabs_mult.
    replace (4 * u * u) with (2 * u * (2 * u)) by ring. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (B3 : Rabs (rho * delta) <= 2 * u * (7 * u * u)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; lra).
  rewrite Id. abs_in. apply Rabs_le. lra.
Qed.
Lemma Bgamma : Rabs gamma <= 2 * u * u /\ Rabs beta <= 2 * u * u /\ (Rabs (xl * y + t) <= u -> Rabs beta <= u * u / 2).
Proof.
  destruct Ba as (A1 & A2 & _). destruct Bs as (_ & T). assert (Y := By). destruct BG as (_ & HG).
  assert (Xy : Rabs (xl * y) <= 2 * w) by (rewrite Rabs_mult, (Rabs_pos_eq y) by lra; assert (P := Rabs_pos xl); assert (B := Bl1); clear - P B Y; nra).
  assert (Q : Rabs (xl * y + t) <= 4 * u) by (abs_in; apply Rabs_le; lra).
  assert (K := half_ulp (-22) (xl * y + t)). pows. fold r beta in K. specialize (K ltac:(lra)).
  split; [|split; [lra|]].
  - assert (E1 : a - y * r = D + alpha - y * beta) by (unfold beta, alpha, D, G, t; ring).
    assert (Xyy : Rabs (xl * y * y) <= 3 / 2 * u).
    { rewrite Rmult_assoc, Rabs_mult, (Rabs_pos_eq (y * y)) by (clear - Y; nra). assert (P := Rabs_pos xl). assert (V := Yy). assert (I := Bi). assert (EI := Ei). assert (EZ := Ez).
      destruct (Rlt_or_le xh 2) as [C | C].
      - specialize (Bl2 C). clear - P Bl2 Y. nra.
      - assert (I2 : i * i <= / 2) by (clear - EI EZ C I; nra). assert (B := Bl1). clear - P B V I2 Y. nra. }
    assert (Yb : Rabs (y * beta) <= 2 * u * u) by (rewrite Rabs_mult, (Rabs_pos_eq y) by lra; assert (P := Rabs_pos beta); clear - P K Y; nra).
    assert (N := half_ulp (-22) (a - y * r)). pows. fold e gamma in N.
    specialize (N ltac:(rewrite E1; unfold D; abs_in; apply Rabs_le; lra)). lra.
  - intros C. assert (N := half_ulp (-24) (xl * y + t)). pows. fold r beta in N. specialize (N ltac:(lra)). lra.
Qed.
Lemma total d k : Rabs alpha + y * Rabs beta + Rabs gamma <= d -> 0 <= k <= 3 * u -> Rabs D <= k -> d <= 7 * u * u -> d / 2 + 3 / 8 * k * k <= 9 / 2 * u * u + 40 * u * u * u ->
  Rabs ((y + y * (e / 2)) * rx - 1) <= 9 / 2 * u * u + 90 * u * u * u /\ Rabs e <= 4 * u.
Proof.
  intros Hd K HD D7 Sum. apply (account k d); try assumption. assert (Y := By). unfold delta.
  assert (T1 := Rabs_triang (alpha - y * beta) gamma). assert (T2 := Rabs_triang alpha (- (y * beta))).
  rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq y) in T2 by lra. unfold Rminus in *. lra.
Qed.
(* xh next to 4: the product s y is within 2u of 1. *)
Lemma next_to_4 : 4 - 32 * u <= xh -> Rabs (1 - y * s) <= 2 * u.
Proof.
  intros L. assert (H := Yi). assert (E := Ei). assert (Z := Ez). assert (B := Bz). destruct BG as (_ & HG). destruct Bs as (S & T).
  assert (Zl : 2 - 9 * u <= z) by (clear - Z L B; nra).
  assert (Yu : / 2 - u <= y <= / 2 + 4 * u) by (clear - E Zl B H; split; nra).
  destruct (M_F 1 xh Fx ltac:(rewrite Rabs_pos_eq; pows; lra)) as [X EX]. destruct My as [J EJ]. destruct (M_unit s (F_fl _) (proj1 S)) as [I EI].
  pows. set (m := (16777216 - X)%Z). set (j := (J - 8388608)%Z). set (n := (16777216 - I)%Z).
  assert (Xm : xh = 4 - 4 * IZR m * u) by (unfold m; rewrite minus_IZR; change (pow (1 - 23)) with (/ 4194304) in EX; lra).
  assert (Yj : y = / 2 + IZR j * u) by (unfold j; rewrite minus_IZR; lra).
  assert (Sn : s = 2 - 2 * IZR n * u) by (unfold n; rewrite minus_IZR; lra).
  assert (Bm : (1 <= m <= 8)%Z) by (split; apply le_IZR; lra). assert (Bj : (-1 <= j <= 4)%Z) by (split; apply le_IZR; lra).
  assert (Pmj : (-8 <= m * j <= 32)%Z) by nia. assert (Pjj : (0 <= j * j <= 16)%Z) by nia.
  assert (EG : G = (IZR m - 4 * IZR j) * u + (4 * IZR (m * j) - 4 * IZR (j * j)) * u * u + 4 * (IZR m * IZR (j * j)) * u * u * u).
  { unfold G. rewrite Xm, Yj, !mult_IZR. field. }
  assert (Pm3 : 0 <= IZR m * IZR (j * j) <= 128) by (rewrite <- mult_IZR; split; apply IZR_le; nia).
  assert (Et : t = 2 * (IZR n - IZR m + 2 * IZR j) * u - 4 * IZR (m * j) * u * u).
  { unfold t. rewrite Xm, Yj, Sn, mult_IZR. field. }
  assert (Rmj : -8 <= IZR (m * j) <= 32) by (split; apply IZR_le; lia). assert (Rjj : 0 <= IZR (j * j) <= 16) by (split; apply IZR_le; lia).
  assert (En : (n = m - 2 * j)%Z).
  { assert (-1 < n - m + 2 * j < 1)%Z; [|lia]. abs_in. split; apply lt_IZR; rewrite plus_IZR, minus_IZR, mult_IZR; lra. }
  assert (Cj : (-3 < m - 4 * j < 3)%Z) by (abs_in; split; apply lt_IZR; rewrite minus_IZR, mult_IZR; lra).
  assert (Es : 1 - y * s = (IZR m - 4 * IZR j) * u + 2 * IZR (j * n) * u * u).
  { rewrite Yj, Sn, mult_IZR, En, minus_IZR, mult_IZR. field. }
  rewrite Es. assert (N0 : (-16 <= j * n <= 64)%Z) by nia. assert (Rn : -16 <= IZR (j * n) <= 64) by (split; apply IZR_le; lia).
  assert (Cases : (-1 <= m - 4 * j <= 1 \/ (m - 4 * j = -2 /\ 1 <= j) \/ m - 4 * j = 2)%Z) by lia. destruct Cases as [C | [(C & C1) | C]].
  - destruct C as [C1 C2]. apply IZR_le in C1, C2. rewrite minus_IZR, mult_IZR in C1, C2. apply Rabs_le. lra.
  - assert (P : (0 <= j * n)%Z) by nia. apply IZR_le in P. apply (f_equal IZR) in C. rewrite minus_IZR, mult_IZR in C. apply Rabs_le. lra.
  - assert (P : (j = 0 \/ (1 <= j /\ 1 <= m * j - j * j))%Z) by nia. apply (f_equal IZR) in C. rewrite minus_IZR, mult_IZR in C.
    destruct P as [P | (_ & P)].
    + rewrite P in *. simpl IZR in *. apply Rabs_le. lra.
    + apply IZR_le in P. rewrite minus_IZR in P. exfalso. abs_in. lra.
Qed.
Lemma parts : Rabs ((y + y * (e / 2)) * rx - 1) <= 9 / 2 * u * u + 90 * u * u * u /\ Rabs e <= 4 * u.
Proof.
  assert (Y := Yi). assert (YB := By). assert (E := Ei). assert (B := Bz). assert (I := Bi). assert (EZ := Ez). destruct BG as (G1 & G2).
  destruct Ba as (A1 & A2 & A3). destruct Bgamma as (C1 & C2 & C3). assert (V := Yy). assert (Pl := Rabs_pos xl). assert (Pb := Rabs_pos beta).
  assert (Yy0 : 0 <= y * y) by apply Rle_0_sqr.
  assert (El : Rabs (xl * y * y) = Rabs xl * (y * y)) by (rewrite Rmult_assoc, Rabs_mult, (Rabs_pos_eq (y * y)) by assumption; reflexivity).
  assert (TD : Rabs D <= Rabs G + Rabs xl * (y * y)).
  { unfold D. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, El. lra. }
  assert (Yb : y * Rabs beta <= y * (2 * u * u)) by (apply Rmult_le_compat_l; lra).
  destruct (Rlt_or_le xh 2) as [C | C].
  - specialize (Bl2 C). assert (Z2 : z <= 3 / 2) by (clear - EZ C B; nra).
    assert (P1 : z + i * i <= 2).
    { assert (Q0 : z * z - z - 1 <= 0) by (clear - B Z2; nra). assert (Q : 0 <= i * i * (z - 1)) by (apply Rmult_le_pos; [apply Rle_0_sqr|lra]).
      assert (Q2 : i * i * ((z - 1) * (z * z - z - 1)) <= 0) by (rewrite <- Rmult_assoc; clear - Q Q0; nra).
      replace (i * i * ((z - 1) * (z * z - z - 1))) with (i * z * (i * z) * z - 2 * (i * z * (i * z)) + i * i) in Q2 by ring. rewrite E in Q2. lra. }
    assert (Q : Rabs xl * (y * y) <= w * (i * i + 11 / 10 * u)) by (apply Rmult_le_compat; lra).
    assert (HD : Rabs D <= 2 * u + 5 * u * u) by lra.
    apply (total (6 * u * u) (2 * u + 5 * u * u)); lra.
  - assert (Z1 : 1414 / 1000 <= z) by (clear - EZ C B; nra). assert (I2 : i <= 708 / 1000) by (clear - E Z1 I; nra).
    assert (Bxl : Rabs xl * (y * y) <= 2 * w * (i * i + 11 / 10 * u)) by (apply Rmult_le_compat; lra).
    assert (P1 : z + 2 * (i * i) <= 5 / 2).
    { assert (Q0 : 0 <= 2 * z * z - z - 2) by (clear - B Z1; nra). assert (Q : 0 <= i * i * (2 - z)) by (apply Rmult_le_pos; [apply Rle_0_sqr|lra]).
      assert (Q2 : i * i * ((z - 2) * (2 * z * z - z - 2)) <= 0).
      { replace (i * i * ((z - 2) * (2 * z * z - z - 2))) with (- (i * i * (2 - z) * (2 * z * z - z - 2))) by ring. clear - Q Q0. nra. }
      replace (i * i * ((z - 2) * (2 * z * z - z - 2))) with (2 * (i * z * (i * z) * z) - 5 * (i * z * (i * z)) + 4 * (i * i)) in Q2 by ring. rewrite E in Q2. lra. }
    assert (HD : Rabs D <= 5 / 2 * u + 9 * u * u) by lra.
    destruct (Rle_or_lt (Rabs (1 - y * s)) (2 * u)) as [Ca | Ca].
    { specialize (A3 Ca). rewrite A3 in *. rewrite Rabs_R0 in *.
      assert (Rabs 0 + y * Rabs beta + Rabs gamma <= 71 / 100 * (2 * u * u) + 2 * u * u + 3 * u * u * u) by (rewrite Rabs_R0; lra).
      apply (total (71 / 100 * (2 * u * u) + 2 * u * u + 3 * u * u * u) (5 / 2 * u + 9 * u * u)); try lra. rewrite A3, Rabs_R0. lra. }
    destruct (Rle_or_lt (Rabs D) (2 * u + 9 * u * u)) as [Cd | Cd].
    { apply (total (2 * u * u + 71 / 100 * (2 * u * u) + 2 * u * u + 3 * u * u * u) (2 * u + 9 * u * u)); lra. }
    (* The low word is against the residue of the head, and so against t. *)
    assert (Bx4 : xh < 4 - 32 * u) by (apply Rnot_le_lt; intros L; assert (N := next_to_4 L); lra).
    assert (Bx5 : xh <= 4 - 36 * u).
    { assert (Mx : M (-22) xh) by (apply (M_F 1 xh Fx); rewrite Rabs_pos_eq; pows; lra).
      assert (M5 : M (-22) (4 - 32 * u)) by (exists 16777208%Z; pows; lra). assert (K := M_gap (-22) _ _ Mx M5 Bx4). pows. lra. }
    destruct Bs as (_ & T). assert (Z9 : z <= 2 - 9 * u) by (clear - EZ Bx5 B; nra).
    assert (Key : Rabs (xl * y + t) <= u).
    { assert (I3 : i * i <= 502 / 1000) by (clear - I2 I; nra).
      assert (Xz : 2 * w * (i * i + 11 / 10 * u) - (2 * u - z * u - u * u) <= u * (i - u / 2)).
      { assert (Ef : 2 * (i * i) - i - 2 + z = - ((2 - z) * (1 - i * i))).
        { replace (- ((2 - z) * (1 - i * i))) with (z - i * z * i - 2 + 2 * (i * i)) by ring. rewrite E. ring. }
        assert (Hf : 51 / 10 * u + 4 * (i * i - 278 / 1000) * u <= (2 - z) * (1 - i * i)).
        { destruct (Rle_or_lt z (19 / 10)) as [Cz | Cz].
          - apply Rle_trans with (1 / 10 * (1 - 502 / 1000)); [lra|apply Rmult_le_compat; lra].
          - assert (I4 : i * i <= 278 / 1000) by (clear - E Cz I; nra).
            apply Rle_trans with (9 * u * (1 - 278 / 1000)); [lra|apply Rmult_le_compat; lra]. }
        lra. }
      assert (Go : forall sg, sg = 1 \/ sg = -1 -> 2 * u < sg * (1 - y * s) -> Rabs (xl * y + t) <= u).
      { intros sg Hs Hc. rewrite Esy in Hc. assert (Ty : - u <= sg * t <= u) by (destruct Hs as [-> | ->]; abs_in; lra).
        assert (Gs : sg * G <= z * u + u * u /\ sg * G <= 2 * u) by (destruct Hs as [-> | ->]; abs_in; lra).
        assert (T0 : 0 <= sg * t) by (apply Rnot_lt_le; intros N; assert (sg * t * y <= 0) by (clear - N YB; nra); lra).
        assert (Gt : sg * t * y <= u) by (clear - T0 Ty YB; nra).
        assert (Xn : sg * xl <= 0).
        { apply Rnot_lt_le. intros N. apply (Rlt_not_le _ _ Cd). assert (P : 0 <= sg * xl * (y * y)) by (apply Rmult_le_pos; lra).
          assert (P2 : sg * xl * (y * y) <= 2 * w * (i * i + 11 / 10 * u)).
          { eapply Rle_trans; [|exact Bxl]. apply Rmult_le_compat_r; [assumption|]. destruct Hs as [-> | ->]; [rewrite Rmult_1_l; apply Rle_abs|].
            replace (-1 * xl) with (- xl) by ring. rewrite <- Rabs_Ropp. apply Rle_abs. }
          assert (Ds : sg * D = sg * G - sg * xl * (y * y)) by (unfold D; ring).
          apply Rabs_le. destruct Hs as [-> | ->]; lra. }
        assert (Sx : - (2 * w * (i * i + 11 / 10 * u)) <= sg * xl * (y * y)).
        { assert (Q : - (sg * xl) * (y * y) <= 2 * w * (i * i + 11 / 10 * u)); [|lra]. eapply Rle_trans; [|exact Bxl]. apply Rmult_le_compat_r; [assumption|].
          destruct Hs as [-> | ->]; [replace (- (1 * xl)) with (- xl) by ring; rewrite <- Rabs_Ropp|replace (- (-1 * xl)) with xl by ring]; apply Rle_abs. }
        assert (Lo : - u <= sg * (xl * y + t)).
        { apply Rmult_le_reg_r with y; [lra|]. replace (sg * (xl * y + t) * y) with (sg * xl * (y * y) + sg * t * y) by ring.
          assert (u * (i - u / 2) <= u * y) by (apply Rmult_le_compat_l; lra). lra. }
        assert (Hi : sg * (xl * y + t) <= u).
        { replace (sg * (xl * y + t)) with (sg * xl * y + sg * t) by ring. assert (sg * xl * y <= 0) by (clear - Xn YB; nra). lra. }
        apply Rabs_le. destruct Hs as [-> | ->]; lra. }
      unfold Rabs in Ca. destruct (Rcase_abs (1 - y * s)); [apply (Go (-1))|apply (Go 1)]; auto; lra. }
    specialize (C3 Key). assert (Yb' : y * Rabs beta <= y * (u * u / 2)) by (apply Rmult_le_compat_l; lra).
    destruct (Rle_or_lt z (17 / 10)) as [Cz | Cz].
    + assert (P2 : z + 2 * (i * i) <= 2415 / 1000).
      { assert (J : 588 / 1000 <= i) by (clear - E Cz I; nra).
        assert (J1 : i * i <= 1296 / 1000 * i - 588 * 708 / 1000000) by (clear - J I2; nra).
        assert (J2 : 0 <= i * ((z - 1414 / 1000) * (17 / 10 - z))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
        replace (i * ((z - 1414 / 1000) * (17 / 10 - z))) with (i * z * (3114 / 1000 - z) - 1414 * 17 / 10000 * i) in J2 by field. rewrite E in J2. lra. }
      assert (HD' : Rabs D <= 2415 / 1000 * u + 9 * u * u) by lra.
      apply (total (2 * u * u + 71 / 200 * u * u + 2 * u * u + 3 * u * u * u) (2415 / 1000 * u + 9 * u * u)); lra.
    + assert (I3 : i <= 589 / 1000) by (clear - E Cz I; nra).
      apply (total (2 * u * u + 59 / 200 * u * u + 2 * u * u + 3 * u * u * u) (5 / 2 * u + 9 * u * u)); lra.
Qed.
End Unit.

Definition root_seed (rr : R -> R) := forall k x, F x -> pow (2 * k) <= x < pow (2 * k + 2) ->
  F (rr x) /\ Rabs (rr x - / sqrt x) <= u / 2 * pow (- k).
(* A correctly rounded reciprocal root is such a seed. *)
Lemma rounded_root_seed : root_seed (fun x => fl (/ sqrt x)).
Proof.
  intros k x Fx B. assert (P := bpow_gt_0 radix2 k). split; [apply F_fl|].
  assert (Sq : pow k <= sqrt x).
  { rewrite <- (sqrt_square (pow k)) by lra. apply sqrt_le_1_alt. rewrite <- bpow_plus. now replace (k + k)%Z with (2 * k)%Z by lia. }
  assert (I : 0 < / sqrt x <= pow (- k)).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite bpow_opp. apply Rinv_le; assumption. }
  assert (H := half_ulp (- k) (/ sqrt x)). rewrite (Rabs_pos_eq (/ sqrt x)) in H by lra. specialize (H (proj2 I)).
  eapply Rle_trans; [exact H|]. replace (- k - 25)%Z with (-25 + - k)%Z by lia. rewrite bpow_plus.
  apply Rmult_le_compat_r; [apply bpow_ge_0|]. pows. lra.
Qed.

Lemma rsqrt22_sc rr c xh xl : Sc c -> rsqrt22 rr (c * c * xh) (c * c * xl) =
  let (s, l) := rsqrt22 (fun _ => c * rr (c * c * xh)) xh xl in (/ c * s, / c * l).
Proof.
  intros S. assert (N := Sc_neq c S). assert (I := Sc_inv c S). unfold rsqrt22. cbv zeta. set (y := rr (c * c * xh)).
  assert (Ey : y = / c * (c * y)) by (field; assumption). set (v := c * y) in *. clearbody v y. subst y.
  assert (M1 : forall x, mul (c * c * x) (/ c * v) = c * mul x v).
  { intros x. unfold mul. rewrite <- fl_sc by assumption. f_equal. field. assumption. }
  assert (M2 : forall x k, fma (c * c * x) (/ c * v) (c * k) = c * fma x v k).
  { intros x k. unfold fma. rewrite <- fl_sc by assumption. f_equal. field. assumption. }
  assert (M3 : forall x k, fma (/ c * v) (c * x) k = fma v x k).
  { intros x k. unfold fma. f_equal. field. assumption. }
  rewrite M1, !neg_sc, !M2, !neg_sc, !M3, !fma_left by assumption. rewrite !neg_sc, !add_sc, !fma_left by assumption. reflexivity.
Qed.

Lemma rsqrt22_unit xh xl y : weak xh xl -> 1 <= xh < 4 -> F y -> Rabs (y - / sqrt xh) <= u / 2 ->
  let (s, l) := rsqrt22 (fun _ => y) xh xl in
  Rabs ((s + l) * sqrt (xh + xl) - 1) <= 5 * u * u + 100 * u * u * u /\ pair s l.
Proof.
  intros W B Fy Sy. assert (Fx : F xh) by apply W. assert (Fl : F xl) by apply W.
  assert (B4 : xh <= 4 - 4 * u).
  { destruct (Rlt_or_le xh 2) as [C | C]; [lra|]. assert (Mx : M (-22) xh) by (apply (M_F 1 xh Fx); rewrite Rabs_pos_eq; pows; lra).
    assert (G := M_gap (-22) xh 4 Mx (M_IZR (-22) 4 ltac:(lia)) (proj2 B)). pows. lra. }
  assert (L1 : Rabs xl <= 2 * w).
  { assert (G := form_low (1 + 2 * u) 2 xh xl ltac:(lra) W). pows. rewrite Rabs_pos_eq in G by lra. lra. }
  assert (L2 : xh < 2 -> Rabs xl <= w).
  { intros C. assert (G := form_low (1 + 2 * u) 1 xh xl ltac:(lra) W). pows. rewrite Rabs_pos_eq in G by lra. lra. }
  assert (BX : 1 <= xh <= 4 - 4 * u) by lra.
  destruct (parts xh xl y Fx Fy BX L1 L2 Sy) as (P & Be). assert (Y := By xh y Fy BX Sy).
  unfold rsqrt22. cbv zeta. rewrite two_prod_exact by assumption.
  change (mul xh y) with (fl (xh * y)). set (s := fl (xh * y)) in *.
  change (fma xl y (xh * y - s)) with (fl (xl * y + (xh * y - s))). set (r := fl (xl * y + (xh * y - s))) in *.
  replace (fma y (neg s) 1) with (fl (1 - y * s)) by (unfold fma, neg; f_equal; ring). set (a := fl (1 - y * s)) in *.
  replace (fma y (neg r) a) with (fl (a - y * r)) by (unfold fma, neg; f_equal; ring). set (e := fl (a - y * r)) in *.
  replace (mul e (/ 2)) with (e / 2) by (unfold mul; rewrite fl_id; [reflexivity|apply (F_scale e (-1)), F_fl]).
  set (rx := sqrt (xh + xl)) in *.
  assert (Hx : Rabs (y * (e / 2)) <= y / 4).
  { rewrite Rabs_mult, (Rabs_pos_eq y) by lra. assert (H : Rabs (e / 2) <= / 4) by (unfold Rdiv; rewrite Rabs_mult, (Rabs_pos_eq (/ 2)); lra).
    replace (y / 4) with (y * / 4) by field. apply Rmult_le_compat_l; lra. }
  destruct (add_prod_exact y (y * (e / 2)) Fy Hx) as [G A]. unfold neg in G, A. unfold fma, neg. split; [|assumption].
  set (h := fl (y * (e / 2) + y)) in *. set (l := fl (y * (e / 2) + add y (- h))) in *. set (v := y * (e / 2) + y) in *.
  assert (Ev : y + y * (e / 2) = v) by (unfold v; ring). rewrite Ev in P.
  assert (R0 : 0 <= rx) by apply sqrt_pos.
  replace ((h + l) * rx - 1) with ((h + l - v) * rx + (v * rx - 1)) by ring.
  assert (V : v * rx <= 1 + u) by (apply Rabs_le_inv in P; lra).
  assert (Q : Rabs ((h + l - v) * rx) <= u * u / 2 * (1 + u)).
  { rewrite Rabs_mult, (Rabs_pos_eq rx) by assumption. apply Rle_trans with (u * u / 2 * v * rx); [now apply Rmult_le_compat_r|].
    rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Theorem rsqrt22_weak reciprocal_root xh xl : root_seed reciprocal_root -> weak xh xl -> 0 < xh ->
  let (s, l) := rsqrt22 reciprocal_root xh xl in
  Rabs (s + l - / sqrt (xh + xl)) <= (5 * u * u + 100 * u * u * u) * / sqrt (xh + xl) /\ pair s l.
Proof.
  intros Hs W Px.
  assert (Sq : exists k, 1 <= pow (- k) * pow (- k) * xh < 4 /\ pow (2 * k) <= xh < pow (2 * k + 2)).
  { destruct (mag radix2 xh) as [e H]. specialize (H ltac:(lra)). rewrite Rabs_pos_eq in H by lra.
    assert (K : exists k, pow (2 * k) <= xh < pow (2 * k + 2)).
    { destruct (Z.Even_or_Odd (e - 1)) as [[j E] | [j E]]; exists j; (split; [eapply Rle_trans; [|apply H]|eapply Rlt_le_trans; [apply H|]]); apply bpow_le; lia. }
    destruct K as [k K]. exists k. split; [|assumption]. rewrite <- bpow_plus.
    assert (Q1 : pow (- k + - k) * pow (2 * k) = 1) by (rewrite <- bpow_plus; now replace (- k + - k + 2 * k)%Z with 0%Z by lia).
    assert (Q2 : pow (- k + - k) * pow (2 * k + 2) = 4) by (rewrite <- bpow_plus; now replace (- k + - k + (2 * k + 2))%Z with 2%Z by lia).
    assert (P := bpow_gt_0 radix2 (- k + - k)). clear - Q1 Q2 P K. nra. }
  destruct Sq as [k [B K]]. set (c := pow k). assert (Pc : 0 < c) by apply bpow_gt_0.
  assert (S : Sc c) by (exists k; now left). assert (N := Sc_neq c S). destruct (Hs k xh (proj1 W) K) as [Fs Bs].
  rewrite bpow_opp in B, Bs. fold c in B, Bs. set (h := / c * / c * xh) in *. set (l := / c * / c * xl).
  assert (Eh : xh = c * c * h) by (unfold h; field; assumption). assert (El : xl = c * c * l) by (unfold l; field; assumption).
  assert (W' : weak h l) by (apply (form_sc (1 + 2 * u)); [apply Sc_mul; now apply Sc_inv|exact W]).
  assert (Er : forall x, 0 <= x -> sqrt (c * c * x) = c * sqrt x) by (intros x X; rewrite sqrt_mult_alt, sqrt_square by (lra || nra); reflexivity).
  assert (Ps : 0 < sqrt h) by (apply sqrt_lt_R0; lra).
  rewrite Eh, El, rsqrt22_sc, <- Eh by assumption. set (y := c * reciprocal_root xh).
  assert (Sy : Rabs (y - / sqrt h) <= u / 2).
  { replace (y - / sqrt h) with (c * (reciprocal_root xh - / sqrt xh)).
    2: { unfold y. rewrite Eh at 2. rewrite Er by lra. field. split; lra. }
    rewrite Rabs_mult, (Rabs_pos_eq c) by lra. apply Rle_trans with (c * (u / 2 * / c)); [now apply Rmult_le_compat_l; [lra|]|].
    apply Req_le. field. assumption. }
  assert (H := rsqrt22_unit h l y W' B (F_sc _ _ S Fs) Sy). destruct (rsqrt22 (fun _ => y) h l) as [s r]. destruct H as [H P].
  split; [|apply pair_sc; [now apply Sc_inv|assumption]].
  assert (L : Rabs l <= / 2).
  { assert (G := form_low (1 + 2 * u) 2 h l ltac:(lra) W'). pows. rewrite Rabs_pos_eq in G by lra. lra. }
  assert (Lx : 0 < h + l) by (abs_in; lra). assert (Pr : 0 < sqrt (h + l)) by now apply sqrt_lt_R0.
  replace (xh + c * c * l) with (c * c * (h + l)) by (rewrite Eh at 1; ring). rewrite Er by lra.
  replace (/ c * s + / c * r - / (c * sqrt (h + l))) with (((s + r) * sqrt (h + l) - 1) * / (c * sqrt (h + l))) by (field; split; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (/ _)).
  2: { apply Rlt_le, Rinv_0_lt_compat. now apply Rmult_lt_0_compat. }
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; now apply Rmult_lt_0_compat|assumption].
Qed.
Print Assumptions rsqrt22_weak.
