(* div12 within 3 u^2 + 100 u^3 of x/y, x a word, y weak; div22 within 5 u^2 + 2000 u^3, x and y weak.  docs/proofs/div22.md.  Its two
corners are congruences of three integers here: corner_low and corner_high. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Section Unit.
Variables x yh yl : R.
Hypothesis Fx : F x. Hypothesis Bx : 1 <= x <= 2 - 2 * u.
Hypothesis Wy : unit_form (1 + 2 * u) yh yl.
Let y := yh + yl.
Let r := fl (/ yh).
Let E := 1 - r * y.
Lemma By : 1 <= yh <= 2 - 2 * u. Proof. apply Wy. Qed.
Lemma Byl : Rabs yl <= w. Proof. apply Wy. Qed.
Lemma y_range : 1 - w <= y <= 2 - 2 * u + w.
Proof. assert (H := By). assert (G := Byl). apply Rabs_le_inv in G. unfold y. lra. Qed.
Lemma reciprocal : / 2 <= r <= 1 /\ Rabs E <= 3 / 2 * u + 3 * u * u /\ y * Rabs E <= u * (y * y / 2 + 1) + 9 * u * u.
Proof.
  assert (By' := By). assert (Yr := y_range). set (q := / yh). assert (Q1 : q * yh = 1) by (unfold q; field; lra).
  assert (Bq : / 2 < q <= 1) by (clear - By' Q1; nra).
  assert (Er := half_ulp 0 q). pows. change (fl q) with r in Er. rewrite (Rabs_pos_eq q) in Er by lra. specialize (Er ltac:(lra)).
  assert (Br : / 2 <= r <= 1) by (split; [apply (fl_ge (/ 2) q); [apply (F_pow (-1))|lra]|apply (fl_le_F 1 q); [apply (F_pow 0)|lra]]).
  assert (BD : Rabs ((q - r) * yh) <= yh * (u / 2)).
  { rewrite Rabs_mult, (Rabs_pos_eq yh), Rabs_minus_sym by lra. rewrite Rmult_comm. apply Rmult_le_compat_l; lra. }
  assert (Eyl : Rabs (r * yl) <= r * w).
  { rewrite Rabs_mult, (Rabs_pos_eq r) by lra. apply Rmult_le_compat_l; [lra|apply Byl]. }
  assert (EE : E = (q - r) * yh - r * yl) by (unfold E, y; rewrite <- Q1; ring).
  assert (Conv : yh / 2 + q <= 3 / 2).
  { assert (H : (yh - 1) * (yh - 2) <= 0) by (clear - By'; nra).
    assert (H2 : q * ((yh - 1) * (yh - 2)) <= 0) by (clear - H Bq; nra).
    replace (q * ((yh - 1) * (yh - 2))) with (q * yh * yh - 3 * (q * yh) + 2 * q) in H2 by ring. rewrite Q1 in H2. lra. }
  assert (BE : Rabs E <= yh * (u / 2) + q * u + 3 * u * u).
  { rewrite EE. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. apply Rabs_le_inv in Er. lra. }
  split; [assumption|]. split; [lra|].
  assert (Yl := Byl). apply Rabs_le_inv in Yl.
  assert (Yh : yh = y - yl) by (unfold y; ring).
  assert (A : y * Rabs E <= y * (yh * (u / 2) + q * u + 3 * u * u)) by (apply Rmult_le_compat_l; lra).
  assert (B : y * yh <= y * y + 2 * w) by (rewrite Yh; clear - Yl Yr; nra).
  assert (C : y * q <= 1 + w) by (unfold y; replace ((yh + yl) * q) with (q * yh + yl * q) by ring; rewrite Q1; clear - Yl Bq; nra).
  lra.
Qed.

Let q0 := fl (x * r).
Let a0 := fl (q0 * - yh + x).
Let d0 := fl (q0 * - yl + a0).
Let Q := r * d0 + q0.
Let q := fl Q.
(* The head: y Q misses x by at most 22 u^2. *)
Lemma head : Rabs (x - y * Q) <= 22 * u * u.
Proof.
  destruct reciprocal as (Br & BE & _). assert (By' := By). assert (Yr := y_range). assert (Yl := Byl).
  assert (P1 : / 2 <= x * r <= 2 - 2 * u) by (clear - Bx Br; nra).
  assert (Eq0 := half_ulp 1 (x * r)). pows. fold q0 in Eq0. rewrite (Rabs_pos_eq (x * r)) in Eq0 by lra. specialize (Eq0 ltac:(lra)).
  set (f := q0 - x * r) in *.
  assert (Bq0 : 0 <= q0 <= 2) by (split; [apply fl_ge; [apply F_0|lra]|apply fl_le_F; [apply (F_pow 1)|lra]]).
  set (D0 := x - y * q0).
  assert (B0 : Rabs D0 <= 6 * u).
  { assert (Id : D0 = x * E - y * f) by (unfold D0, E, f; ring). rewrite Id.
    assert (R1 : Rabs (x * E) <= (2 - 2 * u) * (3 / 2 * u + 3 * u * u)) by (rewrite Rabs_mult, (Rabs_pos_eq x) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (R2 : Rabs (y * f) <= 2 * u) by (rewrite Rabs_mult, (Rabs_pos_eq y) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
    abs_in. apply Rabs_le. lra. }
  assert (R3 : Rabs (q0 * - yl) <= 2 * w) by (rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq q0) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (Ba : Rabs (q0 * - yh + x) <= 8 * u + 4 * u * u).
  { replace (q0 * - yh + x) with (D0 - q0 * - yl) by (unfold D0, y; ring). abs_in. apply Rabs_le. lra. }
  assert (Ea := half_ulp (-20) (q0 * - yh + x)). pows. fold a0 in Ea. specialize (Ea ltac:(lra)).
  set (ea := a0 - (q0 * - yh + x)) in *.
  assert (Ed := half_ulp (-21) (q0 * - yl + a0)). pows. fold d0 in Ed.
  assert (S0 : q0 * - yl + a0 = D0 + ea) by (unfold ea, D0, y; ring).
  specialize (Ed ltac:(rewrite S0; abs_in; apply Rabs_le; lra)). set (ed := d0 - (q0 * - yl + a0)) in *.
  assert (Id : x - y * Q = E * D0 - (1 - E) * (ea + ed)).
  { unfold Q. replace d0 with (D0 + ea + ed) by (unfold ed; rewrite S0; ring). unfold E, D0. ring. }
  rewrite Id.
  assert (R4 : Rabs (E * D0) <= (3 / 2 * u + 3 * u * u) * (6 * u)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (R5 : Rabs ((1 - E) * (ea + ed)) <= (1 + 2 * u) * (12 * u * u)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; abs_in; apply Rabs_le; lra. }
  abs_in. apply Rabs_le. lra.
Qed.

Let D1 := - yh * q + x.
Let d1 := fl D1.
Let d := fl (- yl * q + d1).
Let D := x - y * q.
Let delta := d - D.
Lemma ED : D = - yl * q + D1. Proof. unfold D, D1, y. ring. Qed.
Lemma parts : Rabs (E * D) + (1 + 2 * u) * Rabs delta <= (5 / 2 * u * u + 90 * u * u * u) * x /\ Rabs d <= 5 * u /\ / 2 <= q.
Proof.
  destruct reciprocal as (Br & BE & BEy). assert (By' := By). assert (Yr := y_range). assert (Yl := Byl). assert (H := head).
  assert (Hy := ED). assert (Myh : M (-23) (- yh)) by (apply M_opp, M_unit; [apply Wy|lra]). assert (Mxx : M (-23) x) by (apply M_unit; [assumption|lra]).
  assert (Pe := Rabs_pos E). assert (Ed : d = D + delta) by (unfold delta; ring).
  assert (Split : D = (x - y * Q) + y * (Q - q)) by (unfold D; ring).
  assert (BD : forall k, Rabs (q - Q) <= k -> Rabs D <= y * k + 22 * u * u).
  { intros k Hk. rewrite Split. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
    rewrite (Rabs_minus_sym Q). assert (y * Rabs (q - Q) <= y * k) by (apply Rmult_le_compat_l; lra). lra. }
  assert (BE2 : forall k, Rabs D <= k -> Rabs (E * D) <= Rabs E * k).
  { intros k Hk. rewrite Rabs_mult. now apply Rmult_le_compat_l. }
  assert (Small : d1 = D1 -> forall k, Rabs D <= pow k -> Rabs delta <= pow (k - 25)).
  { intros E1 k Hk. unfold delta, d. rewrite E1, Hy. apply half_ulp. rewrite <- Hy. assumption. }
  assert (HQ : Rabs (y * Q - x) <= 22 * u * u) by (rewrite Rabs_minus_sym; assumption). apply Rabs_le_inv in HQ.
  assert (Yq : forall k, Rabs q <= k -> Rabs (- yl * q) <= w * k).
  { intros k Hk. rewrite Rabs_mult, Rabs_Ropp. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  destruct (Rle_or_lt Q 1) as [C | C].
  - assert (LQ : / 2 <= Q) by (apply Rnot_lt_le; intros G; clear - G HQ Yr Bx; nra).
    assert (Bq : / 2 <= q <= 1) by (split; [apply (fl_ge (/ 2) Q (F_pow (-1)) LQ)|apply (fl_le_F 1 Q (F_pow 0) C)]).
    assert (Eq := half_ulp 0 Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq C).
    assert (B := BD (u / 2) ltac:(lra)). assert (BED := BE2 _ B).
    assert (Mul : Rabs E * (y * (u / 2) + 22 * u * u) <= u / 2 * (u * (y * y / 2 + 1) + 9 * u * u) + 22 * u * u * (3 / 2 * u + 3 * u * u)).
    { replace (Rabs E * (y * (u / 2) + 22 * u * u)) with (u / 2 * (y * Rabs E) + 22 * u * u * Rabs E) by ring. lra. }
    assert (Y2 : y * y <= 4) by (clear - Yr; nra).
    assert (Byq := Yq q ltac:(rewrite Rabs_pos_eq; lra)).
    assert (M1 : M (-47) D1).
    { apply M_add; [apply (M_mul (-23) (-24)); [assumption|apply (M_F (-1) q); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]]|].
      apply M_le with (-23)%Z; [lia|assumption]. }
    assert (Tr : Rabs D1 <= Rabs D + Rabs (- yl * q)).
    { replace D1 with (D - - yl * q) by (rewrite Hy; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
    destruct (Rle_or_lt (Rabs D1) (2 * u)) as [C1 | C1].
    + assert (E1 : d1 = D1) by (apply (fl_M (-47)); [assumption|pows; lra]).
      assert (S1 := Small E1 (-23)%Z). pows. specialize (S1 ltac:(lra)).
      split; [lra|]. split; [rewrite Ed; eapply Rle_trans; [apply Rabs_triang|lra]|lra].
    + assert (e1 := half_ulp (-22) D1). pows. fold d1 in e1. specialize (e1 ltac:(lra)).
      assert (Sum : - yl * q + d1 = D + (d1 - D1)) by (rewrite Hy; ring).
      assert (B1 : Rabs (- yl * q + d1) <= 2 * u) by (rewrite Sum; eapply Rle_trans; [apply Rabs_triang|lra]).
      assert (e3 := half_ulp (-23) (- yl * q + d1)). pows. fold d in e3. specialize (e3 ltac:(lra)).
      assert (Bd : Rabs delta <= 3 * u * u).
      { replace delta with (d - (- yl * q + d1) + (d1 - D1)) by (unfold delta; rewrite Hy; ring). eapply Rle_trans; [apply Rabs_triang|]. lra. }
      assert (Yb : 2 - 100 * u <= y) by lra. assert (Qb : 1 - 100 * u <= Q) by (apply Rabs_le_inv in Eq; lra).
      assert (X : 19 / 10 <= x) by (clear - Yb Qb HQ; nra).
      split; [lra|]. split; [rewrite Ed; eapply Rle_trans; [apply Rabs_triang|lra]|lra].
  - assert (UQ : Q <= 2 + 60 * u * u) by (apply Rnot_lt_le; intros G; clear - G HQ Yr Bx; nra).
    destruct (fl_mid_tie 1 Q (60 * u * u) u) as [Bq Eq]; pows; try lra.
    { rewrite Rabs_pos_eq; lra. }
    change (fl Q) with q in Bq, Eq.
    assert (Lq : 1 <= q) by (apply (fl_ge 1 Q (F_pow 0)); lra).
    assert (B := BD u Eq). assert (BED := BE2 _ B). assert (Bq' : q <= 2) by (rewrite Rabs_pos_eq in Bq; lra).
    assert (Mul : Rabs E * (y * u + 22 * u * u) <= u * (u * (y * y / 2 + 1) + 9 * u * u) + 22 * u * u * (3 / 2 * u + 3 * u * u)).
    { replace (Rabs E * (y * u + 22 * u * u)) with (u * (y * Rabs E) + 22 * u * u * Rabs E) by ring. lra. }
    assert (Byq := Yq q ltac:(rewrite Rabs_pos_eq; lra)).
    assert (M1 : M (-46) D1).
    { apply M_add; [apply (M_mul (-23) (-23)); [assumption|apply M_unit; [apply F_fl|assumption]]|].
      apply M_le with (-23)%Z; [lia|assumption]. }
    assert (Tr : Rabs D1 <= Rabs D + Rabs (- yl * q)).
    { replace D1 with (D - - yl * q) by (rewrite Hy; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
    assert (Dq : y * q = x - D) by (unfold D; ring).
    assert (Sum : y + q <= 3 + 20 * u).
    { assert (G : 0 <= (y - (1 - w)) * (q - 1)) by (apply Rmult_le_pos; lra).
      assert (G2 : y * q <= 2 + 4 * u) by (rewrite Dq; apply Rabs_le_inv in B; lra). clear - G G2 Bq' Lq. lra. }
    assert (E1 : d1 = D1) by (apply (fl_M (-46)); [assumption|pows; lra]).
    assert (Xy : y - 22 * u * u <= x) by (clear - HQ C Yr; nra).
    destruct (Rle_or_lt (Rabs D) (2 * u)) as [C2 | C2].
    + assert (S1 := Small E1 (-23)%Z). pows. specialize (S1 ltac:(lra)).
      assert (G : y * y / 2 + 2 <= 5 / 2 * y + 3 * u).
      { assert (G : (y - (1 - w)) * (y - 4) <= 0) by (clear - Yr; nra). clear - G Yr. lra. }
      split; [lra|]. split; [rewrite Ed; eapply Rle_trans; [apply Rabs_triang|lra]|lra].
    + assert (S1 := Small E1 (-22)%Z). pows. specialize (S1 ltac:(lra)).
      assert (BED2 := BE2 (2 * u + 23 * u * u) ltac:(lra)).
      assert (Mul2 : Rabs E * (2 * u + 23 * u * u) <= (3 / 2 * u + 3 * u * u) * (2 * u + 23 * u * u)) by (apply Rmult_le_compat_r; lra).
      split; [lra|]. split; [rewrite Ed; eapply Rle_trans; [apply Rabs_triang|lra]|lra].
Qed.
End Unit.

Lemma div12_unit x yh yl : F x -> 1 <= x <= 2 - 2 * u -> unit_form (1 + 2 * u) yh yl ->
  let (s, l) := div12 x yh yl in
  Rabs ((s + l) * (yh + yl) - x) <= (3 * u * u + 100 * u * u * u) * x /\ pair s l.
Proof.
  intros Fx Bx Wy. destruct (parts x yh yl Fx Bx Wy) as (P & Bd & Lq). destruct (reciprocal yh yl Wy) as (Br & BE & _).
  assert (Yr := y_range yh yl Wy).
  unfold div12. cbv zeta. unfold div, fma, mul, neg, Rdiv. rewrite Rmult_1_l.
  set (r := fl (/ yh)) in *. set (q0 := fl (x * r)) in *. set (a0 := fl (q0 * - yh + x)) in *. set (d0 := fl (q0 * - yl + a0)) in *.
  set (q := fl (r * d0 + q0)) in *. set (d1 := fl (- yh * q + x)) in *. set (d := fl (- yl * q + d1)) in *.
  set (y := yh + yl) in *. set (E := 1 - r * y) in *. set (D := x - y * q) in *.
  assert (Hx : Rabs (r * d) <= q / 4).
  { rewrite Rabs_mult, (Rabs_pos_eq r) by lra. apply Rle_trans with (1 * (5 * u)); [apply Rmult_le_compat; try apply Rabs_pos; lra|lra]. }
  destruct (add_prod_exact q (r * d) (F_fl _) Hx) as [G A]. unfold neg in G, A. split; [|assumption].
  set (s := fl (r * d + q)) in *. set (l := fl (r * d + add q (- s))) in *. set (v := r * d + q) in *.
  assert (Id : y * v - x = - (E * D) + (1 - E) * (d - D)) by (unfold v, E, D; ring).
  assert (BV : Rabs (y * v - x) <= (5 / 2 * u * u + 90 * u * u * u) * x).
  { rewrite Id. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, (Rabs_mult (1 - E)).
    assert (B1 : Rabs (1 - E) <= 1 + 2 * u) by (apply Rabs_le_inv in BE; apply Rabs_le; lra).
    assert (B2 : Rabs (1 - E) * Rabs (d - D) <= (1 + 2 * u) * Rabs (d - D)) by (apply Rmult_le_compat_r; [apply Rabs_pos|assumption]). lra. }
  replace ((s + l) * y - x) with (y * (s + l - v) + (y * v - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
  assert (Q1 : y * Rabs (s + l - v) <= y * (u * u / 2 * v)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in BV. assert (Q2 : y * v <= (1 + u) * x) by lra.
  assert (BV' : Rabs (y * v - x) <= (5 / 2 * u * u + 90 * u * u * u) * x) by (apply Rabs_le; lra). lra.
Qed.

Lemma div12_sc c d x yh yl : Sc c -> Sc d ->
  div12 (c * x) (d * yh) (d * yl) = let (s, l) := div12 x yh yl in (c * / d * s, c * / d * l).
Proof.
  intros S T. assert (N := Sc_neq d T). assert (I := Sc_inv d T). assert (S2 := Sc_mul c (/ d) S I).
  unfold div12. cbv zeta. rewrite !div_sc, !neg_sc by assumption. rewrite !mul_sc by assumption.
  repeat rewrite ?fma_res, ?fma_res', ?fma_step, ?neg_sc, ?add_sc by assumption. reflexivity.
Qed.
Theorem div12_weak x yh yl : F x -> weak yh yl -> yh <> 0 -> let (s, l) := div12 x yh yl in
  Rabs (s + l - x / (yh + yl)) <= (3 * u * u + 100 * u * u * u) * Rabs (x / (yh + yl)) /\ pair s l.
Proof.
  intros Fx W N. destruct (Req_dec x 0) as [-> | Nx].
  { unfold div12, fma, mul, add, neg. zeros. unfold Rdiv. zeros. split; [lra|apply pair_0]. }
  destruct (form_scaled _ _ _ W N) as (d & h & l & T & -> & -> & U).
  destruct (float_scaled x Fx Nx) as (c & x' & S & -> & Fx' & Bx).
  assert (Nd := Sc_neq d T). assert (I := Sc_inv d T). rewrite div12_sc by assumption. assert (H := div12_unit x' h l Fx' Bx U).
  destruct (div12 x' h l) as [s r]. destruct H as [H P]. split; [|apply pair_sc; [now apply Sc_mul|assumption]].
  destruct U as (_ & _ & B1 & B2). apply Rabs_le_inv in B2. assert (Y : 0 < h + l) by lra.
  replace (c * x' / (d * h + d * l)) with (c * / d * (x' / (h + l))).
  2: { rewrite <- Rmult_plus_distr_l. field. split; [lra|assumption]. }
  replace (c * / d * s + c * / d * r - c * / d * (x' / (h + l))) with (c * / d * (s + r - x' / (h + l))) by ring.
  apply abs_sc. replace (s + r - x' / (h + l)) with (((s + r) * (h + l) - x') * / (h + l)) by (field; lra).
  unfold Rdiv. rewrite !Rabs_mult, <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|]. rewrite (Rabs_pos_eq x') by lra. assumption.
Qed.
Print Assumptions div12_weak.

(* ---- div22, with names of its own for the same parts *)
Module Div22.
Section Unit.
Variables xh xl yh yl : R.
Hypothesis Wx : unit_form (1 + 2 * u) xh xl.
Hypothesis Wy : unit_form (1 + 2 * u) yh yl.
Let x := xh + xl.
Let y := yh + yl.
Let r := fl (/ yh).
Let E := 1 - r * y.
Lemma Bxh : 1 <= xh <= 2 - 2 * u. Proof. apply Wx. Qed.
Lemma Bxl : Rabs xl <= w. Proof. apply Wx. Qed.
Lemma x_range : 1 - w <= x <= 2 - 2 * u + w.
Proof. assert (H := Bxh). assert (G := Bxl). apply Rabs_le_inv in G. unfold x. lra. Qed.
Lemma By : 1 <= yh <= 2 - 2 * u. Proof. apply Wy. Qed.
Lemma Byl : Rabs yl <= w. Proof. apply Wy. Qed.
Lemma y_range : 1 - w <= y <= 2 - 2 * u + w.
Proof. assert (H := By). assert (G := Byl). apply Rabs_le_inv in G. unfold y. lra. Qed.
Lemma recip : / 2 <= r <= 1 /\ Rabs E <= 3 / 2 * u + 3 * u * u /\ y * Rabs E <= u * (y * y / 2 + 1) + 9 * u * u.
Proof. now apply reciprocal. Qed.

Let q0 := fl (xh * r).
Let a2 := fl (q0 * - yl + xl).
Let a1 := fl (q0 * - yh + xh).
Let d0 := fl (a2 + a1).
Let Q := r * d0 + q0.
Let q := fl Q.
Lemma head22 : Rabs (x - y * Q) <= 25 * u * u.
Proof.
  destruct recip as (Br & BE & _). assert (By' := By). assert (Yr := y_range). assert (Yl := Byl). assert (Bx := Bxh). assert (Xl := Bxl).
  assert (P1 : / 2 <= xh * r <= 2 - 2 * u) by (clear - Bx Br; nra).
  assert (Eq0 := half_ulp 1 (xh * r)). pows. fold q0 in Eq0. rewrite (Rabs_pos_eq (xh * r)) in Eq0 by lra. specialize (Eq0 ltac:(lra)).
  set (f := q0 - xh * r) in *.
  assert (Bq0 : 0 <= q0 <= 2) by (split; [apply fl_ge; [apply F_0|lra]|apply fl_le_F; [apply (F_pow 1)|lra]]).
  set (D0 := x - y * q0).
  assert (B0 : Rabs D0 <= 7 * u).
  { assert (Id : D0 = xh * E - y * f + xl) by (unfold D0, E, f, x; ring). rewrite Id.
    assert (R1 : Rabs (xh * E) <= (2 - 2 * u) * (3 / 2 * u + 3 * u * u)) by (rewrite Rabs_mult, (Rabs_pos_eq xh) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
    assert (R2 : Rabs (y * f) <= 2 * u) by (rewrite Rabs_mult, (Rabs_pos_eq y) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
    abs_in. apply Rabs_le. lra. }
  assert (R3 : Rabs (q0 * - yl) <= 2 * w) by (rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq q0) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (B2 : Rabs (q0 * - yl + xl) <= 4 * u) by (abs_in; apply Rabs_le; lra).
  assert (E2 := half_ulp (-22) (q0 * - yl + xl)). pows. fold a2 in E2. specialize (E2 ltac:(lra)).
  assert (B1 : Rabs (q0 * - yh + xh) <= 11 * u).
  { replace (q0 * - yh + xh) with (D0 - (q0 * - yl + xl)) by (unfold D0, x, y; ring). abs_in. apply Rabs_le. lra. }
  assert (E1 := half_ulp (-20) (q0 * - yh + xh)). pows. fold a1 in E1. specialize (E1 ltac:(lra)).
  set (e1 := a1 - (q0 * - yh + xh)) in *. set (e2 := a2 - (q0 * - yl + xl)) in *.
  assert (E3 := half_ulp (-21) (a2 + a1)). pows. fold d0 in E3.
  assert (S0 : a2 + a1 = D0 + (e1 + e2)) by (unfold e1, e2, D0, x, y; ring).
  specialize (E3 ltac:(rewrite S0; abs_in; apply Rabs_le; lra)). set (e3 := d0 - (a2 + a1)) in *.
  assert (Id : x - y * Q = E * D0 - (1 - E) * (e1 + e2 + e3)).
  { unfold Q. replace d0 with (D0 + (e1 + e2) + e3) by (unfold e3; rewrite S0; ring). unfold E, D0. ring. }
  rewrite Id.
  assert (R4 : Rabs (E * D0) <= (3 / 2 * u + 3 * u * u) * (7 * u)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (R5 : Rabs ((1 - E) * (e1 + e2 + e3)) <= (1 + 2 * u) * (14 * u * u)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; abs_in; apply Rabs_le; lra. }
  abs_in. apply Rabs_le. lra.
Qed.

(* For y next to 2, and x not: at most 11 u^2. *)
Lemma head_corner : 2 - 80 * u <= yh -> xh <= 6 / 5 -> Rabs (x - y * Q) <= 11 * u * u.
Proof.
  intros Hy Hx. destruct recip as (Br & BE & _). assert (By' := By). assert (Yr := y_range). assert (Yl := Byl). assert (Bx := Bxh). assert (Xl := Bxl).
  assert (Er : Rabs (1 - r * yh) <= u + u * u).
  { assert (Q1 : / yh * yh = 1) by (field; lra). set (i := / yh) in *. assert (I1 : / 2 < i <= 1) by (clear - By' Q1; nra).
    assert (G := half_ulp 0 i). pows. fold r in G. rewrite (Rabs_pos_eq i) in G by lra. specialize (G ltac:(lra)).
    replace (1 - r * yh) with ((i - r) * yh) by (rewrite <- Q1; ring). rewrite Rabs_mult, (Rabs_pos_eq yh), Rabs_minus_sym by lra.
    assert (Rabs (r - i) * yh <= u / 2 * yh) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Ru : r <= 51 / 100) by (clear - Er Hy Br; apply Rabs_le_inv in Er; nra).
  assert (P1 : / 2 <= xh * r <= 62 / 100) by (clear - Bx Br Ru Hx; nra).
  assert (Eq0 := half_ulp 0 (xh * r)). pows. fold q0 in Eq0. rewrite (Rabs_pos_eq (xh * r)) in Eq0 by lra. specialize (Eq0 ltac:(lra)).
  set (f := q0 - xh * r) in *. assert (Eq : q0 = xh * r + f) by (unfold f; ring).
  assert (Bq0 : 0 <= q0 <= 63 / 100) by (rewrite Eq; abs_in; lra).
  set (D0 := x - y * q0).
  assert (R2 : Rabs (y * f) <= u) by (replace u with (2 * (u / 2)) by lra; rewrite Rabs_mult, (Rabs_pos_eq y) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (R2' : Rabs (yh * f) <= u) by (replace u with (2 * (u / 2)) by lra; rewrite Rabs_mult, (Rabs_pos_eq yh) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (R1 : Rabs (xh * E) <= 6 / 5 * (3 / 2 * u + 3 * u * u)) by (rewrite Rabs_mult, (Rabs_pos_eq xh) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (R1' : Rabs (xh * (1 - r * yh)) <= 6 / 5 * (u + u * u)) by (rewrite Rabs_mult, (Rabs_pos_eq xh) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (B0 : Rabs D0 <= 39 / 10 * u).
  { replace D0 with (xh * E - y * f + xl) by (unfold D0, E, f, x; ring). abs_in. apply Rabs_le. lra. }
  assert (R3 : Rabs (q0 * - yl) <= 63 / 100 * w) by (rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq q0) by lra; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (E2 := half_ulp (-23) (q0 * - yl + xl)). pows. fold a2 in E2. specialize (E2 ltac:(abs_in; apply Rabs_le; lra)).
  assert (E1 := half_ulp (-22) (q0 * - yh + xh)). pows. fold a1 in E1.
  specialize (E1 ltac:(replace (q0 * - yh + xh) with (xh * (1 - r * yh) - yh * f) by (unfold f; ring); abs_in; apply Rabs_le; lra)).
  set (e1 := a1 - (q0 * - yh + xh)) in *. set (e2 := a2 - (q0 * - yl + xl)) in *.
  assert (E3 := half_ulp (-22) (a2 + a1)). pows. fold d0 in E3.
  assert (S0 : a2 + a1 = D0 + (e1 + e2)) by (unfold e1, e2, D0, x, y; ring).
  specialize (E3 ltac:(rewrite S0; abs_in; apply Rabs_le; lra)). set (e3 := d0 - (a2 + a1)) in *.
  assert (Id : x - y * Q = E * D0 - (1 - E) * (e1 + e2 + e3)).
  { unfold Q. replace d0 with (D0 + (e1 + e2) + e3) by (unfold e3; rewrite S0; ring). unfold E, D0. ring. }
  rewrite Id.
  assert (R4 : Rabs (E * D0) <= (3 / 2 * u + 3 * u * u) * (39 / 10 * u)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (R5 : Rabs ((1 - E) * (e1 + e2 + e3)) <= (1 + 2 * u) * (5 * u * u)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; abs_in; apply Rabs_le; lra. }
  abs_in. apply Rabs_le. lra.
Qed.

Let D1 := - yh * q + xh.
Let D2 := - yl * q + xl.
Let d1 := fl D1.
Let d2 := fl D2.
Let d := fl (d2 + d1).
Let D := x - y * q.
Let delta := d - D.
(* Corner 1: the head below 1 with its residue rounded, y's low word small.  In units of 2u^2 the residue is m with |m| = N + n; y = 2 - 2ku. *)
Lemma corner_low : / 2 <= q <= 1 -> Rabs (q - Q) <= u / 2 -> 2 * u < Rabs D1 -> Rabs D2 <= u ->
  Rabs (E * D) + (1 + 2 * u) * Rabs delta <= (9 / 2 * u * u + 1900 * u * u * u) * x /\ Rabs d <= 12 * u.
Proof.
  intros Bq Eq C C2. destruct recip as (Br & BE & _). assert (By' := By). assert (Yr := y_range). assert (Yl := Byl). assert (H := head22).
  assert (Bx := Bxh). assert (Xl := Bxl). assert (Xr := x_range). assert (Hc := head_corner). assert (Fq : F q) by apply F_fl.
  assert (Hy : D = D1 + D2) by (unfold D, D1, D2, x, y; ring).
  assert (Pe := Rabs_pos E). assert (Ed : d = D + delta) by (unfold delta; ring).
  assert (BD : forall k, Rabs (x - y * Q) <= k -> Rabs D <= y * (u / 2) + k).
  { intros k Hk. replace D with ((x - y * Q) + y * (Q - q)) by (unfold D; ring). eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
    rewrite (Rabs_minus_sym Q). assert (y * Rabs (q - Q) <= y * (u / 2)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (B := BD _ H).
  assert (Tr : Rabs D1 <= Rabs D + Rabs D2).
  { replace D1 with (D - D2) by (rewrite Hy; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (Del : forall k1 k2 k3, Rabs (d1 - D1) <= k1 -> Rabs (d2 - D2) <= k2 -> Rabs (d - (d2 + d1)) <= k3 -> Rabs delta <= k1 + k2 + k3).
  { intros k1 k2 k3 H1 H2 H3. replace delta with (d - (d2 + d1) + (d2 - D2 + (d1 - D1))) by (unfold delta; rewrite Hy; ring).
    eapply Rle_trans; [apply Rabs_triang|]. assert (T := Rabs_triang (d2 - D2) (d1 - D1)). lra. }
  assert (BED : Rabs (E * D) <= (3 / 2 * u + 3 * u * u) * (u + 26 * u * u)) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (e1 := half_ulp (-22) D1). pows. fold d1 in e1. specialize (e1 ltac:(lra)).
  assert (e2 := half_ulp (-24) D2). pows. fold d2 in e2. specialize (e2 ltac:(lra)).
  assert (S3 : Rabs (d2 + d1) <= Rabs D + 3 * u * u).
  { replace (d2 + d1) with (D + (d2 - D2 + (d1 - D1))) by (rewrite Hy; ring). eapply Rle_trans; [apply Rabs_triang|]. assert (T := Rabs_triang (d2 - D2) (d1 - D1)). lra. }
  assert (e3 := half_ulp (-23) (d2 + d1)). pows. fold d in e3. specialize (e3 ltac:(lra)).
  assert (HD := Del _ _ _ e1 e2 e3).
  assert (Bd : Rabs d <= 12 * u) by (rewrite Ed; eapply Rle_trans; [apply Rabs_triang|lra]). split; [|assumption]. clear Bd.
  assert (Xx : xh - w <= x) by (apply Rabs_le_inv in Xl; unfold x; lra).
  assert (Ly : 2 - 60 * u <= yh) by (apply Rabs_le_inv in Yl; unfold y in B; lra).
  destruct (Rle_or_lt xh (6 / 5)) as [Hx | Hx]; [|lra].
  specialize (Hc ltac:(lra) Hx). assert (B2 := BD _ Hc).
  destruct (M_unit xh (proj1 Wx) ltac:(lra)) as [X EX]. destruct (M_unit yh (proj1 Wy) ltac:(lra)) as [Y EY].
  destruct (M_F (-1) q Fq ltac:(rewrite Rabs_pos_eq; pows; lra)) as [J EJ]. pows.
  change (pow (-1 - 23)) with u in EJ.
  pose (N := 16777216%Z). set (m := (X * N - Y * J)%Z).
  assert (Em : D1 = IZR m * / 140737488355328) by (unfold D1, m, N; rewrite minus_IZR, !mult_IZR, EX, EY, EJ; field).
  assert (Am : Rabs D1 = IZR (Z.abs m) * / 140737488355328) by (rewrite Em, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ _)) by lra; reflexivity).
  set (k := (N - Y)%Z). set (n := (Z.abs m - N)%Z).
  assert (Ek : yh = 2 - 2 * IZR k * u) by (unfold k, N; rewrite minus_IZR, EY; lra).
  assert (En : Rabs D1 = 2 * u + 2 * IZR n * u * u) by (unfold n, N; rewrite minus_IZR, Am; lra).
  assert (K1 : (1 <= k)%Z) by (apply le_IZR; lra).
  assert (N1 : (1 <= n)%Z) by (assert (0 < n)%Z by (apply lt_IZR; lra); lia).
  assert (Yk : y <= 2 - 2 * IZR k * u + w) by (apply Rabs_le_inv in Yl; unfold y; lra).
  assert (NK : (2 * n + k <= 11)%Z).
  { assert (2 * n + k < 12)%Z; [|lia]. apply lt_IZR. rewrite plus_IZR, mult_IZR. lra. }
  assert (J1 : (8388608 <= J <= 16777216)%Z) by (split; apply le_IZR; lra).
  assert (Mk : (m = N * (X - J) + k * J)%Z) by (unfold m, k; ring).
  destruct (Z.Even_or_Odd m) as [[h Eh] | [h Eh]].
  - assert (X1 : Rabs (d1 - D1) <= 0).
    { unfold d1. rewrite (fl_M (-46)); [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra| |pows; lra].
      exists h. rewrite Em, Eh, mult_IZR. pows. lra. }
    assert (HD' := Del _ _ _ X1 e2 e3). lra.
  - assert (Kk : (k = 1 \/ k = 3 \/ k = 5 \/ k = 7 \/ k = 9)%Z).
    { assert (Ok : (Z.Odd k)).
      { destruct (Z.Even_or_Odd k) as [[c Ec] | O]; [|assumption]. exfalso. rewrite Ec in Mk. clear - Mk Eh. unfold N in Mk. lia. }
      destruct Ok as [c Ec]. lia. }
    assert (J9 : (5 * 16777216 - 45 <= 9 * J)%Z).
    { unfold n in NK, N1. clear - Mk Kk J1 NK N1. unfold N in *. destruct Kk as [-> | [-> | [-> | [-> | ->]]]]; lia. }
    apply IZR_le in J9. rewrite minus_IZR, !mult_IZR in J9. assert (Lq : 5 / 9 - 5 * u <= q) by lra.
    assert (Hh : Rabs D1 <= 3 * u) by lra. unfold D1 in Hh.
    assert (Lx : 10 / 9 - 60 * u <= xh) by (clear - Lq Hh Ly; apply Rabs_le_inv in Hh; nra). lra.
Qed.
(* Corner 2: it does not occur for a head from 1 on.  The residue's units are 4u^2. *)
Lemma corner_high : 1 < Q -> 1 <= q -> Rabs D <= y * u + 240 * u * u -> 4 * u < Rabs D1 -> Rabs D2 <= 2 * u -> False.
Proof.
  intros CQ Lq B C C2. assert (By' := By). assert (Yr := y_range). assert (Yl := Byl). assert (H := head22).
  assert (Bx := Bxh). assert (Xl := Bxl). assert (Xr := x_range). assert (Fq : F q) by apply F_fl.
  assert (Hy : D = D1 + D2) by (unfold D, D1, D2, x, y; ring).
  assert (Tr : Rabs D1 <= Rabs D + Rabs D2).
  { replace D1 with (D - D2) by (rewrite Hy; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (Ly : 2 - 241 * u <= y) by lra.
  assert (UQ : Q <= 1 + 150 * u) by (apply Rabs_le_inv in H; apply Rnot_lt_le; intros G; clear - G H Ly Xr; nra).
  assert (Eq := half_ulp 1 Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq ltac:(lra)).
  assert (BD : Rabs D <= y * u + 25 * u * u).
  { replace D with ((x - y * Q) + y * (Q - q)) by (unfold D; ring). eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
    rewrite (Rabs_minus_sym Q). assert (y * Rabs (q - Q) <= y * u) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (M_unit xh (proj1 Wx) ltac:(lra)) as [X EX]. destruct (M_unit yh (proj1 Wy) ltac:(lra)) as [Y EY].
  destruct (M_unit q Fq Lq) as [J EJ]. pows.
  set (i := (16777216 - X)%Z). set (k := (16777216 - Y)%Z). set (j := (J - 8388608)%Z). set (m := (8388608 * (k - i - 2 * j) + k * j)%Z).
  assert (Em : D1 = IZR m * / 70368744177664).
  { unfold D1, m, k, i, j. rewrite EX, EY, EJ. rewrite plus_IZR, !mult_IZR, !minus_IZR, !mult_IZR, !minus_IZR. field. }
  assert (Am : Rabs D1 = IZR (Z.abs m) * / 70368744177664) by (rewrite Em, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ _)) by lra; reflexivity).
  assert (Ek : yh = 2 - 2 * IZR k * u) by (unfold k; rewrite minus_IZR, EY; lra).
  assert (Ej : q = 1 + 2 * IZR j * u) by (unfold j; rewrite minus_IZR, EJ; lra).
  assert (Ei : xh = 2 - 2 * IZR i * u) by (unfold i; rewrite minus_IZR, EX; lra).
  assert (Yk : y <= 2 - 2 * IZR k * u + w) by (apply Rabs_le_inv in Yl; unfold y; lra).
  assert (Uq : q <= 1 + 152 * u) by (apply Rabs_le_inv in Eq; lra).
  assert (I1 : (1 <= i)%Z) by (apply le_IZR; lra). assert (K1 : (1 <= k <= 130)%Z) by (split; apply le_IZR; lra).
  assert (J1 : (0 <= j <= 80)%Z) by (split; apply le_IZR; lra).
  assert (M1 : (16777217 <= Z.abs m)%Z) by (assert (16777216 < Z.abs m)%Z by (apply lt_IZR; lra); lia).
  assert (M2 : (2 * Z.abs m + k <= 33554445)%Z).
  { assert (2 * Z.abs m + k < 33554446)%Z; [|lia]. apply lt_IZR. rewrite plus_IZR, mult_IZR. lra. }
  assert (KJ : (0 <= k * j <= 10400)%Z) by nia. set (c := (k - i - 2 * j)%Z) in *.
  assert (Ec : (c = 2)%Z) by (clear - M1 M2 KJ K1; unfold m in *; lia).
  assert (KJ2 : (1 <= k * j)%Z) by (clear - M1 Ec KJ; unfold m in *; lia). assert (J2 : (1 <= j)%Z) by nia. assert (K5 : (5 <= k)%Z) by (unfold c in Ec; lia).
  assert (KJ3 : (k <= k * j)%Z) by nia. clear - M2 KJ3 K5 Ec KJ. unfold m in M2. lia.
Qed.
(* The result's last rounding costs u^2/2 of it, or u^2/4 where it is at most 1: that counts for y next to 1, and x no larger. *)
Lemma parts22 : (Rabs (E * D) + (1 + 2 * u) * Rabs delta <= (9 / 2 * u * u + 1900 * u * u * u) * x \/
    (Rabs (E * D) + (1 + 2 * u) * Rabs delta + y * (u * u / 4) <= (5 * u * u + 1900 * u * u * u) * x /\ r * d + q <= 1)) /\
  Rabs d <= 12 * u /\ / 4 <= q.
Proof.
  destruct recip as (Br & BE & BEy). assert (By' := By). assert (Yr := y_range). assert (Yl := Byl). assert (H := head22).
  assert (Bx := Bxh). assert (Xl := Bxl). assert (Xr := x_range).
  assert (Hy : D = D1 + D2) by (unfold D, D1, D2, x, y; ring).
  assert (Myh : M (-23) (- yh)) by (apply M_opp, M_unit; [apply Wy|lra]). assert (Mxx : M (-23) xh) by (apply M_unit; [apply Wx|lra]).
  assert (Pe := Rabs_pos E). assert (Ed : d = D + delta) by (unfold delta; ring).
  assert (Split : D = (x - y * Q) + y * (Q - q)) by (unfold D; ring).
  assert (BD : forall k, Rabs (q - Q) <= k -> Rabs D <= y * k + 25 * u * u).
  { intros k Hk. rewrite Split. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
    rewrite (Rabs_minus_sym Q). assert (y * Rabs (q - Q) <= y * k) by (apply Rmult_le_compat_l; lra). lra. }
  assert (BE2 : forall k, Rabs D <= k -> Rabs (E * D) <= Rabs E * k).
  { intros k Hk. rewrite Rabs_mult. now apply Rmult_le_compat_l. }
  assert (HQ : Rabs (y * Q - x) <= 25 * u * u) by (rewrite Rabs_minus_sym; assumption). apply Rabs_le_inv in HQ.
  assert (B2 : forall k, Rabs q <= k -> Rabs D2 <= w * (1 + k)).
  { intros k Hk. unfold D2. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, Rabs_Ropp.
    assert (Rabs yl * Rabs q <= w * k) by (apply Rmult_le_compat; try apply Rabs_pos; assumption). lra. }
  assert (Tr : Rabs D1 <= Rabs D + Rabs D2).
  { replace D1 with (D - D2) by (rewrite Hy; ring). unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (Sum : d2 + d1 = D + (d2 - D2 + (d1 - D1))) by (rewrite Hy; ring).
  assert (Del : forall k1 k2 k3, Rabs (d1 - D1) <= k1 -> Rabs (d2 - D2) <= k2 -> Rabs (d - (d2 + d1)) <= k3 -> Rabs delta <= k1 + k2 + k3).
  { intros k1 k2 k3 H1 H2 H3. replace delta with (d - (d2 + d1) + (d2 - D2 + (d1 - D1))) by (unfold delta; rewrite Hy; ring).
    eapply Rle_trans; [apply Rabs_triang|]. assert (T := Rabs_triang (d2 - D2) (d1 - D1)). lra. }
  assert (SB : forall k1 k2, Rabs (d1 - D1) <= k1 -> Rabs (d2 - D2) <= k2 -> Rabs (d2 + d1) <= Rabs D + k1 + k2).
  { intros k1 k2 H1 H2. rewrite Sum. eapply Rle_trans; [apply Rabs_triang|]. assert (T := Rabs_triang (d2 - D2) (d1 - D1)). lra. }
  assert (Fin : forall b, Rabs D <= 3 * u -> Rabs delta <= 9 * u * u -> / 4 <= q -> Rabs (E * D) + (1 + 2 * u) * Rabs delta <= b -> b <= (9 / 2 * u * u + 1900 * u * u * u) * x ->
    (Rabs (E * D) + (1 + 2 * u) * Rabs delta <= (9 / 2 * u * u + 1900 * u * u * u) * x \/
      (Rabs (E * D) + (1 + 2 * u) * Rabs delta + y * (u * u / 4) <= (5 * u * u + 1900 * u * u * u) * x /\ r * d + q <= 1)) /\
    Rabs d <= 12 * u /\ / 4 <= q).
  { intros b H1 H2 H3 H4 H5. split; [left; lra|]. split; [|assumption]. rewrite Ed. eapply Rle_trans; [apply Rabs_triang|lra]. }
  assert (X1 : forall k, Rabs (d1 - D1) <= pow (k - 25) \/ pow k < Rabs D1) by (intros k; destruct (Rle_or_lt (Rabs D1) (pow k)); [left; now apply half_ulp|now right]).
  destruct (Rle_or_lt Q 1) as [C | C].
  - assert (LQ : 49 / 100 <= Q) by (apply Rnot_lt_le; intros G; clear - G HQ Yr Xr; nra).
    assert (Bq : / 4 <= q <= 1) by (split; [apply (fl_ge (/ 4) Q (F_pow (-2))); lra|apply (fl_le_F 1 Q (F_pow 0) C)]).
    assert (B2q := B2 q ltac:(rewrite Rabs_pos_eq; lra)).
    destruct (Rle_or_lt (/ 2) Q) as [C1 | C1].
    + assert (Lq : / 2 <= q) by (apply (fl_ge (/ 2) Q (F_pow (-1))); lra).
      assert (Eq := half_ulp 0 Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq C).
      assert (B := BD (u / 2) ltac:(lra)). assert (BED := BE2 _ B).
      assert (Mul : Rabs E * (y * (u / 2) + 25 * u * u) <= u / 2 * (u * (y * y / 2 + 1) + 9 * u * u) + 25 * u * u * (3 / 2 * u + 3 * u * u)).
      { replace (Rabs E * (y * (u / 2) + 25 * u * u)) with (u / 2 * (y * Rabs E) + 25 * u * u * Rabs E) by ring. lra. }
      assert (Y2 : y * y <= 4) by (clear - Yr; nra).
      assert (M1 : M (-47) D1).
      { apply M_add; [apply (M_mul (-23) (-24)); [assumption|apply (M_F (-1) q); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]]|].
        apply M_le with (-23)%Z; [lia|assumption]. }
      assert (e2 := half_ulp (-22) D2). pows. fold d2 in e2. specialize (e2 ltac:(lra)).
      destruct (Rle_or_lt (Rabs D1) (2 * u)) as [S1 | S1].
      * assert (E1 : Rabs (d1 - D1) <= 0) by (unfold d1; rewrite (fl_M (-47)) by (assumption || (pows; lra)); rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
        assert (e3 := half_ulp (-23) (d2 + d1)). pows. fold d in e3. assert (S3 := SB _ _ E1 e2). specialize (e3 ltac:(lra)).
        assert (HD := Del _ _ _ E1 e2 e3). apply (Fin (9 / 2 * u * u + 300 * u * u * u)); lra.
      * assert (E1 := half_ulp (-22) D1). pows. fold d1 in E1. specialize (E1 ltac:(lra)). assert (S3 := SB _ _ E1 e2).
        assert (Md1 : M (-46) d1) by (apply (M_fl_big (-23)); pows; lra).
        destruct (Rle_or_lt (Rabs D2) u) as [S2 | S2].
        -- destruct (corner_low ltac:(lra) ltac:(lra) ltac:(lra) S2) as [P1 P2]. split; [now left|split; [assumption|lra]].
        -- assert (Md2 : M (-47) d2) by (apply (M_fl_big (-24)); pows; lra).
           assert (e3 : Rabs (d - (d2 + d1)) <= 0).
           { unfold d. rewrite (fl_M (-47)); [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra| |pows; lra].
             apply M_add; [assumption|apply M_le with (-46)%Z; [lia|assumption]]. }
           destruct (Rle_or_lt (Rabs D2) (2 * u)) as [S4 | S4].
           ++ assert (e2' := half_ulp (-23) D2). pows. fold d2 in e2'. specialize (e2' ltac:(lra)).
              assert (HD := Del _ _ _ E1 e2' e3). apply (Fin (9 / 2 * u * u + 300 * u * u * u)); lra.
           ++ assert (HD := Del _ _ _ E1 e2 e3).
              assert (Xy : y - 40 * u <= x).
              { assert (Qb : 1 - 10 * u <= q) by lra. assert (Qc : 1 - 11 * u <= Q) by (apply Rabs_le_inv in Eq; lra). clear - Qc HQ Yr. nra. }
              destruct (Rle_or_lt (11 / 10) y) as [Y1 | Y1].
              { assert (G : y * y / 4 + 45 / 10 <= 9 / 2 * y) by (clear - Yr Y1; nra).
                apply (Fin (u * u * (y * y / 4 + 45 / 10) + 200 * u * u * u)); lra. }
              assert (M1' : q = 1 -> M (-23) D1).
              { intros Eq1. unfold D1. rewrite Eq1, Rmult_1_r. now apply M_add. }
              assert (Q1 : q <= 1 - u).
              { destruct (Rlt_or_le q 1) as [G | G].
                - assert (Mq : M (-24) q) by (apply (M_F (-1) q); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
                  assert (K := M_gap (-24) q 1 Mq (M_IZR (-24) 1 ltac:(lia)) G). pows. lra.
                - exfalso. assert (Ma : M (-23) (Rabs D1)) by (specialize (M1' ltac:(lra)); unfold Rabs; destruct (Rcase_abs D1); [now apply M_opp|assumption]).
                  assert (K := M_gap (-23) (pow (-23)) _ (M_pow (-23) (-23) ltac:(lia)) Ma). pows. specialize (K ltac:(lra)). lra. }
              assert (Bd : Rabs d <= Rabs D + 4 * u * u) by (rewrite Ed; eapply Rle_trans; [apply Rabs_triang|lra]).
              split; [right|split; lra].
              assert (G : y * y / 4 + 45 / 10 + y / 4 <= 5 * y + 10 * u) by (clear - Yr Y1; nra). split; [lra|].
              assert (Rd : r * d <= Rabs d) by (eapply Rle_trans; [apply Rle_abs|]; rewrite Rabs_mult, (Rabs_pos_eq r) by lra; assert (P := Rabs_pos d); clear - P Br; nra).
              lra.
    + assert (Eq := half_ulp (-1) Q). pows. change (fl Q) with q in Eq. rewrite (Rabs_pos_eq Q) in Eq by lra. specialize (Eq ltac:(lra)).
      assert (B := BD (u / 4) ltac:(lra)). assert (BED := BE2 (u / 2 + 40 * u * u) ltac:(lra)).
      assert (Mul : Rabs E * (u / 2 + 40 * u * u) <= (3 / 2 * u + 3 * u * u) * (u / 2 + 40 * u * u)) by (apply Rmult_le_compat_r; lra).
      assert (Q2 : q <= / 2) by (apply (fl_le_F (/ 2) Q (F_pow (-1))); lra).
      assert (e2 := half_ulp (-23) D2). pows. fold d2 in e2. specialize (e2 ltac:(lra)).
      assert (E1 := half_ulp (-22) D1). pows. fold d1 in E1. specialize (E1 ltac:(lra)). assert (S3 := SB _ _ E1 e2).
      assert (e3 := half_ulp (-24) (d2 + d1)). pows. fold d in e3. specialize (e3 ltac:(lra)).
      assert (HD := Del _ _ _ E1 e2 e3). apply (Fin (9 / 2 * u * u + 300 * u * u * u)); lra.
  - assert (UQ : Q <= 2 + u + 100 * u * u) by (apply Rnot_lt_le; intros G; clear - G HQ Yr Xr; nra).
    destruct (fl_mid_tie 1 Q (u + 100 * u * u) (u + 100 * u * u)) as [Bq Eq]; pows; try lra.
    { rewrite Rabs_pos_eq; lra. }
    change (fl Q) with q in Bq, Eq.
    assert (Lq : 1 <= q) by (apply (fl_ge 1 Q (F_pow 0)); lra).
    assert (Bq' : q <= 2) by (rewrite Rabs_pos_eq in Bq; lra).
    assert (B := BD _ Eq). assert (B' : Rabs D <= y * u + 240 * u * u) by lra. assert (BED := BE2 _ B').
    assert (Mul : Rabs E * (y * u + 240 * u * u) <= u * (u * (y * y / 2 + 1) + 9 * u * u) + 240 * u * u * (3 / 2 * u + 3 * u * u)).
    { replace (Rabs E * (y * u + 240 * u * u)) with (u * (y * Rabs E) + 240 * u * u * Rabs E) by ring. lra. }
    assert (B2q := B2 q ltac:(rewrite Rabs_pos_eq; lra)).
    assert (M1 : M (-46) D1).
    { apply M_add; [apply (M_mul (-23) (-23)); [assumption|apply M_unit; [apply F_fl|assumption]]|].
      apply M_le with (-23)%Z; [lia|assumption]. }
    assert (Dq : y * q = x - D) by (unfold D; ring).
    assert (G0 : 0 <= (y - (1 - w)) * (q - 1)) by (apply Rmult_le_pos; lra).
    assert (Su : y + q <= 3 + 20 * u).
    { assert (G2 : y * q <= 2 + 4 * u) by (rewrite Dq; apply Rabs_le_inv in B'; lra). clear - G0 G2 Bq' Lq. lra. }
    assert (Xy : y - 40 * u * u <= x) by (clear - HQ C Yr; nra).
    assert (G : y * y / 2 + 4 <= 9 / 2 * y + 10 * u) by (clear - Yr; nra).
    assert (Y2 : y * y <= 4) by (clear - Yr; nra).
    assert (e2 := half_ulp (-22) D2). pows. fold d2 in e2. specialize (e2 ltac:(lra)).
    destruct (Rle_or_lt (Rabs D1) (4 * u)) as [S1 | S1].
    + assert (E1 : Rabs (d1 - D1) <= 0) by (unfold d1; rewrite (fl_M (-46)) by (assumption || (pows; lra)); rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
      assert (S3 := SB _ _ E1 e2).
      destruct (Rle_or_lt (Rabs D2) (2 * u)) as [S2 | S2].
      * assert (e2' := half_ulp (-23) D2). pows. fold d2 in e2'. specialize (e2' ltac:(lra)).
        assert (e3 := half_ulp (-22) (d2 + d1)). pows. fold d in e3. specialize (e3 ltac:(lra)).
        assert (HD := Del _ _ _ E1 e2' e3). apply (Fin (u * u * (y * y / 2 + 4) + 500 * u * u * u)); lra.
      * assert (Ed1 : d1 = D1) by (apply (fl_M (-46)); [assumption|pows; lra]).
        assert (Md2 : M (-46) d2) by (apply (M_fl_big (-23)); pows; lra).
        assert (e3 : Rabs (d - (d2 + d1)) <= 0).
        { unfold d. rewrite (fl_M (-46)); [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra| |pows; lra].
          apply M_add; [assumption|rewrite Ed1; assumption]. }
        assert (HD := Del _ _ _ E1 e2 e3). apply (Fin (u * u * (y * y / 2 + 4) + 500 * u * u * u)); lra.
    + assert (E1 := half_ulp (-21) D1). pows. fold d1 in E1. specialize (E1 ltac:(lra)). assert (S3 := SB _ _ E1 e2).
      assert (Md1 : M (-45) d1) by (apply (M_fl_big (-22)); pows; lra).
      assert (Yq : 3 - 270 * u <= y + q) by lra.
      assert (X2 : 2 - 290 * u <= x) by (apply Rabs_le_inv in B'; lra).
      destruct (Rle_or_lt (Rabs D2) (2 * u)) as [S2 | S2].
      * exfalso. now apply corner_high.
      * assert (Md2 : M (-46) d2) by (apply (M_fl_big (-23)); pows; lra).
        assert (e3 : Rabs (d - (d2 + d1)) <= 0).
        { unfold d. rewrite (fl_M (-46)); [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra| |pows; lra].
          apply M_add; [assumption|apply M_le with (-45)%Z; [lia|assumption]]. }
        assert (HD := Del _ _ _ E1 e2 e3). apply (Fin (9 * u * u + 600 * u * u * u)); lra.
Qed.
End Unit.

(* Where the sum is at most 1, its low word's rounding is at most u^2/4. *)
Lemma add_prod_below_1 a x : F a -> Rabs x <= a / 4 -> x + a <= 1 ->
  let v := x + a in let s := fl v in let l := fl (x + add a (neg s)) in Rabs (s + l - v) <= u * u / 4.
Proof.
  intros Fa B L v s l. assert (Pa : 0 <= a) by (assert (P := Rabs_pos x); lra).
  assert (V : 3 / 4 * a <= v <= 5 / 4 * a) by (unfold v; abs_in; lra).
  assert (H1 := half_ulp 0 v). pows. fold s in H1. rewrite (Rabs_pos_eq v) in H1 by lra. specialize (H1 L).
  assert (Hv := rel_err v). fold s in Hv. rewrite (Rabs_pos_eq v) in Hv by lra.
  assert (E : add a (neg s) = a - s).
  { unfold add, neg. fold (Rminus a s). apply fl_id. apply Sterbenz.sterbenz; try apply _; [assumption|apply F_fl|]. abs_in. lra. }
  assert (El : l = fl (v - s)) by (unfold l; rewrite E; f_equal; unfold v; ring). rewrite Rabs_minus_sym in H1.
  assert (H2 := half_ulp (-25) (v - s)). pows. rewrite <- El in H2. specialize (H2 H1).
  replace (s + l - v) with (l - (v - s)) by ring. lra.
Qed.
Lemma div22_unit xh xl yh yl : unit_form (1 + 2 * u) xh xl -> unit_form (1 + 2 * u) yh yl ->
  let (s, l) := div22 xh xl yh yl in
  Rabs ((s + l) * (yh + yl) - (xh + xl)) <= (5 * u * u + 2000 * u * u * u) * (xh + xl) /\ pair s l.
Proof.
  intros Wx Wy. destruct (parts22 xh xl yh yl Wx Wy) as (P & Bd & Lq). destruct (recip yh yl Wy) as (Br & BE & _).
  assert (Yr := y_range yh yl Wy). assert (Xr := x_range xh xl Wx).
  unfold div22. cbv zeta. unfold div, fma, mul, neg, Rdiv. rewrite Rmult_1_l.
  set (r := fl (/ yh)) in *. set (q0 := fl (xh * r)) in *.
  change (add (fl (q0 * - yl + xl)) (fl (q0 * - yh + xh))) with (fl (fl (q0 * - yl + xl) + fl (q0 * - yh + xh))).
  set (d0 := fl (fl (q0 * - yl + xl) + fl (q0 * - yh + xh))) in *. set (q := fl (r * d0 + q0)) in *.
  change (add (fl (- yl * q + xl)) (fl (- yh * q + xh))) with (fl (fl (- yl * q + xl) + fl (- yh * q + xh))).
  set (d := fl (fl (- yl * q + xl) + fl (- yh * q + xh))) in *.
  set (x := xh + xl) in *. set (y := yh + yl) in *. set (E := 1 - r * y) in *. set (D := x - y * q) in *.
  assert (Hx : Rabs (r * d) <= q / 4).
  { rewrite Rabs_mult, (Rabs_pos_eq r) by lra. apply Rle_trans with (1 * (12 * u)); [apply Rmult_le_compat; try apply Rabs_pos; lra|lra]. }
  destruct (add_prod_exact q (r * d) (F_fl _) Hx) as [G A]. unfold neg in G, A. split; [|assumption].
  set (s := fl (r * d + q)) in *. set (l := fl (r * d + add q (- s))) in *. set (v := r * d + q) in *.
  assert (Id : y * v - x = - (E * D) + (1 - E) * (d - D)) by (unfold v, E, D; ring).
  assert (BV : Rabs (y * v - x) <= Rabs (E * D) + (1 + 2 * u) * Rabs (d - D)).
  { rewrite Id. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, (Rabs_mult (1 - E)).
    assert (B1 : Rabs (1 - E) <= 1 + 2 * u) by (apply Rabs_le_inv in BE; apply Rabs_le; lra).
    assert (B2 : Rabs (1 - E) * Rabs (d - D) <= (1 + 2 * u) * Rabs (d - D)) by (apply Rmult_le_compat_r; [apply Rabs_pos|assumption]). lra. }
  replace ((s + l) * y - x) with (y * (s + l - v) + (y * v - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
  destruct P as [P | [P V1]].
  - assert (Q1 : y * Rabs (s + l - v) <= y * (u * u / 2 * v)) by (apply Rmult_le_compat_l; lra).
    assert (BV' := BV). apply Rabs_le_inv in BV. assert (Q2 : y * v <= (1 + u) * x) by lra. lra.
  - assert (Q1 : y * Rabs (s + l - v) <= y * (u * u / 4)) by (apply Rmult_le_compat_l; [lra|exact (add_prod_below_1 q (r * d) (F_fl _) Hx V1)]). lra.
Qed.

Lemma div22_sc c d xh xl yh yl : Sc c -> Sc d ->
  div22 (c * xh) (c * xl) (d * yh) (d * yl) = let (s, l) := div22 xh xl yh yl in (c * / d * s, c * / d * l).
Proof.
  intros S T. assert (N := Sc_neq d T). assert (I := Sc_inv d T). assert (S2 := Sc_mul c (/ d) S I).
  unfold div22. cbv zeta. rewrite !div_sc, !neg_sc by assumption. rewrite !mul_sc by assumption.
  repeat rewrite ?fma_res, ?fma_res', ?fma_step, ?neg_sc, ?add_sc by assumption. reflexivity.
Qed.
Lemma div22_0 yh yl : div22 0 0 yh yl = (0, 0).
Proof. unfold div22, fma, mul, add, neg. now zeros. Qed.
Theorem div22_weak xh xl yh yl : weak xh xl -> weak yh yl -> yh <> 0 -> let (s, l) := div22 xh xl yh yl in
  Rabs (s + l - (xh + xl) / (yh + yl)) <= (5 * u * u + 2000 * u * u * u) * Rabs ((xh + xl) / (yh + yl)) /\ pair s l.
Proof.
  intros Wx W N. destruct (Req_dec xh 0) as [-> | Nx].
  { rewrite (form_0 _ _ Wx), div22_0. unfold Rdiv. zeros. split; [lra|apply pair_0]. }
  destruct (form_scaled _ _ _ W N) as (d & h & l & T & -> & -> & U).
  destruct (form_scaled _ _ _ Wx Nx) as (c & x & m & S & -> & -> & V).
  assert (Nd := Sc_neq d T). assert (I := Sc_inv d T). rewrite div22_sc by assumption. assert (H := div22_unit x m h l V U).
  destruct (div22 x m h l) as [s r]. destruct H as [H P]. split; [|apply pair_sc; [now apply Sc_mul|assumption]].
  destruct U as (_ & _ & B1 & B2). apply Rabs_le_inv in B2. assert (Y : 0 < h + l) by lra.
  destruct V as (_ & _ & B3 & B4). apply Rabs_le_inv in B4. assert (X : 0 <= x + m) by lra.
  replace ((c * x + c * m) / (d * h + d * l)) with (c * / d * ((x + m) / (h + l))).
  2: { rewrite <- !Rmult_plus_distr_l. field. split; [lra|assumption]. }
  replace (c * / d * s + c * / d * r - c * / d * ((x + m) / (h + l))) with (c * / d * (s + r - (x + m) / (h + l))) by ring.
  apply abs_sc. replace (s + r - (x + m) / (h + l)) with (((s + r) * (h + l) - (x + m)) * / (h + l)) by (field; lra).
  unfold Rdiv. rewrite !Rabs_mult, <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|]. rewrite (Rabs_pos_eq (x + m)) by assumption. assumption.
Qed.
Print Assumptions div22_weak.
End Div22.
