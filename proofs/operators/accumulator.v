(* A step of the accumulator from z, and its result: within (5 u^2 + 30 u^3)(|x y| + |z|) of x y + z for floats, and within
(12 u^2 + 100 u^3)(|x y| + |z|) for float-floats, as fast_t's x y + z; z, x and y weak.  Sums of up to 512 products, S the sum of |z| and
all |x y|: within (n^2 + 6 n) u^2 S and (2 n^2 + 17 n) u^2 S.  The header's kernels are result after step, and after step22; sums repeat
the step alone.  docs/proofs/accumulator.md. *)
From Coq Require Import Reals ZArith List Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.

(* What a step does with its head, a low word c, and the words x and y. *)
Definition step (hi c x y : R) :=
  let p := mul x y in let s := add hi p in let seen := add s (neg p) in
  (s, add (add hi (neg seen)) (add c (fma x y (neg (add s (neg seen)))))).
Definition result (st : R * R) := let (s, l) := st in
  let r := add s l in let b := add r (neg s) in let a := add r (neg b) in
  (r, add (add l (neg b)) (add s (neg a))).
Lemma printed_step zh zl x y : add_product zh zl x y = result (step zh zl x y). Proof. reflexivity. Qed.
Lemma result_exact s l : F s -> F l -> let (r, e) := result (s, l) in r + e = s + l /\ pair r e.
Proof.
  intros Fs Fl. unfold result. cbv zeta. assert (H := two_sum s l Fs Fl (add s l) eq_refl). cbv zeta in H. rewrite H.
  split; [ring|]. apply rest_pair. symmetry. apply fl_id. now apply sum_err_F.
Qed.
Lemma step_error hi c x y : F hi -> F c -> F x -> F y -> let q := x * y in let (s, l) := step hi c x y in
  Rabs (s + l - (hi + c + q)) <= 2 * u * Rabs c + u * u * (4 * Rabs q + 3 * Rabs hi) + u * u * Rabs c + 6 * u * u * u * (Rabs q + Rabs hi) /\ F s /\ F l /\
  Rabs l <= (1 + 3 * u) * Rabs c + (u + u * u) * Rabs s + (u + 4 * u * u) * Rabs q + 4 * u * u * Rabs hi.
