(* mul21_dw (JMP, Alg. 9) within 2 u^2 + 3 u^3, mul22_dw (JMP, Alg. 12) within 4 u^2 + 32 u^3 and mul22_commutative (JMP, Alg. 10)
within 5 u^2 + 100 u^3, of weak operands.
docs/proofs/add22.md, the products of the literature. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Lemma abs_mul_le x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof. intros. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. Qed.

Section Heads.
Variables xh yh : R.
Hypothesis Fx : F xh. Hypothesis Fy : F yh.
Hypothesis Bx : 1 <= xh <= 2 - 2 * u. Hypothesis By : 1 <= yh <= 2 - 2 * u.
Let p := fl (xh * yh).
Let e := xh * yh - p.
Lemma product_range : 1 <= xh * yh <= 4 - 8 * u + 4 * u * u. Proof. split; nra. Qed.
Lemma p_low : 1 <= p. Proof. apply fl_ge; [apply (F_pow 0)|apply product_range]. Qed.
Lemma Be : Rabs e <= 2 * u.
Proof.
  assert (H := product_range). assert (G := half_ulp 2 (xh * yh)). pows. fold p in G.
  rewrite (Rabs_pos_eq (xh * yh)) in G by lra. unfold e. rewrite Rabs_minus_sym. lra.
Qed.
Lemma Be1 : xh * yh <= 2 -> Rabs e <= u.
Proof.
  intros C. assert (H := product_range). assert (G := half_ulp 1 (xh * yh)). pows. fold p in G.
  rewrite (Rabs_pos_eq (xh * yh)) in G by lra. unfold e. rewrite Rabs_minus_sym. lra.
Qed.
Lemma Me : M (-46) e.
Proof.
  apply M_sub; [apply (M_mul (-23) (-23)); apply M_unit; assumption || apply Bx || apply By|].
  apply M_le with (-23)%Z; [lia|]. apply M_unit; [apply F_fl|apply p_low].
Qed.
End Heads.

Lemma mul21_dw_unit xh xl y : F xh -> F xl -> F y -> 1 <= xh <= 2 - 2 * u -> 1 <= y <= 2 - 2 * u -> Rabs xl <= w ->
  let (s, l) := mul21_dw xh xl y in
  Rabs (s + l - (xh + xl) * y) <= (2 * u * u + 3 * u * u * u) * ((xh + xl) * y) /\ pair s l.
Proof.
  intros Fx Fl Fy Bx By Bl. unfold mul21_dw. cbv zeta. rewrite two_prod_exact by assumption.
  assert (P := product_range xh y Bx By). assert (P1 := p_low xh y Bx By).
  assert (E2 := Be xh y Bx By). assert (E1 := Be1 xh y Bx By).
  change (mul xh y) with (fl (xh * y)). set (p := fl (xh * y)) in *. set (e := xh * y - p) in *.
  change (fma xl y e) with (fl (xl * y + e)). set (T := xl * y + e). set (g := fl T).
  rewrite (add_comm (neg p)).
  assert (Bxy : Rabs (xl * y) <= w * (2 - 2 * u)) by (apply abs_mul_le; [assumption|rewrite Rabs_pos_eq; lra]).
  assert (BT := Rabs_triang (xl * y) e). fold T in BT.
  destruct (fl_mid_tie (-22) T (2 * u * u) (2 * u * u)) as [Bg Eg]; pows; try lra.
  fold g in Bg, Eg.
  assert (H : add g (neg (add (add p g) (neg p))) = p + g - add p g).
  { apply fast_sum_large; try apply F_fl. rewrite (Rabs_pos_eq p) by lra. lra. }
  split; [|now apply last_pair]. rewrite H.
  replace (add p g + (p + g - add p g) - (xh + xl) * y) with (g - T) by (unfold T, e; ring).
  assert (1 - w <= (xh + xl) * y) by (abs_in; nra). lra.
Qed.
Lemma mul21_dw_sc c d xh xl y : Sc c -> Sc d ->
  mul21_dw (c * xh) (c * xl) (d * y) = let (s, l) := mul21_dw xh xl y in (c * d * s, c * d * l).
Proof.
  intros Sc1 Sd. assert (S2 := Sc_mul c d Sc1 Sd). unfold mul21_dw. cbv zeta.
  repeat rewrite ?mul_sc, ?neg_sc, ?fma_sc, ?add_sc by assumption. reflexivity.
Qed.
Theorem mul21_dw_weak xh xl y : weak xh xl -> F y -> let (s, l) := mul21_dw xh xl y in
  Rabs (s + l - (xh + xl) * y) <= (2 * u * u + 3 * u * u * u) * Rabs ((xh + xl) * y) /\ pair s l.
Proof.
  intros W Fy. destruct (Req_dec xh 0) as [-> | N].
  { rewrite (form_0 _ _ W). unfold mul21_dw, mul, fma, add, neg. zeros. split; [lra|apply pair_0]. }
  destruct (Req_dec y 0) as [-> | Ny].
  { unfold mul21_dw, mul, fma, add, neg. zeros. split; [lra|apply pair_0]. }
  destruct (form_scaled _ _ _ W N) as (c & h & l & S & -> & -> & Fh & Fl & Bh & Bl).
  destruct (float_scaled y Fy Ny) as (d & y' & Sd & -> & Fy' & By).
  rewrite mul21_dw_sc by assumption. assert (H := mul21_dw_unit h l y' Fh Fl Fy' Bh By Bl).
  destruct (mul21_dw h l y') as [s r]. destruct H as (H & P).
  split; [|apply pair_sc; [now apply Sc_mul|assumption]].
  replace (c * d * s + c * d * r - (c * h + c * l) * (d * y')) with (c * d * (s + r - (h + l) * y')) by ring.
  replace ((c * h + c * l) * (d * y')) with (c * d * ((h + l) * y')) by ring.
  apply abs_sc. rewrite (Rabs_pos_eq ((h + l) * y')); [assumption|]. abs_in. nra.
Qed.

Section Unit22.
Variables xh xl yh yl : R.
Hypothesis Wx : unit_form (1 + 2 * u) xh xl. Hypothesis Wy : unit_form (1 + 2 * u) yh yl.
Let p := fl (xh * yh).
Let e := xh * yh - p.
Let t0 := fl (xl * yl).
Let t1 := fl (xh * yl + t0).
Let T := xl * yh + t1.
Let t := fl T.
Let g := fl (e + t).
Let e0 := t0 - xl * yl.
Let e1 := t1 - (xh * yl + t0).
Let e2 := t - T.
Let e3 := g - (e + t).
Let Z := (xh + xl) * (yh + yl).
Lemma dw_sum : p + g - Z = e0 + e1 + e2 + e3. Proof. unfold e0, e1, e2, e3, T, e, Z. ring. Qed.
Lemma dw_error : Rabs (p + g - Z) <= (4 * u * u + 32 * u * u * u) * Z /\ Rabs g <= 9 * u.
Proof.
  rewrite dw_sum. destruct Wx as (Fx & Fxl & Bx & Bxl). destruct Wy as (Fy & Fyl & By & Byl).
  assert (P := product_range xh yh Bx By). assert (P1 := p_low xh yh Bx By). fold p in P1.
  assert (E2 := Be xh yh Bx By). assert (E1 := Be1 xh yh Bx By). fold p e in E2, E1.
  assert (ME := Me xh yh Fx Fy Bx By). fold p e in ME.
  assert (Q0 := abs_mul_le xl yl _ _ Bxl Byl). assert (R0 := rel_err (xl * yl)). fold t0 e0 in R0.
  assert (D0 : Rabs e0 <= u * (w * w)) by lra.
  assert (D0' : Rabs t0 <= w * w + u * (w * w)).
  { replace t0 with (xl * yl + e0) by (unfold e0; ring). assert (A := Rabs_triang (xl * yl) e0). lra. }
  assert (Qx : Rabs (xl * yh) <= w * yh) by (apply abs_mul_le; [assumption|rewrite Rabs_pos_eq; lra]).
  assert (Qy : Rabs (xh * yl) <= xh * w) by (apply abs_mul_le; [rewrite Rabs_pos_eq; lra|assumption]).
  assert (A1 := Rabs_triang (xh * yl) t0). assert (A2 := Rabs_triang (xl * yh) t1). fold T in A2. assert (A3 := Rabs_triang e t).
  assert (L1 : xh + yh - 1 <= xh * yh) by (clear - Bx By; nra).
  assert (Z1 : (1 - w) * (1 - w) <= Z) by (clear - Bx By Bxl Byl Z; unfold Z; abs_in; apply Rmult_le_compat; lra).
  assert (ZE : Z = xh * yh + xh * yl + xl * yh + xl * yl) by (unfold Z; ring).
  assert (Zl : xh * yh - w * (xh + yh) - w * w <= Z) by (rewrite ZE; abs_in; lra).
  assert (Eg : g = e + t + e3) by (unfold e3; ring). assert (Et : t = T + e2) by (unfold e2; ring).
  assert (At : Rabs t <= Rabs T + Rabs e2) by (rewrite Et; apply Rabs_triang).
  destruct (Rle_or_lt (xh * w) (2 * u)) as [C | C].
  - destruct (fl_mid_tie (-23) (xh * yl + t0) (w * w + u * (w * w)) (w * w + u * (w * w))) as [B1 D1]; pows; try lra.
    fold t1 in B1. fold t1 e1 in D1.
    destruct (fl_mid_tie (-22) T (2 * u * u) (2 * u * u)) as [Bt D2]; pows; try (abs_in; lra).
    { lra. }
    fold t in Bt. fold t e2 in D2.
    assert (D3 := half_ulp (-21) (e + t)). pows. fold g e3 in D3. specialize (D3 ltac:(lra)).
    destruct (Rle_or_lt 2 (xh * yh)) as [C2 | C2].
    { split; [|rewrite Eg]; abs_in; apply Rabs_le; lra. }
    specialize (E1 ltac:(lra)).
    destruct (Rle_or_lt (Rabs T) (2 * u)) as [CT | CT].
    + assert (D2' := half_ulp (-23) T). pows. fold t e2 in D2'. specialize (D2' ltac:(lra)).
      assert (D3' := half_ulp (-22) (e + t)). pows. fold g e3 in D3'. specialize (D3' ltac:(lra)).
      split; [|rewrite Eg]; abs_in; apply Rabs_le; lra.
    + assert (Mt : M (-46) t) by (apply (M_fl_big (-23)); pows; lra).
      destruct (Rle_or_lt (Rabs (e + t)) (4 * u)) as [C4 | C4].
      * assert (D0e : e3 = 0) by (unfold e3, g; rewrite (fl_M (-46)); [ring|now apply M_add|pows; lra]).
        split; [|rewrite Eg]; rewrite D0e; abs_in; apply Rabs_le; lra.
      * assert (H : 2 - 40 * u <= xh * yh).
        { assert (Rabs t1 <= xh * w + 3 * u * u).
          { replace t1 with (xh * yl + t0 + e1) by (unfold e1; ring). assert (A4 := Rabs_triang (xh * yl + t0) e1). lra. }
          lra. }
        split; [|rewrite Eg]; abs_in; apply Rabs_le; lra.
  - (* Only for the largest xh. *)
    assert (X : 2 - 2 * u <= xh) by (apply largest_head; [assumption|lra]).
    assert (D1 := half_ulp (-22) (xh * yl + t0)). pows. fold t1 e1 in D1. specialize (D1 ltac:(lra)).
    assert (B1 : Rabs t1 <= 2 * u + 6 * u * u).
    { replace t1 with (xh * yl + t0 + e1) by (unfold e1; ring). assert (A4 := Rabs_triang (xh * yl + t0) e1). lra. }
    destruct (Rle_or_lt (Rabs T) (4 * u)) as [C4 | C4].
    + assert (D2 := half_ulp (-22) T). pows. fold t e2 in D2. specialize (D2 ltac:(lra)).
      assert (D3 := half_ulp (-21) (e + t)). pows. fold g e3 in D3. specialize (D3 ltac:(lra)).
      assert (Z2 : (2 - 2 * u - w) * (1 - w) <= Z) by (clear - X By Bxl Byl Z; unfold Z; abs_in; apply Rmult_le_compat; lra).
      split; [|rewrite Eg]; abs_in; apply Rabs_le; lra.
    + assert (D2 := half_ulp (-21) T). pows. fold t e2 in D2. specialize (D2 ltac:(lra)).
      assert (D3 := half_ulp (-21) (e + t)). pows. fold g e3 in D3. specialize (D3 ltac:(lra)).
      assert (Y : 19 / 10 <= yh) by lra. assert (Bt : Rabs t <= 5 * u) by lra.
      assert (Z2 : (2 - 2 * u - w) * (19 / 10 - w) <= Z) by (clear - X Y Bxl Byl Z; unfold Z; abs_in; apply Rmult_le_compat; lra).
      split; [|rewrite Eg]; abs_in; apply Rabs_le; lra.
Qed.
End Unit22.
Lemma mul22_dw_sc c d xh xl yh yl : Sc c -> Sc d ->
  mul22_dw (c * xh) (c * xl) (d * yh) (d * yl) = let (s, l) := mul22_dw xh xl yh yl in (c * d * s, c * d * l).
Proof.
  intros Sc1 Sd. assert (S2 := Sc_mul c d Sc1 Sd). unfold mul22_dw. cbv zeta.
  repeat rewrite ?mul_sc, ?neg_sc, ?fma_sc, ?add_sc by assumption. reflexivity.
Qed.
Theorem mul22_dw_weak xh xl yh yl : weak xh xl -> weak yh yl -> let (s, l) := mul22_dw xh xl yh yl in
  Rabs (s + l - (xh + xl) * (yh + yl)) <= (4 * u * u + 32 * u * u * u) * Rabs ((xh + xl) * (yh + yl)) /\ pair s l.
Proof.
  apply (lift22 mul22_dw (1 + 2 * u) 1); try lra; [apply pair_form|apply mul22_dw_sc| | |].
  1, 2: intros; unfold mul22_dw, mul, fma, add, neg; now zeros.
  clear. intros xh xl yh yl Wx Wy. destruct (dw_error xh xl yh yl Wx Wy) as [H G].
  unfold mul22_dw. cbv zeta. rewrite two_prod_exact by (apply Wx || apply Wy). rewrite (add_comm (neg _)).
  assert (P := p_low xh yh (proj1 (proj2 (proj2 Wx))) (proj1 (proj2 (proj2 Wy)))).
  change (mul xh yh) with (fl (xh * yh)). set (p := fl (xh * yh)) in *.
  change (add (xh * yh - p) (fma xl yh (fma xh yl (mul xl yl)))) with (fl (xh * yh - p + fl (xl * yh + fl (xh * yl + fl (xl * yl))))).
  set (g := fl (xh * yh - p + fl (xl * yh + fl (xh * yl + fl (xl * yl))))) in *.
  assert (E : add g (neg (add (add p g) (neg p))) = p + g - add p g).
  { apply fast_sum_large; try apply F_fl. rewrite (Rabs_pos_eq p) by lra. lra. }
  split; [|now apply last_pair]. rewrite E. replace (add p g + (p + g - add p g)) with (p + g) by ring. assumption.
Qed.
Print Assumptions mul21_dw_weak.
Print Assumptions mul22_dw_weak.

(* mul22_commutative (JMP, Alg. 10).  Below x y = 2 only the tie rule keeps two of the roundings from meeting. *)
Section Commutative.
Variables xh xl yh yl : R.
Hypothesis Wx : unit_form (1 + 2 * u) xh xl. Hypothesis Wy : unit_form (1 + 2 * u) yh yl.
Let p := fl (xh * yh).
Let e := xh * yh - p.
Let q1 := fl (xh * yl).
Let q2 := fl (xl * yh).
Let t := fl (q1 + q2).
Let g := fl (e + t).
Let d1 := q1 - xh * yl.
Let d2 := q2 - xl * yh.
Let d3 := t - (q1 + q2).
Let d4 := g - (e + t).
Let Z := (xh + xl) * (yh + yl).
Lemma commutative_sum : p + g - Z = d1 + d2 + d3 + d4 - xl * yl. Proof. unfold d1, d2, d3, d4, e, Z. ring. Qed.
(* A cross product of a head h and a low word l, and its rounding. *)
Lemma cross_product h l : F h -> 1 <= h <= 2 - 2 * u -> Rabs l <= w ->
  Rabs (fl (h * l)) <= 2 * u /\ Rabs (fl (h * l) - h * l) <= 2 * u * u /\ Rabs (h * l) <= w * h /\
  (h <= 2 - 4 * u -> Rabs (fl (h * l) - h * l) <= u * u) /\
  (Rabs (fl (h * l)) < u -> Rabs (fl (h * l) - h * l) <= u * u / 2 /\ Rabs l <= u) /\
  (Rabs (fl (h * l)) < u / 2 -> Rabs (fl (h * l) - h * l) <= u * u / 4 /\ Rabs l <= u / 2).
Proof.
  intros Fh Bh Bl. assert (P := Rabs_pos l). assert (Eh : Rabs (h * l) = h * Rabs l) by (rewrite Rabs_mult, (Rabs_pos_eq h) by lra; reflexivity).
  assert (H : Rabs (h * l) <= w * h) by (rewrite Eh; clear - Bh Bl P; nra).
  destruct (fl_mid_tie (-23) (h * l) (2 * u * u) (2 * u * u)) as [B D]; pows; try lra.
  assert (L : Rabs l <= Rabs (h * l)) by (rewrite Eh; clear - Bh P; nra).
  assert (Low : forall k, Rabs (fl (h * l)) < pow k -> Rabs (h * l) <= pow k).
  { intros k C. apply Rnot_lt_le. intros G. assert (N := fl_abs_ge (pow k) (h * l) (F_pow k) (Rlt_le _ _ G)). lra. }
  repeat split; try lra.
  - intros C. assert (E := half_ulp (-23) (h * l)). pows. specialize (E ltac:(lra)). lra.
  - assert (C := Low (-24)%Z). assert (E := half_ulp (-24) (h * l)). pows. lra.
  - assert (C := Low (-24)%Z). pows. lra.
  - assert (C := Low (-25)%Z). assert (E := half_ulp (-25) (h * l)). pows. lra.
  - assert (C := Low (-25)%Z). pows. lra.
Qed.
Lemma commutative_error : Rabs (p + g - Z) <= (5 * u * u + 100 * u * u * u) * Z /\ Rabs g <= 9 * u.
Proof.
  rewrite commutative_sum. destruct Wx as (Fx & Fxl & Bx & Bxl). destruct Wy as (Fy & Fyl & By & Byl).
  assert (P := product_range xh yh Bx By). assert (P1 := p_low xh yh Bx By). fold p in P1.
  assert (E2 := Be xh yh Bx By). assert (E1 := Be1 xh yh Bx By). fold p e in E2, E1.
  assert (ME := Me xh yh Fx Fy Bx By). fold p e in ME.
  destruct (cross_product xh yl Fx Bx Byl) as (Q1 & D1 & X1 & D1' & D1'' & D1q). fold q1 in Q1, D1, D1', D1'', D1q. fold d1 in D1, D1', D1'', D1q.
  destruct (cross_product yh xl Fy By Bxl) as (Q2 & D2 & X2 & D2' & D2'' & D2q). rewrite (Rmult_comm yh xl) in *.
  fold q2 in Q2, D2, D2', D2'', D2q. fold d2 in D2, D2', D2'', D2q.
  assert (Q0 := abs_mul_le xl yl _ _ Bxl Byl). set (m := xl * yl) in *.
  assert (L1 : xh + yh - 1 <= xh * yh) by (clear - Bx By; nra).
  assert (Z1 : (1 - w) * (1 - w) <= Z) by (clear - Bx By Bxl Byl Z; unfold Z; abs_in; apply Rmult_le_compat; lra).
  assert (Zl : xh * yh - w * (xh + yh) - w * w <= Z).
  { replace Z with (xh * yh + xh * yl + xl * yh + m) by (unfold Z, m; ring). abs_in. lra. }
  assert (TT : Rabs (q1 + q2) <= 4 * u) by (eapply Rle_trans; [apply Rabs_triang|lra]).
  assert (D3 := half_ulp (-22) (q1 + q2)). assert (Bt : Rabs t <= pow (-22)) by (apply fl_abs_le; [apply F_pow|pows; lra]). pows. fold t d3 in D3. specialize (D3 ltac:(lra)).
  assert (D4 := half_ulp (-21) (e + t)). assert (T4 := Rabs_triang e t). pows. fold g d4 in D4. specialize (D4 ltac:(lra)).
  assert (Bg : Rabs g <= 9 * u). { replace g with (e + t + d4) by (unfold d4; ring). assert (T5 := Rabs_triang (e + t) d4). lra. }
  split; [|assumption].
  assert (Fin : forall k1 k2 k3 k4 k5, Rabs d1 <= k1 -> Rabs d2 <= k2 -> Rabs d3 <= k3 -> Rabs d4 <= k4 -> Rabs m <= k5 ->
    k1 + k2 + k3 + k4 + k5 <= (5 * u * u + 100 * u * u * u) * Z -> Rabs (d1 + d2 + d3 + d4 - m) <= (5 * u * u + 100 * u * u * u) * Z).
  { clear. intros k1 k2 k3 k4 k5 H1 H2 H3 H4 H5 H. abs_in. apply Rabs_le. lra. }
  destruct (Rle_or_lt (2 - 12 * u) (xh * yh)) as [C | C].
  { destruct (Rle_or_lt xh (2 - 4 * u)) as [Cx | Cx]; [specialize (D1' Cx); apply (Fin _ _ _ _ _ D1' D2 D3 D4 Q0); lra|].
    destruct (Rle_or_lt yh (2 - 4 * u)) as [Cy | Cy]; [specialize (D2' Cy); apply (Fin _ _ _ _ _ D1 D2' D3 D4 Q0); lra|].
    assert (P3 : 3 <= xh * yh) by (clear - Cx Cy; nra). apply (Fin _ _ _ _ _ D1 D2 D3 D4 Q0). clear - P3 Zl Bx By. lra. }
  assert (Cx : xh <= 2 - 4 * u) by lra. assert (Cy : yh <= 2 - 4 * u) by lra. specialize (D1' Cx). specialize (D2' Cy). specialize (E1 ltac:(lra)).
  assert (T3 : Rabs (q1 + q2) <= 3 * u).
  { assert (A1 : Rabs q1 <= Rabs (xh * yl) + u * u) by (replace q1 with (xh * yl + d1) by (unfold d1; ring); assert (A := Rabs_triang (xh * yl) d1); lra).
    assert (A2 : Rabs q2 <= Rabs (xl * yh) + u * u) by (replace q2 with (xl * yh + d2) by (unfold d2; ring); assert (A := Rabs_triang (xl * yh) d2); lra).
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (Bt3 : Rabs t <= 3 * u).
  { apply fl_abs_le; [|lra]. apply F_M with (-24)%Z; [exists 3%Z; pows; lra|rewrite Rabs_pos_eq; pows; lra]. }
  assert (D4' := half_ulp (-22) (e + t)). pows. fold g d4 in D4'. specialize (D4' ltac:(lra)).
  assert (Exact : M (-46) t -> d4 = 0).
  { intros H. unfold d4, g. rewrite (fl_M (-46)); [ring|now apply M_add|pows; lra]. }
  assert (Z0 : Rabs 0 <= 0) by (rewrite Rabs_R0; lra).
  destruct (Rle_or_lt (Rabs (q1 + q2)) (2 * u)) as [CT | CT].
  2: { assert (Mt : M (-46) t) by (apply (M_fl_big (-23)); pows; lra). assert (G := Exact Mt). rewrite <- G in Z0.
       apply (Fin _ _ _ _ _ D1' D2' D3 Z0 Q0); lra. }
  assert (D3' := half_ulp (-23) (q1 + q2)). pows. fold t d3 in D3'. specialize (D3' ltac:(lra)).
  destruct (Rle_or_lt (Rabs (e + t)) (2 * u)) as [Ce | Ce].
  { assert (D4'' := half_ulp (-23) (e + t)). pows. fold g d4 in D4''. specialize (D4'' ltac:(lra)).
    apply (Fin _ _ _ _ _ D1' D2' D3' D4'' Q0); lra. }
  assert (Tu : u <= Rabs (q1 + q2)).
  { apply Rnot_lt_le. intros N. assert (Rabs t <= u) by (apply fl_abs_le; [apply (F_pow (-24))|lra]). lra. }
  assert (F1 : F q1) by apply F_fl. assert (F2 : F q2) by apply F_fl.
  destruct (Rle_or_lt u (Rabs q1)) as [U1 | U1]; destruct (Rle_or_lt u (Rabs q2)) as [U2 | U2].
  - assert (G : d3 = 0).
    { unfold d3, t. rewrite (fl_M (-47)); [ring|apply M_add; apply (M_F (-24)); pows; assumption|pows; lra]. }
    rewrite <- G in Z0. apply (Fin _ _ _ _ _ D1' D2' Z0 D4' Q0); lra.
  - destruct (D2'' U2) as (H2 & _). destruct (Rle_or_lt (u / 2) (Rabs q2)) as [V | V].
    + destruct (fl_even (-48) (q1 + q2)) as [G | G].
      * apply M_add; [apply M_le with (-47)%Z; [lia|apply (M_F (-24)); pows; assumption]|apply (M_F (-25)); [assumption|pows; lra]].
      * pows. lra.
      * assert (G0 : d3 = 0) by (unfold d3, t; rewrite G; ring). rewrite <- G0 in Z0. apply (Fin _ _ _ _ _ D1' H2 Z0 D4' Q0); lra.
      * assert (G0 := Exact G). rewrite <- G0 in Z0. apply (Fin _ _ _ _ _ D1' H2 D3' Z0 Q0); lra.
    + destruct (D2q V) as (H3 & H4). assert (Q5 := abs_mul_le xl yl _ _ H4 Byl). apply (Fin _ _ _ _ _ D1' H3 D3' D4' Q5); lra.
  - destruct (D1'' U1) as (H1 & _). destruct (Rle_or_lt (u / 2) (Rabs q1)) as [V | V].
    + destruct (fl_even (-48) (q1 + q2)) as [G | G].
      * apply M_add; [apply (M_F (-25)); [assumption|pows; lra]|apply M_le with (-47)%Z; [lia|apply (M_F (-24)); pows; assumption]].
      * pows. lra.
      * assert (G0 : d3 = 0) by (unfold d3, t; rewrite G; ring). rewrite <- G0 in Z0. apply (Fin _ _ _ _ _ H1 D2' Z0 D4' Q0); lra.
      * assert (G0 := Exact G). rewrite <- G0 in Z0. apply (Fin _ _ _ _ _ H1 D2' D3' Z0 Q0); lra.
    + destruct (D1q V) as (H3 & H4). assert (Q5 := abs_mul_le xl yl _ _ Bxl H4). apply (Fin _ _ _ _ _ H3 D2' D3' D4' Q5); lra.
  - destruct (D1'' U1) as (H1 & _). destruct (D2'' U2) as (H2 & _). apply (Fin _ _ _ _ _ H1 H2 D3' D4' Q0); lra.
Qed.
End Commutative.
Lemma mul22_commutative_sc c d xh xl yh yl : Sc c -> Sc d ->
  mul22_commutative (c * xh) (c * xl) (d * yh) (d * yl) = let (s, l) := mul22_commutative xh xl yh yl in (c * d * s, c * d * l).
Proof.
  intros Sc1 Sd. assert (S2 := Sc_mul c d Sc1 Sd). unfold mul22_commutative. cbv zeta.
  repeat rewrite ?mul_sc, ?neg_sc, ?fma_sc, ?add_sc by assumption. reflexivity.
Qed.
Theorem mul22_commutative_weak xh xl yh yl : weak xh xl -> weak yh yl -> let (s, l) := mul22_commutative xh xl yh yl in
  Rabs (s + l - (xh + xl) * (yh + yl)) <= (5 * u * u + 100 * u * u * u) * Rabs ((xh + xl) * (yh + yl)) /\ pair s l.
Proof.
  apply (lift22 mul22_commutative (1 + 2 * u) 1); try lra; [apply pair_form|apply mul22_commutative_sc| | |].
  1, 2: intros; unfold mul22_commutative, mul, fma, add, neg; now zeros.
  clear. intros xh xl yh yl Wx Wy. destruct (commutative_error xh xl yh yl Wx Wy) as [H G].
  unfold mul22_commutative. cbv zeta. rewrite two_prod_exact by (apply Wx || apply Wy). rewrite (add_comm (neg _)), (add_comm (mul xl yh)).
  assert (P := p_low xh yh (proj1 (proj2 (proj2 Wx))) (proj1 (proj2 (proj2 Wy)))).
  change (mul xh yh) with (fl (xh * yh)). set (p := fl (xh * yh)) in *.
  change (add (xh * yh - p) (add (mul xh yl) (mul xl yh))) with (fl (xh * yh - p + fl (fl (xh * yl) + fl (xl * yh)))).
  set (g := fl (xh * yh - p + fl (fl (xh * yl) + fl (xl * yh)))) in *.
  assert (E : add g (neg (add (add p g) (neg p))) = p + g - add p g).
  { apply fast_sum_large; try apply F_fl. rewrite (Rabs_pos_eq p) by lra. lra. }
  split; [|now apply last_pair]. rewrite E. replace (add p g + (p + g - add p g)) with (p + g) by ring. assumption.
Qed.
Print Assumptions mul22_commutative_weak.
