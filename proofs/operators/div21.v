(* div21 within 2.5 u^2 + 100 u^3 of x/y, x weak, y a word.  docs/proofs/div22.md.  The corner that the page has by a finite search is
integers here: the residue of the head is rounded only for y = 2 - 2ku with k up to 7, and is an odd multiple of 2u^2 next to 2u. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Section Unit.
Variables xh xl y : R.
Hypothesis Wx : unit_form (1 + 2 * u) xh xl.
Hypothesis Fy : F y. Hypothesis By : 1 <= y <= 2 - 2 * u.
Let x := xh + xl.
Let r := fl (/ y).
Let E := 1 - r * y.
Lemma Bxh : 1 <= xh <= 2 - 2 * u. Proof. apply Wx. Qed.
Lemma Bxl : Rabs xl <= w. Proof. apply Wx. Qed.
Lemma x_range : 1 - w <= x <= 2 - 2 * u + w.
Proof. assert (H := Bxh). assert (G := Bxl). apply Rabs_le_inv in G. unfold x. lra. Qed.
Lemma recip : / 2 <= r <= 1 /\ Rabs (r - / y) <= u / 2 /\ Rabs E <= y * (u / 2).
Proof.
  set (q := / y). assert (Q1 : q * y = 1) by (unfold q; field; lra).
  assert (Bq : / 2 < q <= 1) by (clear - By Q1; nra).
  assert (Er := half_ulp 0 q). pows. change (fl q) with r in Er. rewrite (Rabs_pos_eq q) in Er by lra. specialize (Er ltac:(lra)).
  assert (Br : / 2 <= r <= 1) by (split; [apply (fl_ge (/ 2) q); [apply (F_pow (-1))|lra]|apply (fl_le_F 1 q); [apply (F_pow 0)|lra]]).
  split; [assumption|]. split; [lra|].
  replace E with ((q - r) * y) by (unfold E; rewrite <- Q1; ring).
  rewrite Rabs_mult, (Rabs_pos_eq y), Rabs_minus_sym by lra. rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
Qed.

Let q0 := fl (xh * r).
Let a0 := fl (q0 * - y + xh).
Let d0 := fl (xl + a0).
Let Q := r * d0 + q0.
Let q := fl Q.
(* The head: y Q misses x by at most 12 u^2, or 8 u^2 for y next to 2 where x is not. *)
Lemma head : Rabs (x - y * Q) <= 12 * u * u /\ (2 - 30 * u <= y -> xh <= 2 - 46 * u -> Rabs (x - y * Q) <= 8 * u * u + 9 * u * u * u).
Proof.
  destruct recip as (Br & _ & BE). assert (Bx := Bxh). assert (Xl := Bxl).
  assert (P1 : / 2 <= xh * r <= 2 - 2 * u) by (clear - Bx Br; nra).
  set (f := q0 - xh * r). set (D0 := x - y * q0).
  assert (Id0 : D0 = xh * E - y * f + xl) by (unfold D0, E, f, x; ring).
  set (ea := a0 - (q0 * - y + xh)). set (ed := d0 - (xl + a0)).
  assert (S0 : xl + a0 = D0 + ea) by (unfold ea, D0, x; ring).
  assert (Ba : q0 * - y + xh = xh * E - y * f) by (unfold E, f; ring).
  assert (Id : x - y * Q = E * D0 - (1 - E) * (ea + ed)).
  { unfold Q. replace d0 with (D0 + ea + ed) by (unfold ed; rewrite S0; ring). unfold E, D0. ring. }
  assert (Go : forall kx kf k, xh <= kx -> Rabs f <= kf -> kx * u + 2 * kf <= 4 * u -> kx * u + 2 * kf + w + 2 * u * u <= pow (k + 25) ->
    Rabs (x - y * Q) <= u * (kx * u + 2 * kf + w) + (1 + u) * (2 * u * u + pow k)).
  { intros kx kf k Hx Hf H4 Hk.
    assert (R1 : Rabs (xh * E) <= kx * u) by (rewrite Rabs_mult, (Rabs_pos_eq xh) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (R2 : Rabs (y * f) <= 2 * kf) by (rewrite Rabs_mult, (Rabs_pos_eq y) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (B0 : Rabs D0 <= kx * u + 2 * kf + w) by (rewrite Id0; abs_in; apply Rabs_le; lra).
    assert (Ea := half_ulp (-22) (q0 * - y + xh)). fold a0 ea in Ea.
    specialize (Ea ltac:(rewrite Ba; pows; abs_in; apply Rabs_le; lra)). change (pow (-22 - 25)) with (/ 140737488355328) in Ea.
    assert (Ed := half_ulp (k + 25) (xl + a0)). fold d0 ed in Ed. replace (k + 25 - 25)%Z with k in Ed by lia.
    specialize (Ed ltac:(rewrite S0; abs_in; apply Rabs_le; lra)).
    assert (Pk := bpow_ge_0 radix2 k).
    rewrite Id. assert (R4 : Rabs (E * D0) <= u * (kx * u + 2 * kf + w)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (R5 : Rabs ((1 - E) * (ea + ed)) <= (1 + u) * (2 * u * u + pow k)).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; abs_in; apply Rabs_le; lra. }
    apply Rabs_le_inv in R4. apply Rabs_le_inv in R5. apply Rabs_le. lra. }
  split.
  - assert (Ef := half_ulp 1 (xh * r)). pows. fold q0 f in Ef. rewrite (Rabs_pos_eq (xh * r)) in Ef by lra. specialize (Ef ltac:(lra)).
    assert (G := Go (2 - 2 * u) u (-46)%Z ltac:(lra) ltac:(lra)). pows. specialize (G ltac:(lra) ltac:(lra)). lra.
  - intros Hy Hx. assert (P2 : xh * r <= 1).
    { destruct recip as (_ & Er & _). assert (Q1 : / y * y = 1) by (field; lra). set (i := / y) in *.
      assert (i <= / 2 + 10 * u) by (clear - Q1 Hy; nra). assert (R3 : r <= / 2 + 11 * u) by (abs_in; lra). clear - R3 Hx Bx Br. nra. }
    assert (Ef := half_ulp 0 (xh * r)). pows. fold q0 f in Ef. rewrite (Rabs_pos_eq (xh * r)) in Ef by lra. specialize (Ef ltac:(lra)).
    assert (G := Go (2 - 46 * u) (u / 2) (-47)%Z ltac:(lra) ltac:(lra)). pows. specialize (G ltac:(lra) ltac:(lra)). lra.
Qed.

Let D1 := - y * q + xh.
Let d1 := fl D1.
Let d := fl (xl + d1).
Let D := x - y * q.
Let delta := d - D.
Let total := - (E * D) + (1 - E) * delta.
Lemma ED : xl + D1 = D. Proof. unfold D, D1, x. ring. Qed.
(* The account of a case: e1 and e3 are the errors of the two sums. *)
Lemma account k1 k3 k : Rabs (d1 - D1) <= k1 -> Rabs (d - (xl + d1)) <= k3 -> Rabs D <= k ->
  Rabs total <= Rabs E * k + (1 + u) * (k1 + k3) /\ Rabs d <= k + k1 + k3.
Proof.
  intros H1 H3 HD. destruct recip as (_ & _ & BE). assert (Ed : d = D + delta) by (unfold delta; ring).
  assert (Dl : Rabs delta <= k1 + k3).
  { replace delta with (d1 - D1 + (d - (xl + d1))) by (unfold delta; rewrite <- ED; ring). eapply Rle_trans; [apply Rabs_triang|lra]. }
  split.
  - unfold total. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, !Rabs_mult.
    assert (Rabs E * Rabs D <= Rabs E * k) by (apply Rmult_le_compat_l; [apply Rabs_pos|assumption]).
    assert (Rabs (1 - E) <= 1 + u) by (abs_in; apply Rabs_le; lra).
    assert (Rabs (1 - E) * Rabs delta <= (1 + u) * (k1 + k3)) by (apply Rmult_le_compat; try apply Rabs_pos; assumption). lra.
  - rewrite Ed. eapply Rle_trans; [apply Rabs_triang|lra].
Qed.
Definition good := Rabs total <= (2 * u * u + 90 * u * u * u) * x /\ Rabs d <= 5 * u /\ / 4 <= q.

(* The corner: in units of 2u^2, D1 = m with |m| = N + n, and y = 2 - 2ku. *)
Lemma corner : / 2 <= q <= 1 -> Rabs D <= y * (u / 2) + 12 * u * u -> Rabs (q - Q) <= u / 2 -> 2 * u < Rabs D1 -> good.
Proof.
  intros Bq B Eq C. destruct recip as (Br & Er & BE). assert (Bx := Bxh). assert (Xl := Bxl). assert (Xr := x_range).
  destruct head as (_ & H2). assert (Fq : F q) by apply F_fl.
  assert (TD : Rabs D1 <= Rabs D + Rabs xl).
  { replace D1 with (D - xl) by (rewrite <- ED; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (Ly : 2 - 30 * u <= y) by lra.
  assert (E1 := half_ulp (-22) D1). pows. fold d1 in E1. specialize (E1 ltac:(lra)).
  assert (S3 : forall k1, Rabs (d1 - D1) <= k1 -> Rabs (xl + d1) <= Rabs D + k1).
  { intros k1 Hk. replace (xl + d1) with (D + (d1 - D1)) by (rewrite <- ED; ring). eapply Rle_trans; [apply Rabs_triang|lra]. }
  assert (E3 := half_ulp (-23) (xl + d1)). pows. fold d in E3. assert (S3' := S3 _ E1). specialize (E3 ltac:(lra)).
  assert (BE' : Rabs E * (u + 12 * u * u) <= u * (u + 12 * u * u)) by (apply Rmult_le_compat_r; lra).
  destruct (Rle_or_lt xh (2 - 46 * u)) as [Hx | Hx].
  2: { assert (Xb : xh - w <= x) by (apply Rabs_le_inv in Xl; unfold x; lra).
       destruct (account _ _ (u + 12 * u * u) E1 E3 ltac:(lra)) as [A1 A2]. repeat split; lra. }
  specialize (H2 Ly Hx).
  assert (BD : Rabs D <= y * (u / 2) + 8 * u * u + 9 * u * u * u).
  { replace D with ((x - y * Q) + y * (Q - q)) by (unfold D; ring). eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
    rewrite (Rabs_minus_sym Q). assert (y * Rabs (q - Q) <= y * (u / 2)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (M_unit xh (proj1 Wx) ltac:(lra)) as [X EX]. destruct (M_unit y Fy ltac:(lra)) as [Y EY].
  destruct (M_F (-1) q Fq ltac:(rewrite Rabs_pos_eq; pows; lra)) as [J EJ]. pows.
  change (pow (-1 - 23)) with u in EJ.
  pose (N := 16777216%Z). set (m := (X * N - Y * J)%Z).
  assert (Em : D1 = IZR m * / 140737488355328) by (unfold D1, m, N; rewrite minus_IZR, !mult_IZR, EX, EY, EJ; field).
  assert (Am : Rabs D1 = IZR (Z.abs m) * / 140737488355328) by (rewrite Em, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ _)) by lra; reflexivity).
  set (k := (N - Y)%Z). set (n := (Z.abs m - N)%Z).
  assert (Ek : y = 2 - 2 * IZR k * u) by (unfold k, N; rewrite minus_IZR, EY; lra).
  assert (En : Rabs D1 = 2 * u + 2 * IZR n * u * u) by (unfold n, N; rewrite minus_IZR, Am; lra).
  assert (K1 : (1 <= k)%Z) by (apply le_IZR; lra).
  assert (N1 : (1 <= n)%Z) by (assert (0 < n)%Z by (apply lt_IZR; lra); lia).
  assert (NK : (2 * n + k <= 10)%Z).
  { assert (2 * n + k < 11)%Z; [|lia]. apply lt_IZR. rewrite plus_IZR, mult_IZR. lra. }
  assert (J1 : (8388608 <= J <= 16777216)%Z) by (split; apply le_IZR; lra).
  assert (Mk : (m = N * (X - J) + k * J)%Z) by (unfold m, k; ring).
  destruct (Z.Even_or_Odd m) as [[h Eh] | [h Eh]].
  - assert (X1 : Rabs (d1 - D1) <= 0).
    { unfold d1. rewrite (fl_M (-46)); [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra| |pows; lra].
      exists h. rewrite Em, Eh, mult_IZR. pows. lra. }
    destruct (account _ _ (u + 12 * u * u) X1 E3 ltac:(lra)) as [A1 A2]. repeat split; lra.
  - assert (n = 1 \/ n = 3)%Z as [Hn | Hn] by (clear - Eh NK K1 N1; unfold n, N in *; lia).
    2: { exfalso. assert (JN : (16777213 <= J)%Z).
         { assert (KK : (k = 1 \/ k = 2 \/ k = 3 \/ k = 4)%Z) by lia. unfold n in Hn.
           clear - Mk KK Eh J1 Hn. unfold N in *. destruct KK as [-> | [-> | [-> | ->]]]; lia. }
         apply IZR_le in JN. assert (Lq : 1 - 3 * u <= q) by lra. assert (Hh : Rabs D1 <= 3 * u) by lra.
         unfold D1 in Hh. clear - Lq Hh Ly Hx. abs_in. nra. }
    assert (Kk : (k = 1 \/ k = 3 \/ k = 5 \/ k = 7)%Z).
    { assert (Ok : (Z.Odd k)).
      { destruct (Z.Even_or_Odd k) as [[c Ec] | O]; [|assumption]. exfalso. rewrite Ec in Mk. clear - Mk Eh. unfold N in Mk. lia. }
      destruct Ok as [c Ec]. lia. }
    assert (BEr : - u <= E <= - u + 60 * u * u).
    { split; [abs_in; lra|]. assert (Q1 : / y * y = 1) by (field; lra). set (i := / y) in *.
      assert (Mr : M (-24) r) by (apply (M_F (-1) r); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
      assert (Gap : forall c, / 2 + IZR c * u < r -> / 2 + IZR c * u + u <= r).
      { intros c Hc. assert (Mc : M (-24) (/ 2 + IZR c * u)) by (exists (8388608 + c)%Z; pows; rewrite plus_IZR; lra).
        assert (G := M_gap (-24) _ _ Mc Mr Hc). pows. lra. }
      destruct Kk as [K | [K | [K | K]]]; rewrite K in Ek;
        [specialize (Gap 0%Z)|specialize (Gap 1%Z)|specialize (Gap 2%Z)|specialize (Gap 3%Z)];
        rewrite Ek in Q1; unfold E; rewrite Ek; abs_in; assert (G := Gap ltac:(nra)); clear - G Br; nra. }
    assert (Gs : forall s, s = 1 \/ s = -1 -> D1 = s * (2 * u + 2 * u * u) -> good).
    { intros s Hs Hd. assert (Ed1 : d1 = s * (2 * u)).
      { unfold d1. rewrite Hd. assert (T := fl_tie (-23)). pows. replace (2 * u + 2 * u * u) with (/ 8388608 + / 140737488355328) by lra.
        destruct Hs as [-> | ->]; [rewrite Rmult_1_l, T; lra|]. replace (-1 * (/ 8388608 + / 140737488355328)) with (- (/ 8388608 + / 140737488355328)) by ring.
        rewrite fl_opp, T. lra. }
      destruct (account _ _ (u + 12 * u * u) E1 E3 ltac:(lra)) as [_ A2]. repeat split; try lra.
      set (e3 := d - (xl + d1)) in *. assert (Edl : delta = - s * (2 * u * u) + e3) by (unfold delta, e3; rewrite <- ED, Ed1, Hd; ring).
      assert (Es : total = s * (u * (s * D)) - s * (2 * u * u) + (- (E + u) * D - E * delta + e3)).
      { unfold total. assert (ss : s * s = 1) by (destruct Hs as [-> | ->]; ring). replace (s * (u * (s * D))) with (s * s * (u * D)) by ring.
        rewrite ss, Edl. ring. }
      assert (BsD : u - 2 * u * u <= s * D <= u + 12 * u * u).
      { rewrite <- ED, Hd. rewrite <- ED, Hd in BD. destruct Hs as [-> | ->]; abs_in; lra. }
      assert (Bs : Rabs (- (E + u) * D - E * delta) <= 70 * u * u * u).
      { assert (R1 : Rabs ((E + u) * D) <= 60 * u * u * (u + 12 * u * u)).
        { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le; lra|lra]. }
        assert (R2 : Rabs (E * delta) <= u * (3 * u * u)).
        { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [lra|]. rewrite Edl. destruct Hs as [-> | ->]; abs_in; apply Rabs_le; lra. }
        abs_in. apply Rabs_le. lra. }
      rewrite Es. destruct Hs as [-> | ->]; abs_in; apply Rabs_le; lra. }
    unfold Rabs in En. rewrite Hn in En. destruct (Rcase_abs D1); [apply (Gs (-1))|apply (Gs 1)]; auto; lra.
Qed.

Lemma parts21 : good.
Proof.
  destruct recip as (Br & _ & BE). assert (Bx := Bxh). assert (Xl := Bxl). assert (Xr := x_range). destruct head as (H & _).
  assert (Fq : F q) by apply F_fl. assert (Pe := Rabs_pos E).
  assert (BD : forall k, Rabs (q - Q) <= k -> Rabs D <= y * k + 12 * u * u).
  { intros k Hk. replace D with ((x - y * Q) + y * (Q - q)) by (unfold D; ring). eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
    rewrite (Rabs_minus_sym Q). assert (y * Rabs (q - Q) <= y * k) by (apply Rmult_le_compat_l; lra). lra. }
  assert (HQ : Rabs (y * Q - x) <= 12 * u * u) by (rewrite Rabs_minus_sym; assumption). apply Rabs_le_inv in HQ.
  assert (TD : Rabs D1 <= Rabs D + Rabs xl).
  { replace D1 with (D - xl) by (rewrite <- ED; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (S3 : forall k1, Rabs (d1 - D1) <= k1 -> Rabs (xl + d1) <= Rabs D + k1).
  { intros k1 Hk. replace (xl + d1) with (D + (d1 - D1)) by (rewrite <- ED; ring). eapply Rle_trans; [apply Rabs_triang|lra]. }
  assert (Myh : M (-23) (- y)) by (apply M_opp, M_unit; [assumption|lra]). assert (Mxx : M (-23) xh) by (apply M_unit; [apply Wx|lra]).
  assert (Y2 : y * y <= 4) by (clear - By; nra).
  destruct (Rle_or_lt Q 1) as [C | C].
  - assert (LQ : 49 / 100 <= Q) by (apply Rnot_lt_le; intros G; clear - G HQ By Xr; nra).
    assert (Bq : / 4 <= q <= 1) by (split; [apply (fl_ge (/ 4) Q (F_pow (-2))); lra|apply (fl_le_F 1 Q (F_pow 0) C)]).
    destruct (Rle_or_lt (/ 2) Q) as [C1 | C1].
    + assert (Lq : / 2 <= q) by (apply (fl_ge (/ 2) Q (F_pow (-1))); lra).
      assert (Eq := half_ulp 0 Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq C).
      assert (B := BD (u / 2) ltac:(lra)).
      destruct (Rle_or_lt (Rabs D1) (2 * u)) as [S1 | S1]; [|apply corner; lra].
      assert (M1 : M (-47) D1).
      { apply M_add; [apply (M_mul (-23) (-24)); [assumption|apply (M_F (-1) q); [assumption|rewrite Rabs_pos_eq; pows; lra]]|].
        apply M_le with (-23)%Z; [lia|assumption]. }
      assert (E1 : Rabs (d1 - D1) <= 0) by (unfold d1; rewrite (fl_M (-47)) by (assumption || (pows; lra)); rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
      assert (B3 := S3 _ E1).
      destruct (Rle_or_lt (Rabs D) u) as [S2 | S2].
      * assert (E3 := half_ulp (-24) (xl + d1)). pows. fold d in E3. specialize (E3 ltac:(lra)).
        destruct (account _ _ u E1 E3 S2) as [A1 A2]. repeat split; lra.
      * assert (E3 := half_ulp (-23) (xl + d1)). pows. fold d in E3. specialize (E3 ltac:(lra)).
        destruct (account _ _ (u + 12 * u * u) E1 E3 ltac:(lra)) as [A1 A2].
        assert (Rabs E * (u + 12 * u * u) <= u * (u + 12 * u * u)) by (apply Rmult_le_compat_r; lra). repeat split; lra.
    + assert (Eq := half_ulp (-1) Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq ltac:(lra)).
      assert (B := BD (u / 4) ltac:(lra)).
      assert (E1 := half_ulp (-23) D1). pows. fold d1 in E1. specialize (E1 ltac:(lra)). assert (B3 := S3 _ E1).
      assert (E3 := half_ulp (-24) (xl + d1)). pows. fold d in E3. specialize (E3 ltac:(lra)).
      destruct (account _ _ (u / 2 + 12 * u * u) E1 E3 ltac:(lra)) as [A1 A2].
      assert (Rabs E * (u / 2 + 12 * u * u) <= u * (u / 2 + 12 * u * u)) by (apply Rmult_le_compat_r; lra). repeat split; lra.
  - assert (UQ : Q <= 2) by (apply Rnot_lt_le; intros G; clear - G HQ By Xr; nra).
    assert (Bq : 1 <= q) by (apply (fl_ge 1 Q (F_pow 0)); lra).
    assert (Eq := half_ulp 1 Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq UQ).
    assert (B := BD u ltac:(lra)).
    assert (M1 : M (-46) D1).
    { apply M_add; [apply (M_mul (-23) (-23)); [assumption|apply M_unit; assumption]|]. apply M_le with (-23)%Z; [lia|assumption]. }
    assert (E1 : Rabs (d1 - D1) <= 0) by (unfold d1; rewrite (fl_M (-46)) by (assumption || (pows; lra)); rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
    assert (B3 := S3 _ E1). assert (Xy : y - 12 * u * u <= x) by (clear - HQ C By; nra).
    assert (BE' : Rabs E * (y * u + 12 * u * u) <= y * (u / 2) * (y * u + 12 * u * u)) by (apply Rmult_le_compat_r; lra).
    destruct (account 0 (Rabs (d - (xl + d1))) (y * u + 12 * u * u) E1 ltac:(lra) B) as [A1 A2].
    destruct (Rle_or_lt (Rabs D) (2 * u)) as [S2 | S2].
    + assert (E3 := half_ulp (-23) (xl + d1)). pows. fold d in E3. specialize (E3 ltac:(lra)).
      assert (G : y * y <= 4 * y - 3) by (clear - By; nra). repeat split; lra.
    + assert (E3 := half_ulp (-22) (xl + d1)). pows. fold d in E3. specialize (E3 ltac:(lra)). repeat split; lra.
Qed.
End Unit.

Lemma div21_unit xh xl y : unit_form (1 + 2 * u) xh xl -> F y -> 1 <= y <= 2 - 2 * u ->
  let (s, l) := div21 xh xl y in
  Rabs ((s + l) * y - (xh + xl)) <= (5 / 2 * u * u + 100 * u * u * u) * (xh + xl) /\ pair s l.
Proof.
  intros Wx Fy By. destruct (parts21 xh xl y Wx Fy By) as (P & Bd & Lq). destruct (recip y By) as (Br & _ & BE).
  assert (Xr := x_range xh xl Wx).
  unfold div21. cbv zeta. unfold div, fma, mul, neg, Rdiv. rewrite Rmult_1_l.
  set (r := fl (/ y)) in *. set (q0 := fl (xh * r)) in *.
  change (add xl (fl (q0 * - y + xh))) with (fl (xl + fl (q0 * - y + xh))).
  set (d0 := fl (xl + fl (q0 * - y + xh))) in *. set (q := fl (r * d0 + q0)) in *.
  change (add xl (fl (- y * q + xh))) with (fl (xl + fl (- y * q + xh))).
  set (d := fl (xl + fl (- y * q + xh))) in *. set (x := xh + xl) in *. set (E := 1 - r * y) in *. set (D := x - y * q) in *.
  assert (Hx : Rabs (r * d) <= q / 4).
  { rewrite Rabs_mult, (Rabs_pos_eq r) by lra. apply Rle_trans with (1 * (5 * u)); [apply Rmult_le_compat; try apply Rabs_pos; lra|lra]. }
  destruct (add_prod_exact q (r * d) (F_fl _) Hx) as [G A]. unfold neg in G, A. split; [|assumption].
  set (s := fl (r * d + q)) in *. set (l := fl (r * d + add q (- s))) in *. set (v := r * d + q) in *.
  assert (Id : y * v - x = - (E * D) + (1 - E) * (d - D)) by (unfold v, E, D; ring). rewrite <- Id in P.
  replace ((s + l) * y - x) with (y * (s + l - v) + (y * v - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
  assert (Q1 : y * Rabs (s + l - v) <= y * (u * u / 2 * v)) by (apply Rmult_le_compat_l; lra).
  assert (P' := P). apply Rabs_le_inv in P. assert (Q2 : y * v <= (1 + u) * x) by lra. lra.
Qed.

Lemma div21_sc c d xh xl y : Sc c -> Sc d ->
  div21 (c * xh) (c * xl) (d * y) = let (s, l) := div21 xh xl y in (c * / d * s, c * / d * l).
Proof.
  intros S T. assert (N := Sc_neq d T). assert (I := Sc_inv d T). assert (S2 := Sc_mul c (/ d) S I).
  unfold div21. cbv zeta. rewrite !div_sc, !neg_sc by assumption. rewrite !mul_sc by assumption.
  repeat rewrite ?fma_res, ?fma_res', ?fma_step, ?neg_sc, ?add_sc by assumption. reflexivity.
Qed.
Lemma div21_0 y : div21 0 0 y = (0, 0).
Proof. unfold div21, fma, mul, add, neg. now zeros. Qed.
Theorem div21_weak xh xl y : weak xh xl -> F y -> y <> 0 -> let (s, l) := div21 xh xl y in
  Rabs (s + l - (xh + xl) / y) <= (5 / 2 * u * u + 100 * u * u * u) * Rabs ((xh + xl) / y) /\ pair s l.
Proof.
  intros Wx Fy N. destruct (Req_dec xh 0) as [-> | Nx].
  { rewrite (form_0 _ _ Wx), div21_0. unfold Rdiv. zeros. split; [lra|apply pair_0]. }
  destruct (float_scaled y Fy N) as (d & y' & T & -> & Fy' & By).
  destruct (form_scaled _ _ _ Wx Nx) as (c & x & m & S & -> & -> & V).
  assert (Nd := Sc_neq d T). assert (I := Sc_inv d T). rewrite div21_sc by assumption. assert (H := div21_unit x m y' V Fy' By).
  destruct (div21 x m y') as [s r]. destruct H as [H P]. split; [|apply pair_sc; [now apply Sc_mul|assumption]].
  destruct V as (_ & _ & B3 & B4). apply Rabs_le_inv in B4. assert (X : 0 <= x + m) by lra.
  replace ((c * x + c * m) / (d * y')) with (c * / d * ((x + m) / y')).
  2: { field. split; [lra|assumption]. }
  replace (c * / d * s + c * / d * r - c * / d * ((x + m) / y')) with (c * / d * (s + r - (x + m) / y')) by ring.
  apply abs_sc. replace (s + r - (x + m) / y') with (((s + r) * y' - (x + m)) * / y') by (field; lra).
  unfold Rdiv. rewrite !Rabs_mult, <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|]. rewrite (Rabs_pos_eq (x + m)) by assumption. assumption.
Qed.
Print Assumptions div21_weak.