Proof.
  intros Fh Fc Fx Fy q. unfold step. cbv zeta. change (mul x y) with (fl q). set (p := fl q). assert (Fp : F p) by apply F_fl.
  change (add hi p) with (fl (hi + p)). set (s := fl (hi + p)). change (add s (neg p)) with (fl (s - p)). set (seen := fl (s - p)).
  destruct (seen_any hi p Fh Fp) as (H1 & H2 & H3). change (fl (s - seen) = s - seen) in H1. change (fl (hi - seen) = hi - seen) in H2.
  change (Rabs (s - seen - p) <= u * Rabs hi) in H3. change (add hi (neg seen)) with (fl (hi - seen)). change (add s (neg seen)) with (fl (s - seen)).
  rewrite H1, H2. set (p' := s - seen) in *. change (fma x y (neg p')) with (fl (q - p')). set (k := fl (q - p')).
  change (add c k) with (fl (c + k)). set (f := fl (c + k)). change (add (hi - seen) f) with (fl (hi - seen + f)). set (l := fl (hi - seen + f)).
  assert (H : Rabs (s + l - (hi + c + q)) <= 2 * u * Rabs c + u * u * (4 * Rabs q + 3 * Rabs hi) + u * u * Rabs c + 6 * u * u * u * (Rabs q + Rabs hi) /\
    Rabs l <= (1 + 3 * u) * Rabs c + (u + u * u) * Rabs s + (u + 4 * u * u) * Rabs q + 4 * u * u * Rabs hi);
    [|split; [apply H|split; [apply F_fl|split; [apply F_fl|apply H]]]].
  assert (Ep := rel_err q). fold p in Ep. assert (Es := rel_err (hi + p)). fold s in Es. assert (Es' := rel_err' (hi + p)). fold s in Es'.
  assert (Ek := rel_err (q - p')). fold k in Ek. assert (Ef := rel_err (c + k)). fold f in Ef. assert (El := rel_err (hi - seen + f)). fold l in El.
  set (rk := k - (q - p')) in *. set (rf := f - (c + k)) in *. set (rl := l - (hi - seen + f)) in *. set (rs := s - (hi + p)) in *. set (rp := p - q) in *.
  assert (T0 := Rabs_triang q rp). replace (q + rp) with p in T0 by (unfold rp; ring). assert (T1 := Rabs_triang hi p).
  assert (A : Rabs (q - p') <= u * Rabs q + u * Rabs hi).
  { replace (q - p') with (- rp + - (p' - p)) by (unfold rp; ring). eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_Ropp. lra. }
  assert (T2 := Rabs_triang (q - p') rk). replace (q - p' + rk) with k in T2 by (unfold rk; ring). assert (T3 := Rabs_triang c k).
  assert (Id : hi - seen + f = c - rs - rp + rk + rf) by (unfold rf, rk, rs, rp, p'; ring).
  assert (T4 : Rabs (hi - seen + f) <= Rabs c + Rabs rs + Rabs rp + Rabs rk + Rabs rf).
  { rewrite Id. unfold Rminus. assert (Q1 := Rabs_triang (c + - rs + - rp + rk) rf). assert (Q2 := Rabs_triang (c + - rs + - rp) rk).
    assert (Q3 := Rabs_triang (c + - rs) (- rp)). assert (Q4 := Rabs_triang c (- rs)). rewrite Rabs_Ropp in Q3, Q4. lra. }
  replace (s + l - (hi + c + q)) with (rk + rf + rl) by (unfold rl, rf, rk, p'; ring).
  assert (T5 := Rabs_triang (rk + rf) rl). assert (T6 := Rabs_triang rk rf). assert (Pq := Rabs_pos q). assert (Ph := Rabs_pos hi). assert (Pc := Rabs_pos c). split; [lra|].
  assert (T7 := Rabs_triang (hi - seen + f) rl). replace (hi - seen + f + rl) with l in T7 by (unfold rl; ring). lra.
Qed.

Lemma weak_low h l : weak h l -> Rabs l <= (u + 2 * u * u) * Rabs h /\ Rabs h <= (1 + 2 * u) * Rabs (h + l).
Proof.
  intros (_ & _ & B). assert (G := ulp_FLX_le radix2 24 h). change (pow (1 - 24)) with (/ 8388608) in G.
  assert (L : Rabs l <= (u + 2 * u * u) * Rabs h) by lra. split; [assumption|]. assert (T := Rabs_triang (h + l) (- l)). rewrite Rabs_Ropp in T.
  replace (h + l + - l) with h in T by ring. assert (P := Rabs_pos h). lra.
Qed.
Lemma abs_mul_le x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof. intros. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. Qed.

(* ---- n steps: to first order, a step errs by u^2 (al m + 3 |hi|) + ga u |lo| for a product of magnitude m, and adds u |hi'| + de u m to the low word. *)
Definition kind (al ga de : R) := (al = 4 /\ ga = 2 /\ de = 1) \/ (al = 12 /\ ga = 4 /\ de = 3).
Definition stepped (al ga de hi lo hi' lo' v m : R) :=
  Rabs v <= m /\
  Rabs (hi' + lo' - (hi + lo + v)) <= (u * u + 8 * u * u * u) * (al * m + 3 * Rabs hi) + (ga * u + 10 * u * u) * Rabs lo /\
  Rabs lo' <= (1 + 8 * u) * Rabs lo + (u + u * u) * Rabs hi' + (u + 20 * u * u) * (de * m) + 10 * u * u * Rabs hi.
Theorem add_product_weak zh zl x y : weak zh zl -> F x -> F y -> let (s, l) := add_product zh zl x y in
  Rabs (s + l - (zh + zl + x * y)) <= (5 * u * u + 30 * u * u * u) * (Rabs (zh + zl) + Rabs (x * y)) /\ pair s l.
Proof.
  intros Wz Fx Fy. rewrite printed_step.
  assert (H := step_error zh zl x y (proj1 Wz) (proj1 (proj2 Wz)) Fx Fy). cbv zeta in H. destruct (step zh zl x y) as [s l]. destruct H as (H & Fs & Fl & _).
  assert (R := result_exact s l Fs Fl). destruct (result (s, l)) as [r e]. destruct R as [-> P]. split; [|assumption].
  destruct (weak_low zh zl Wz) as (L1 & L2). assert (P1 := Rabs_pos (x * y)). assert (P2 := Rabs_pos (zh + zl)). lra.
Qed.
Definition step22 (hi lo xh xl yh yl : R) := step hi (fma xh yl (fma xl yh lo)) xh yh.
Lemma printed_step22 zh zl xh xl yh yl : add_product22 zh zl xh xl yh yl = result (step22 zh zl xh xl yh yl). Proof. reflexivity. Qed.
Lemma step22_error hi lo xh xl yh yl : F hi -> F lo -> weak xh xl -> weak yh yl -> let (s, l) := step22 hi lo xh xl yh yl in
  stepped 12 4 3 hi lo s l ((xh + xl) * (yh + yl)) (Rabs ((xh + xl) * (yh + yl))) /\ F s /\ F l.
Proof.
  intros Fh Fo Wx Wy. unfold step22. change (fma xl yh lo) with (fl (xl * yh + lo)). set (c1 := fl (xl * yh + lo)).
  change (fma xh yl c1) with (fl (xh * yl + c1)). set (c := fl (xh * yl + c1)).
  assert (H := step_error hi c xh yh Fh (F_fl _) (proj1 Wx) (proj1 Wy)). cbv zeta in H. destruct (step hi c xh yh) as [s l]. destruct H as (H & Fs & Fl & HL).
  split; [|now split].
  destruct (weak_low xh xl Wx) as (X1 & X2). destruct (weak_low yh yl Wy) as (Y1 & Y2).
  assert (R1 := rel_err (xl * yh + lo)). fold c1 in R1. assert (R2 := rel_err (xh * yl + c1)). fold c in R2.
  assert (T1 := Rabs_triang (xl * yh) lo). assert (T2 := Rabs_triang (xh * yl) c1).
  set (r1 := c1 - (xl * yh + lo)) in *. set (r2 := c - (xh * yl + c1)) in *.
  assert (T3 := Rabs_triang (xl * yh + lo) r1). replace (xl * yh + lo + r1) with c1 in T3 by (unfold r1; ring).
  assert (T4 := Rabs_triang (xh * yl + c1) r2). replace (xh * yl + c1 + r2) with c in T4 by (unfold r2; ring).
  set (Q := Rabs (xh * yh)) in *. set (m := Rabs ((xh + xl) * (yh + yl))).
  assert (Eq : Q = Rabs xh * Rabs yh) by apply Rabs_mult.
  assert (Q1 : Rabs (xl * yh) <= (u + 2 * u * u) * Q) by (rewrite Eq, <- Rmult_assoc; exact (abs_mul_le xl yh _ _ X1 (Rle_refl _))).
  assert (Q2 : Rabs (xh * yl) <= (u + 2 * u * u) * Q).
  { eapply Rle_trans; [exact (abs_mul_le xh yl _ _ (Rle_refl _) Y1)|]. rewrite Eq. apply Req_le. ring. }
  assert (Q3 : Rabs (xl * yl) <= (u + 2 * u * u) * (u + 2 * u * u) * Q).
  { eapply Rle_trans; [exact (abs_mul_le xl yl _ _ X1 Y1)|]. rewrite Eq. apply Req_le. ring. }
  assert (Q5 : Q <= (1 + 2 * u) * (1 + 2 * u) * m).
  { eapply Rle_trans; [exact (abs_mul_le xh yh _ _ X2 Y2)|]. unfold m. rewrite Rabs_mult. apply Req_le. ring. }
  assert (T5 : Rabs (s + l - (hi + lo + (xh + xl) * (yh + yl))) <= Rabs (s + l - (hi + c + xh * yh)) + Rabs r1 + Rabs r2 + Rabs (xl * yl)).
  { replace (s + l - (hi + lo + (xh + xl) * (yh + yl))) with (s + l - (hi + c + xh * yh) + (r1 + r2 + - (xl * yl))) by (unfold r2, r1; ring).
    eapply Rle_trans; [apply Rabs_triang|]. assert (T6 := Rabs_triang (r1 + r2) (- (xl * yl))). rewrite Rabs_Ropp in T6. assert (T7 := Rabs_triang r1 r2). lra. }
  assert (P1 : 0 <= m) by apply Rabs_pos. assert (P2 := Rabs_pos hi). assert (P3 : 0 <= Q) by apply Rabs_pos. assert (P4 := Rabs_pos lo). assert (P5 := Rabs_pos s).
  split; [apply Rle_refl|]. split; [eapply Rle_trans; [exact T5|]; lra|lra].
Qed.
Theorem add_product22_weak zh zl xh xl yh yl : weak zh zl -> weak xh xl -> weak yh yl -> let (s, l) := add_product22 zh zl xh xl yh yl in
  Rabs (s + l - (zh + zl + (xh + xl) * (yh + yl))) <= (12 * u * u + 100 * u * u * u) * (Rabs (zh + zl) + Rabs ((xh + xl) * (yh + yl))) /\ pair s l.
Proof.
  intros Wz Wx Wy. rewrite printed_step22.
  assert (H := step22_error zh zl xh xl yh yl (proj1 Wz) (proj1 (proj2 Wz)) Wx Wy). destruct (step22 zh zl xh xl yh yl) as [s l]. destruct H as ((_ & H & _) & Fs & Fl).
  assert (R := result_exact s l Fs Fl). destruct (result (s, l)) as [r e]. destruct R as [-> P]. split; [|assumption].
  destruct (weak_low zh zl Wz) as (L1 & L2). assert (P1 := Rabs_pos ((xh + xl) * (yh + yl))). assert (P2 := Rabs_pos (zh + zl)). lra.
Qed.
(* fast_t closes the same step by FastTwoSum: either |s| >= |l|, or the heads cancel and s is a multiple of l's unit. *)
Lemma step22_closes hi lo xh xl yh yl : weak hi lo -> weak xh xl -> weak yh yl -> let (s, l) := step22 hi lo xh xl yh yl in
  add l (neg (add (add s l) (neg s))) = s + l - add s l.
Proof.
  intros Wz Wx Wy. assert (H := step22_error hi lo xh xl yh yl (proj1 Wz) (proj1 (proj2 Wz)) Wx Wy).
  assert (Es : fst (step22 hi lo xh xl yh yl) = fl (hi + fl (xh * yh))) by reflexivity.
  destruct (step22 hi lo xh xl yh yl) as [s l]. simpl in Es. destruct H as ((_ & _ & HL) & Fs & Fl).
  destruct (Rle_or_lt (Rabs l) (Rabs s)) as [C | C]; [now apply fast_sum_large|].
  set (p := fl (xh * yh)) in *. assert (Fp : F p) by apply F_fl. set (m := Rabs ((xh + xl) * (yh + yl))) in *.
  destruct (weak_low hi lo Wz) as (Z1 & _). destruct (weak_low xh xl Wx) as (X1 & _). destruct (weak_low yh yl Wy) as (Y1 & _).
  assert (Bm : m <= (1 + 2 * u) * (1 + 2 * u) * Rabs (xh * yh)).
  { replace ((1 + 2 * u) * (1 + 2 * u) * Rabs (xh * yh)) with ((1 + 2 * u) * Rabs xh * ((1 + 2 * u) * Rabs yh)) by (rewrite Rabs_mult; ring).
    assert (Px := Rabs_pos xh). assert (Py := Rabs_pos yh). apply abs_mul_le; (eapply Rle_trans; [apply Rabs_triang|lra]). }
  assert (Rp := rel_err (xh * yh)). fold p in Rp. assert (Tp := Rabs_triang p (- (p - xh * yh))). rewrite Rabs_Ropp in Tp.
  replace (p + - (p - xh * yh)) with (xh * yh) in Tp by ring. set (Q := Rabs (xh * yh)) in *.
  assert (Rs := rel_err' (hi + p)). rewrite <- Es in Rs. assert (Ts := Rabs_triang s (- (s - (hi + p)))). rewrite Rabs_Ropp in Ts.
  replace (s + - (s - (hi + p))) with (hi + p) in Ts by ring.
  assert (Ph := Rabs_pos hi). assert (Pp := Rabs_pos p). assert (Ps := Rabs_pos s). assert (Pq : 0 <= Q) by apply Rabs_pos.
  assert (Bl : Rabs l <= 4 * u * (Rabs hi + Rabs p)) by lra.
  assert (T1 := Rabs_triang (hi + p) (- p)). replace (hi + p + - p) with hi in T1 by ring. rewrite Rabs_Ropp in T1.
  assert (T2 := Rabs_triang (hi + p) (- hi)). replace (hi + p + - hi) with p in T2 by ring. rewrite Rabs_Ropp in T2.
  assert (Np : p <> 0) by (intros Z; rewrite Z, Rabs_R0 in *; lra).
  destruct (mag radix2 p) as [e He]. specialize (He Np).
  assert (P1 : pow e = 2 * pow (e - 1)) by (replace e with (1 + (e - 1))%Z at 1 by lia; rewrite bpow_plus; reflexivity).
  assert (P2 : pow (e - 1) = 2 * pow (e - 2)) by (replace (e - 1)%Z with (1 + (e - 2))%Z by lia; rewrite bpow_plus; reflexivity).
  assert (P0 := bpow_gt_0 radix2 (e - 2)).
  apply (fast_sum_unit (e - 25)); try assumption.
  - rewrite Es. apply M_fl, M_add.
    + replace (e - 25)%Z with (e - 2 - 23)%Z by lia. apply M_F; [apply Wz|lra].
    + apply M_le with (e - 1 - 23)%Z; [lia|]. apply M_F; [assumption|lra].
  - replace (e - 25 + 24)%Z with (e - 1)%Z by lia. lra.
Qed.
Theorem fast_add_product_weak zh zl xh xl yh yl : weak zh zl -> weak xh xl -> weak yh yl -> let (s, l) := fast_add_product zh zl xh xl yh yl in
  Rabs (s + l - (zh + zl + (xh + xl) * (yh + yl))) <= (12 * u * u + 100 * u * u * u) * (Rabs (zh + zl) + Rabs ((xh + xl) * (yh + yl))) /\ pair s l.
Proof.
  intros Wz Wx Wy.
  assert (Same : fast_add_product zh zl xh xl yh yl = let (s, l) := step22 zh zl xh xl yh yl in (add s l, add l (neg (add (add s l) (neg s))))).
  { unfold fast_add_product, step22, step. cbv zeta. rewrite (add_comm (fma xh yh _) (fma xh yl _)), (add_comm (add (fma xh yl _) _) (add zh _)). reflexivity. }
  rewrite Same. assert (H := step22_error zh zl xh xl yh yl (proj1 Wz) (proj1 (proj2 Wz)) Wx Wy). assert (E := step22_closes zh zl xh xl yh yl Wz Wx Wy).
  destruct (step22 zh zl xh xl yh yl) as [s l]. destruct H as ((_ & H & _) & Fs & Fl). split; [|now apply last_pair].
  rewrite E. replace (add s l + (s + l - add s l)) with (s + l) by ring.
  destruct (weak_low zh zl Wz) as (L1 & L2). assert (P1 := Rabs_pos ((xh + xl) * (yh + yl))). assert (P2 := Rabs_pos (zh + zl)). lra.
Qed.
Lemma step1_error hi lo x y : F hi -> F lo -> F x -> F y -> let (s, l) := step hi lo x y in stepped 4 2 1 hi lo s l (x * y) (Rabs (x * y)) /\ F s /\ F l.
Proof.
  intros Fh Fo Fx Fy. assert (H := step_error hi lo x y Fh Fo Fx Fy). cbv zeta in H. destruct (step hi lo x y) as [s l]. destruct H as (H & Fs & Fl & HL).
  assert (P1 := Rabs_pos (x * y)). assert (P2 := Rabs_pos hi). assert (P4 := Rabs_pos lo). assert (P5 := Rabs_pos s). split; [|now split].
  split; [apply Rle_refl|]. split; lra.
Qed.

(* After k steps from z: the two words, the exact sum E, and the products' magnitudes T. *)
Inductive reached (al ga de zh zl : R) : Z -> R -> R -> R -> R -> Prop :=
  | reached_start : reached al ga de zh zl 0 zh zl (zh + zl) 0
  | reached_next k hi lo E T hi' lo' v m : reached al ga de zh zl k hi lo E T -> stepped al ga de hi lo hi' lo' v m ->
      reached al ga de zh zl (k + 1) hi' lo' (E + v) (T + m).
Notation kappa := (1 + / 2048).
Lemma reached_bound al ga de zh zl k hi lo E T S : kind al ga de -> weak zh zl -> reached al ga de zh zl k hi lo E T ->
  let Z0 := Rabs (zh + zl) in let K := IZR k in (k <= 512)%Z -> Z0 + T <= S -> (0 <= k)%Z /\ 0 <= T /\ Rabs E <= Z0 + T /\
  Rabs lo <= kappa * u * (K * S + Z0 + de * T) /\
  Rabs (hi + lo - E) <= kappa * (u * u) * ((ga / 2 * (K * K) + (3 + ga / 2) * K) * S + ga * (de - 1) * ((K - 1) * T) + (al - 3) * T).
Proof.
  intros Hk Wz R. induction R as [|k hi lo E T hi' lo' v m R IH St]; intros Z0 K Lk LS.
  { destruct (weak_low zh zl Wz) as (L1 & L2). assert (P := Rabs_pos (zh + zl)). unfold K. replace (zh + zl - (zh + zl)) with 0 by ring. rewrite Rabs_R0.
    split; [lia|]. unfold Z0 in *. split; [lra|]. split; [lra|]. split; [lra|lra]. }
  destruct St as (Sv & Se & Sl). assert (Pm : 0 <= m) by (assert (P := Rabs_pos v); lra).
  assert (Lk' : (k <= 512)%Z) by lia. destruct (IH Lk' ltac:(unfold Z0 in LS; lra)) as (K0 & T0 & HE & HL & HC). clear IH R.
  assert (K1 : IZR (k + 1) = IZR k + 1) by apply plus_IZR. unfold K. rewrite K1. clear K. set (K := IZR k) in *.
  assert (KB : 0 <= K <= 511) by (split; apply IZR_le; lia). fold Z0 in HE, HL, HC.
  assert (PZ : 0 <= Z0) by apply Rabs_pos. assert (PS : 0 <= S) by lra.
  assert (KS : 0 <= K * S <= 511 * S) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_r; lra]).
  assert (KKS : 0 <= K * K * S <= 511 * (K * S)) by (split; [apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|rewrite Rmult_assoc; apply Rmult_le_compat_r; lra]).
  assert (KT : 0 <= K * T <= K * S) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
  assert (Km : 0 <= K * m) by (apply Rmult_le_pos; lra).
  assert (Hhi : Rabs hi <= Rabs E + Rabs lo + Rabs (hi + lo - E)).
  { replace hi with (E + - lo + (hi + lo - E)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. assert (Q := Rabs_triang E (- lo)). rewrite Rabs_Ropp in Q. lra. }
  assert (HE' : Rabs (E + v) <= Z0 + (T + m)) by (eapply Rle_trans; [apply Rabs_triang|lra]).
  assert (Hc' : Rabs (hi' + lo' - (E + v)) <= Rabs (hi + lo - E) + Rabs (hi' + lo' - (hi + lo + v))).
  { replace (hi' + lo' - (E + v)) with (hi + lo - E + (hi' + lo' - (hi + lo + v))) by ring. apply Rabs_triang. }
  assert (Hhi' : Rabs hi' <= Rabs (E + v) + Rabs lo' + Rabs (hi' + lo' - (E + v))).
  { replace hi' with (E + v + - lo' + (hi' + lo' - (E + v))) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. assert (Q := Rabs_triang (E + v) (- lo')). rewrite Rabs_Ropp in Q. lra. }
  split; [lia|]. split; [lra|]. split; [assumption|].
  set (a1 := Rabs hi) in *. set (a2 := Rabs lo) in *. set (a3 := Rabs hi') in *. set (a4 := Rabs lo') in *. set (a5 := Rabs (hi + lo - E)) in *.
  set (a6 := Rabs (hi' + lo' - (hi + lo + v))) in *. set (a7 := Rabs (hi' + lo' - (E + v))) in *. set (a8 := Rabs E) in *. set (a9 := Rabs (E + v)) in *.
  clearbody a1 a2 a3 a4 a5 a6 a7 a8 a9 K Z0. clear Sv K1 Lk Lk' K0.
  destruct Hk as [(-> & -> & ->) | (-> & -> & ->)].
  - assert (C5 : a5 <= u * S) by lra. assert (L2 : a2 <= 600 * u * S) by lra. assert (H1 : a1 <= Z0 + T + 602 * u * S) by lra.
    assert (C6 : a6 <= 2000 * u * u * S) by lra. assert (L4 : a4 <= 700 * u * S) by lra. assert (H3 : a3 <= S + 800 * u * S) by lra.
    split; lra.
  - assert (C5 : a5 <= u * S) by lra. assert (L2 : a2 <= 600 * u * S) by lra. assert (H1 : a1 <= Z0 + T + 602 * u * S) by lra.
    assert (C6 : a6 <= 4000 * u * u * S) by lra. assert (L4 : a4 <= 700 * u * S) by lra. assert (H3 : a3 <= S + 800 * u * S) by lra.
    split; lra.
Qed.

(* Sums over lists of products: T has the operands of one. *)
Section Lists.
Variable T : Type.
Variables al ga de : R.
Variable move : R * R -> T -> R * R.
Variable value : T -> R.
Variable good : T -> Prop.
Hypothesis Kind : kind al ga de.
Hypothesis Move : forall hi lo a, F hi -> F lo -> good a ->
  let (s, l) := move (hi, lo) a in stepped al ga de hi lo s l (value a) (Rabs (value a)) /\ F s /\ F l.
Definition total (f : R -> R) (terms : list T) := fold_right (fun a sum => f (value a) + sum) 0 terms.
Lemma run_reached zh zl terms : Forall good terms -> forall k hi lo E m, F hi -> F lo -> reached al ga de zh zl k hi lo E m ->
  let (s, l) := fold_left move terms (hi, lo) in
  F s /\ F l /\ reached al ga de zh zl (k + Z.of_nat (length terms)) s l (E + total (fun v => v) terms) (m + total Rabs terms).
Proof.
  intros G. induction G as [|a terms Ga G IH]; intros k hi lo E m Fh Fl R.
  - simpl. replace (k + 0)%Z with k by lia. rewrite !Rplus_0_r. auto.
  - simpl fold_left. assert (H := Move hi lo a Fh Fl Ga). destruct (move (hi, lo) a) as [h l]. destruct H as (H & F1 & F2).
    assert (N := IH _ _ _ _ _ F1 F2 (reached_next _ _ _ _ _ _ _ _ _ _ _ _ _ _ R H)).
    destruct (fold_left move terms (h, l)) as [s r]. simpl total. simpl length. rewrite Nat2Z.inj_succ, <- !Rplus_assoc.
    replace (k + Z.succ (Z.of_nat (length terms)))%Z with (k + 1 + Z.of_nat (length terms))%Z by lia. exact N.
Qed.
Lemma run_error zh zl terms : weak zh zl -> Forall good terms -> (length terms <= 512)%nat ->
  let n := INR (length terms) in let S := Rabs (zh + zl) + total Rabs terms in
  let (s, l) := result (fold_left move terms (zh, zl)) in
  Rabs (s + l - (zh + zl + total (fun v => v) terms)) <= (ga / 2 * (n * n) + (ga / 2 + 3 + ga * de) * n) * (u * u) * S /\ pair s l.
Proof.
  intros Wz G L n S. assert (R := run_reached zh zl terms G 0%Z zh zl (zh + zl) 0 (proj1 Wz) (proj1 (proj2 Wz)) (reached_start _ _ _ _ _)).
  destruct (fold_left move terms (zh, zl)) as [s l]. destruct R as (Fs & Fl & R). assert (X := result_exact s l Fs Fl). destruct (result (s, l)) as [r e].
  destruct X as [-> P]. split; [|assumption]. rewrite Rplus_0_l in R.
  destruct (reached_bound al ga de zh zl _ _ _ _ _ S Kind Wz R ltac:(lia) (Rle_refl _)) as (_ & T0 & _ & _ & H).
  eapply Rle_trans; [exact H|]. rewrite Z.add_0_l, <- INR_IZR_INZ. fold n. clear H R.
  assert (PZ := Rabs_pos (zh + zl)). assert (N0 : 0 <= n <= 512) by (split; [apply pos_INR|replace 512 with (INR 512) by (rewrite INR_IZR_INZ; reflexivity); now apply le_INR]).
  assert (Cases : terms = nil \/ 1 <= n) by (unfold n; destruct terms as [|a rest]; [now left|right; apply (le_INR 1); simpl; lia]).
  set (t := total Rabs terms) in *. assert (TS : t <= S) by (unfold S; lra).
  destruct Cases as [-> | N1].
  { unfold n, S, t. simpl. unfold total. simpl. lra. }
  assert (S0 : 0 <= S) by lra. assert (NS : S <= n * S <= 512 * S) by (split; [rewrite <- (Rmult_1_l S) at 1|]; apply Rmult_le_compat_r; lra).
  assert (NT : 0 <= (n - 1) * t <= (n - 1) * S) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]).
  assert (NN : n * n * S <= 512 * (n * S)) by (rewrite Rmult_assoc; apply Rmult_le_compat_r; lra).
  destruct Kind as [(-> & -> & ->) | (-> & -> & ->)]; lra.
Qed.
End Lists.

(* The steps from z: a sum's operands are pairs of words, or pairs of weak numbers. *)
Definition word_product (a : R * R) := fst a * snd a.
Definition move (st : R * R) (a : R * R) := step (fst st) (snd st) (fst a) (snd a).
Theorem dot_weak zh zl terms : weak zh zl -> Forall (fun a => F (fst a) /\ F (snd a)) terms -> (length terms <= 512)%nat ->
  let n := INR (length terms) in let S := Rabs (zh + zl) + total _ word_product Rabs terms in
  let (s, l) := result (fold_left move terms (zh, zl)) in
  Rabs (s + l - (zh + zl + total _ word_product (fun v => v) terms)) <= (n * n + 6 * n) * (u * u) * S /\ pair s l.
Proof.
  intros Wz G L n S. assert (H := run_error _ 4 2 1 move word_product (fun a => F (fst a) /\ F (snd a)) (or_introl (conj eq_refl (conj eq_refl eq_refl)))).
  assert (M : forall hi lo a, F hi -> F lo -> F (fst a) /\ F (snd a) -> let (s, l) := move (hi, lo) a in
    stepped 4 2 1 hi lo s l (word_product a) (Rabs (word_product a)) /\ F s /\ F l) by (intros hi lo a Fh Fl [Fa Fb]; now apply step1_error).
  specialize (H M zh zl terms Wz G L). cbv zeta in H. fold n S in H.
  destruct (result (fold_left move terms (zh, zl))) as [s l]. destruct H as [H P]. split; [|assumption].
  replace (n * n + 6 * n) with (2 / 2 * (n * n) + (2 / 2 + 3 + 2 * 1) * n) by field. exact H.
Qed.
Definition number := (R * R)%type.
Definition value (x : number) := fst x + snd x.
Definition number_product (a : number * number) := value (fst a) * value (snd a).
Definition move22 (st : R * R) (a : number * number) := step22 (fst st) (snd st) (fst (fst a)) (snd (fst a)) (fst (snd a)) (snd (snd a)).
Definition weak_number (x : number) := weak (fst x) (snd x).
Theorem dot22_weak zh zl terms : weak zh zl -> Forall (fun a => weak_number (fst a) /\ weak_number (snd a)) terms -> (length terms <= 512)%nat ->
  let n := INR (length terms) in let S := Rabs (zh + zl) + total _ number_product Rabs terms in
  let (s, l) := result (fold_left move22 terms (zh, zl)) in
  Rabs (s + l - (zh + zl + total _ number_product (fun v => v) terms)) <= (2 * (n * n) + 17 * n) * (u * u) * S /\ pair s l.
Proof.
  intros Wz G L n S. assert (H := run_error _ 12 4 3 move22 number_product (fun a => weak_number (fst a) /\ weak_number (snd a)) (or_intror (conj eq_refl (conj eq_refl eq_refl)))).
  assert (M : forall hi lo a, F hi -> F lo -> weak_number (fst a) /\ weak_number (snd a) -> let (s, l) := move22 (hi, lo) a in
    stepped 12 4 3 hi lo s l (number_product a) (Rabs (number_product a)) /\ F s /\ F l) by (intros hi lo a Fh Fl [Wa Wb]; now apply step22_error).
  specialize (H M zh zl terms Wz G L). cbv zeta in H. fold n S in H.
  destruct (result (fold_left move22 terms (zh, zl))) as [s l]. destruct H as [H P]. split; [|assumption].
  replace (2 * (n * n) + 17 * n) with (4 / 2 * (n * n) + (4 / 2 + 3 + 4 * 3) * n) by field. exact H.
Qed.
Print Assumptions add_product_weak.
Print Assumptions add_product22_weak.
Print Assumptions fast_add_product_weak.
Print Assumptions dot_weak.
Print Assumptions dot22_weak.
