(* rcp22 within 2.5 u^2 + 11 u^3 of 1/y, y weak.  docs/proofs/div22.md. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Lemma rcp22_unit yh yl : unit_form (1 + 2 * u) yh yl ->
  let (s, l) := rcp22 yh yl in Rabs ((s + l) * (yh + yl) - 1) <= 5 / 2 * u * u + 11 * u * u * u /\ pair s l.
Proof.
  intros (Fy & Fl & By & Bl). unfold rcp22. cbv zeta. unfold div, fma, neg, Rdiv. rewrite Rmult_1_l.
  set (q := / yh). assert (Q1 : q * yh = 1) by (unfold q; field; lra).
  assert (Bq : / 2 < q <= 1) by (clear - By Q1; nra).
  set (r := fl q). assert (Er := half_ulp 0 q). pows. fold r in Er. rewrite (Rabs_pos_eq q) in Er by lra. specialize (Er ltac:(lra)).
  assert (Br : / 2 <= r <= 1) by (split; [apply fl_ge; [apply (F_pow (-1))|lra]|apply fl_le_F; [apply (F_pow 0)|lra]]).
  set (D := r * - yh + 1).
  assert (BD : Rabs D <= yh * (u / 2)).
  { replace D with ((q - r) * yh) by (unfold D; replace (r * - yh + 1) with (q * yh - r * yh) by (rewrite Q1; ring); ring).
    rewrite Rabs_mult, (Rabs_pos_eq yh), Rabs_minus_sym by lra. rewrite Rmult_comm. apply Rmult_le_compat_l; lra. }
  assert (ED : fl D = D).
  { apply (fl_M (-47)).
    - unfold D. apply M_add; [|apply M_IZR; lia]. apply (M_mul (-24) (-23)); [|apply M_opp, M_unit; [assumption|lra]].
      apply (M_F (-1) r); [apply F_fl|rewrite Rabs_pos_eq; pows; lra].
    - pows. lra. }
  rewrite ED. set (E := r * - yl + D). set (e := fl E). set (e1 := e - E).
  assert (Eyl : Rabs (r * - yl) <= r * w).
  { rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq r) by lra. apply Rmult_le_compat_l; lra. }
  assert (Conv : yh / 2 + q <= 3 / 2).
  { assert (H : (yh - 1) * (yh - 2) <= 0) by (clear - By; nra).
    assert (H2 : q * ((yh - 1) * (yh - 2)) <= 0) by (clear - H Bq; nra).
    replace (q * ((yh - 1) * (yh - 2))) with (q * yh * yh - 3 * (q * yh) + 2 * q) in H2 by ring. rewrite Q1 in H2. lra. }
  assert (BE : Rabs E <= 3 / 2 * u + 3 * u * u).
  { assert (T := Rabs_triang (r * - yl) D). fold E in T. apply Rabs_le_inv in Er. lra. }
  assert (H1 := half_ulp (-23) E). pows. fold e e1 in H1. specialize (H1 ltac:(lra)).
  assert (Be : Rabs e <= 3 / 2 * u + 5 * u * u) by (replace e with (E + e1) by (unfold e1; ring); assert (T := Rabs_triang E e1); lra).
  set (g := fl (e * e + e)). set (e2 := g - (e * e + e)).
  assert (Bee : Rabs (e * e) <= 4 * u * u).
  { rewrite Rabs_mult. assert (P := Rabs_pos e). assert (X : Rabs e <= 2 * u) by lra. clear - P X. nra. }
  assert (H2 := half_ulp (-23) (e * e + e)). pows. fold g e2 in H2.
  specialize (H2 ltac:(assert (T := Rabs_triang (e * e) e); lra)).
  assert (Bg : Rabs g <= 2 * u) by (replace g with (e * e + e + e2) by (unfold e2; ring); abs_in; apply Rabs_le; lra).
  assert (Hx : Rabs (r * g) <= r / 4).
  { rewrite Rabs_mult, (Rabs_pos_eq r) by lra. clear - Bg Br. nra. }
  destruct (add_prod_exact r (r * g) (F_fl q) Hx) as [P A]. unfold neg in P, A.
  set (s := fl (r * g + r)) in *. set (l := fl (r * g + add r (- s))) in *. split; [|assumption].
  assert (EE : E = 1 - r * (yh + yl)) by (unfold E, D; ring).
  set (v := r * g + r) in *. set (ea := s + l - v) in *.
  replace ((s + l) * (yh + yl) - 1) with (v * (yh + yl) - 1 + ea * (yh + yl)) by (unfold ea; ring).
  assert (Ev : v * (yh + yl) - 1 = e1 + e2 + e * e1 - E * (e * e) - E * e2).
  { replace (v * (yh + yl)) with ((1 - E) * (1 + g)) by (rewrite EE; unfold v; ring).
    replace g with (e * e + e + e2) by (unfold e2; ring). replace E with (e - e1) by (unfold e1; ring). ring. }
  assert (R1 : Rabs (e * e1) <= 2 * u * (u * u)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; lra. }
  assert (R2 : Rabs (E * (e * e)) <= (3 / 2 * u + 3 * u * u) * ((3 / 2 * u + 5 * u * u) * (3 / 2 * u + 5 * u * u))).
  { rewrite !Rabs_mult. repeat apply Rmult_le_compat; try apply Rabs_pos; try assumption. apply Rmult_le_pos; apply Rabs_pos. }
  assert (R3 : Rabs (E * e2) <= 2 * u * (u * u)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; lra. }
  assert (Vy : v * (yh + yl) <= 1 + 3 * u) by (abs_in; lra).
  assert (Y0 : 0 <= yh + yl) by (abs_in; lra).
  assert (R4 : Rabs (ea * (yh + yl)) <= u * u / 2 * (1 + 3 * u)).
  { rewrite Rabs_mult, (Rabs_pos_eq (yh + yl)) by assumption.
    apply Rle_trans with (u * u / 2 * v * (yh + yl)); [now apply Rmult_le_compat_r|].
    rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  rewrite Ev. abs_in. apply Rabs_le. lra.
Qed.

Lemma rcp22_sc c yh yl : Sc c -> rcp22 (c * yh) (c * yl) = let (s, l) := rcp22 yh yl in (/ c * s, / c * l).
Proof.
  intros S. assert (N := Sc_neq c S). assert (I := Sc_inv c S). unfold rcp22. cbv zeta. rewrite div_sc by assumption.
  rewrite !fma_cancel by assumption. rewrite !fma_left by assumption.
  rewrite !neg_sc, !add_sc by assumption. rewrite !fma_left by assumption. reflexivity.
Qed.

Theorem rcp22_weak yh yl : weak yh yl -> yh <> 0 -> let (s, l) := rcp22 yh yl in
  Rabs (s + l - / (yh + yl)) <= (5 / 2 * u * u + 11 * u * u * u) * Rabs (/ (yh + yl)) /\ pair s l.
Proof.
  intros W N. destruct (form_scaled _ _ _ W N) as (c & h & l & S & -> & -> & U).
  assert (Nc := Sc_neq c S). rewrite rcp22_sc by assumption. assert (H := rcp22_unit h l U).
  destruct (rcp22 h l) as [s r]. destruct H as [H P]. split; [|apply pair_sc; [now apply Sc_inv|assumption]].
  destruct U as (_ & _ & B1 & B2). assert (Y : 0 < h + l) by (abs_in; lra).
  assert (Ny : c * h + c * l <> 0) by (rewrite <- Rmult_plus_distr_l; apply Rmult_integral_contrapositive; split; [assumption|lra]).
  replace (/ c * s + / c * r - / (c * h + c * l)) with (/ c * (s + r - / (h + l))) by (field; repeat split; assumption || lra).
  replace (/ (c * h + c * l)) with (/ c * / (h + l)) by (field; repeat split; assumption || lra).
  apply abs_sc. replace (s + r - / (h + l)) with (((s + r) * (h + l) - 1) * / (h + l)) by (field; lra).
  rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|assumption].
Qed.
Print Assumptions rcp22_weak.
