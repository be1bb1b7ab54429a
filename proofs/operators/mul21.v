(* mul21: u^2 for normalised operands, u^2 (1 + 2 u^2) for weak ones; the result is a pair.  docs/proofs/mul22.md. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.

Lemma mul21_unit xh xl y : F xh -> F xl -> F y -> 1 <= xh <= 2 - 2 * u -> 1 <= y <= 2 - 2 * u -> Rabs xl <= u * (1 + 2 * u) ->
  let (s, l) := mul21 xh xl y in
  Rabs (s + l - (xh + xl) * y) <= u * u * (1 + 2 * u * u) * ((xh + xl) * y) /\ pair s l /\
  (Rabs xl <= u -> Rabs (s + l - (xh + xl) * y) <= u * u * ((xh + xl) * y)).
Proof.
  intros Fx Fl Fy Bx By Bl. unfold mul21. cbv zeta. unfold mul, fma, add, neg.
  set (T := xl * y). set (t := fl T). set (v := xh * y + t). set (s := fl v).
  replace (xh * y + - s) with (xh * y - s) by ring. set (d := xh * y - s).
  assert (Mx : M (-23) xh) by (apply (M_F 0 xh Fx); rewrite Rabs_pos_eq; pows; lra).
  assert (My : M (-23) y) by (apply (M_F 0 y Fy); rewrite Rabs_pos_eq; pows; lra).
  apply Rabs_le_inv in Bl.
  assert (BT : Rabs T <= pow (-23) + (2 * u * u - 4 * u * u * u)) by (unfold T; abs_nra).
  destruct (fl_mid (-23) T (2 * u * u - 4 * u * u * u) (2 * u * u)) as [Bt Et]; try (pows; lra).
  fold t in Bt, Et.
  assert (P1 : 1 <= xh * y) by nra. assert (P2 : xh * y <= 4 - 8 * u + 4 * u * u) by nra.
  assert (Mxy : M (-46) (xh * y)) by (apply (M_mul (-23) (-23)); assumption).
  assert (Ev : v - s = d + t) by (unfold v, d; ring).
  destruct (Rle_lt_or_eq_dec 1 y (proj1 By)) as [Y | Y].
  2: { (* y = 1: nothing is rounded but s. *)
    assert (ET : T = xl) by (unfold T; rewrite <- Y; ring).
    assert (Et0 : t = xl) by (unfold t; rewrite ET; now apply fl_id).
    assert (Exy : xh * y = xh) by (rewrite <- Y; ring).
    assert (Bv : Rabs v <= pow 1) by (unfold v; rewrite Exy, Et0; abs_le).
    assert (Es := half_ulp 1 v Bv). fold s in Es. pows.
    assert (Ls : / 2 <= s).
    { apply fl_ge; [apply (F_pow (-1))|]. unfold v. rewrite Exy, Et0. lra. }
    assert (Ms : M (-24) s) by (apply (M_F (-1) s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
    abs_in.
    assert (ER : fl d = d).
    { apply fl_M with (-24)%Z. { unfold d. rewrite Exy. apply M_sub; [apply M_le with (-23)%Z; [lia|assumption]|assumption]. }
      replace d with (v - s - t) by (rewrite Ev; ring). apply Rabs_le. pows. split; lra. }
    assert (El : fl (t + fl d) = v - s).
    { rewrite ER, Rplus_comm, <- Ev. apply fl_id. unfold s, v. rewrite Et0, Exy. now apply sum_err_F. }
    rewrite El. replace (s + (v - s) - (xh + xl) * y) with 0 by (unfold v; rewrite Et0, Exy, <- Y; ring).
    rewrite Rabs_R0. assert (0 <= (xh + xl) * y) by nra.
    split; [nra|]. split; [|intros; nra].
    rewrite <- El, ER, (Rplus_comm t d), <- Ev. now apply rest_pair. }
  assert (M2 : M (-23) 1) by (apply M_IZR; lia).
  assert (Y2 : 1 + 2 * u <= y) by (assert (G := M_gap (-23) 1 y M2 My Y); pows; lra).
  assert (Bv : Rabs v <= pow 2) by (abs_in; unfold v; abs_le).
  assert (Es := half_ulp 2 v Bv). fold s in Es. pows.
  assert (Lv : 1 <= v) by (abs_in; unfold v; assert (-(u * (1 + 2 * u)) * y <= T) by (unfold T; nra); nra).
  assert (Ls : 1 <= s) by (apply fl_ge; [apply (F_pow 0)|assumption]).
  assert (Ms : M (-23) s) by (apply (M_F 0 s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
  assert (MR : M (-46) d) by (apply M_sub; [assumption|apply M_le with (-23)%Z; [lia|assumption]]).
  assert (ER : fl d = d).
  { apply (fl_M (-46) d MR). abs_in. replace d with (v - s - t) by (rewrite Ev; ring). abs_le. }
  rewrite ER, (Rplus_comm t d), <- Ev. set (l := fl (v - s)).
  assert (Hp : pair s l) by (now apply rest_pair).
  set (el := l - (v - s)). set (et := t - T).
  assert (Eerr : s + l - (xh + xl) * y = el + et) by (unfold el, et, v, T; ring).
  rewrite Eerr.
  assert (XY : (1 - u * (1 + 2 * u)) * y <= (xh + xl) * y) by nra.
  set (Z := (xh + xl) * y) in *.
  assert (EZ : Z = v - et) by (unfold Z, et, v, T; ring).
  destruct (Rle_or_lt (Rabs T) u) as [CT | CT].
  - (* |T| <= u *)
    assert (Et' := half_ulp (-24) T). pows. specialize (Et' CT). fold t et in Et'.
    assert (G : Rabs (el + et) <= u * u * Z).
    { destruct (Rlt_or_le v 2) as [V | V].
      + assert (Ev2 := half_ulp 1 v). fold s in Ev2. pows. abs_in.
        assert (Ev3 : Rabs (v - s) <= pow (-24)).
        { rewrite Rabs_minus_sym. pows. apply Ev2. apply Rabs_le. lra. }
        assert (Eel := half_ulp (-24) (v - s) Ev3). fold l el in Eel. pows. abs_in. apply Rabs_le. lra.
      + assert (Ev3 : Rabs (v - s) <= pow (-23)) by (rewrite Rabs_minus_sym; pows; lra).
        assert (Eel := half_ulp (-23) (v - s) Ev3). fold l el in Eel. pows. abs_in. apply Rabs_le. lra. }
    split; [lra|split; [assumption|intros; assumption]].
  - (* |T| > u: l is exact *)
    assert (Mt : M (-47) t) by (apply (M_fl_big (-24)); pows; lra).
    assert (E0 : el = 0).
    { unfold el, l. rewrite (fl_M (-47) (v - s)); [ring| |].
      - rewrite Ev. apply M_add; [apply M_le with (-46)%Z; [lia|assumption]|assumption].
      - rewrite Rabs_minus_sym. pows. lra. }
    rewrite E0, Rplus_0_l. split; [|split; [assumption|]].
    + destruct (Rle_or_lt (Rabs T) (2 * u)) as [C2 | C2].
      * assert (E2 := half_ulp (-23) T). pows. fold t et in E2. assert (E3 := E2 ltac:(lra)). lra.
      * (* |T| > 2u: only for the largest y *)
        assert (Ty : Rabs T <= u * (1 + 2 * u) * y).
        { unfold T. rewrite Rabs_mult, (Rabs_pos_eq y) by lra. apply Rmult_le_compat_r; [lra|]. now apply Rabs_le. }
        destruct (fl_mid (-23) T (Rabs T - 2 * u) (2 * u * u - 4 * u * u * u)) as [_ E3]; pows; try lra.
        fold t et in E3. assert (Yt : 2 - 2 * u <= y).
        { assert (M3 : M (-23) (2 - 4 * u)).
          { apply M_sub; [apply M_IZR; lia|]. replace (4 * u) with (pow (-22)) by (pows; lra). apply M_pow; lia. }
          assert (G := M_gap (-23) _ _ M3 My ltac:(lra)). pows. lra. }
        lra.
    + intros Bp. assert (BT2 : Rabs T <= pow (-23)) by (abs_in; unfold T; abs_nra).
      assert (E2 := half_ulp (-23) T BT2). pows. fold t et in E2. lra.
Qed.

Lemma mul21_sc c d xh xl y : Sc c -> Sc d ->
  mul21 (c * xh) (c * xl) (d * y) = let (s, l) := mul21 xh xl y in (c * d * s, c * d * l).
Proof.
  intros Sc1 Sd. assert (S2 := Sc_mul c d Sc1 Sd). unfold mul21. cbv zeta.
  repeat rewrite ?mul_sc, ?fma_sc, ?neg_sc, ?add_sc by assumption. reflexivity.
Qed.

Theorem mul21_weak xh xl y : weak xh xl -> F y ->
  let (s, l) := mul21 xh xl y in
  Rabs (s + l - (xh + xl) * y) <= u * u * (1 + 2 * u * u) * Rabs ((xh + xl) * y) /\ pair s l.
Proof.
  intros W Fy. destruct (Req_dec xh 0) as [-> | N].
  { rewrite (form_0 _ _ W). unfold mul21, mul, fma, add, neg. zeros. split; [lra|apply pair_0]. }
  destruct (Req_dec y 0) as [-> | Ny].
  { unfold mul21, mul, fma, add, neg. zeros. split; [lra|apply pair_0]. }
  destruct (form_scaled _ _ _ W N) as (c & h & l & S & -> & -> & Fh & Fl & Bh & Bl).
  destruct (float_scaled y Fy Ny) as (d & y' & Sd & -> & Fy' & By).
  rewrite mul21_sc by assumption. assert (H := mul21_unit h l y' Fh Fl Fy' Bh By Bl).
  destruct (mul21 h l y') as [s r]. destruct H as (H & P & _).
  split; [|apply pair_sc; [now apply Sc_mul|assumption]].
  replace (c * d * s + c * d * r - (c * h + c * l) * (d * y')) with (c * d * (s + r - (h + l) * y')) by ring.
  replace ((c * h + c * l) * (d * y')) with (c * d * ((h + l) * y')) by ring.
  apply abs_sc. rewrite (Rabs_pos_eq ((h + l) * y')); [assumption|]. abs_in. nra.
Qed.

Theorem mul21_correct xh xl y : pair xh xl -> F y ->
  let (s, l) := mul21 xh xl y in Rabs (s + l - (xh + xl) * y) <= u * u * Rabs ((xh + xl) * y) /\ pair s l.
Proof.
  intros W Fy. apply pair_form in W. destruct (Req_dec xh 0) as [-> | N].
  { rewrite (form_0 _ _ W). unfold mul21, mul, fma, add, neg. zeros. split; [lra|apply pair_0]. }
  destruct (Req_dec y 0) as [-> | Ny].
  { unfold mul21, mul, fma, add, neg. zeros. split; [lra|apply pair_0]. }
  destruct (form_scaled _ _ _ W N) as (c & h & l & S & -> & -> & Fh & Fl & Bh & Bl).
  destruct (float_scaled y Fy Ny) as (d & y' & Sd & -> & Fy' & By).
  rewrite mul21_sc by assumption. assert (H := mul21_unit h l y' Fh Fl Fy' Bh By ltac:(lra)).
  destruct (mul21 h l y') as [s r]. destruct H as (_ & P & H).
  split; [|apply pair_sc; [now apply Sc_mul|assumption]].
  replace (c * d * s + c * d * r - (c * h + c * l) * (d * y')) with (c * d * (s + r - (h + l) * y')) by ring.
  replace ((c * h + c * l) * (d * y')) with (c * d * ((h + l) * y')) by ring.
  apply abs_sc. rewrite (Rabs_pos_eq ((h + l) * y')); [apply H; lra|]. abs_in. nra.
Qed.
Print Assumptions mul21_correct.
Print Assumptions mul21_weak.
