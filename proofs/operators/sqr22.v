(* sqr22: 3.5 u^2 for normalised operands, 3.5 u^2 + 3 u^3 for weak ones; the result is weak.  docs/proofs/mul22.md. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Section Unit.
Variables xh xl b k : R.
Hypothesis Fxh : F xh. Hypothesis Fxl : F xl.
Hypothesis Bx : 1 <= xh <= 2 - 2 * u. Hypothesis Bxl : Rabs xl <= b.
Hypothesis Bk : (b = u /\ k = 7 / 2 * u * u) \/ (b = w /\ k = 7 / 2 * u * u + 3 * u * u * u).

Let T := xl * (xh + xh).
Let t := fl T.
Let v := xh * xh + t.
Let s := fl v.
Let d := xh * xh - s.
Let r := fl d.
Let l := fl (t + r).
Let et := t - T.
Let el := l - (t + r).
Let er := r - d.
Let Z := (xh + xl) * (xh + xl).

Lemma Bw : Rabs xl <= w. Proof. destruct Bk as [[E _] | [E _]]; rewrite E in Bxl; lra. Qed.
Lemma Mxx : M (-46) (xh * xh).
Proof. assert (H : M (-23) xh) by (apply (M_F 0 xh Fxh); rewrite Rabs_pos_eq; pows; lra). now apply (M_mul (-23) (-23)). Qed.
Lemma Ev : v - s = t + d. Proof. unfold v, d. ring. Qed.
Lemma EZ : Z = v - et + xl * xl. Proof. unfold Z, v, et, T. ring. Qed.
Lemma error_sum : s + l - Z = el + er + et - xl * xl. Proof. unfold el, er, et, Z, d, T. ring. Qed.
Lemma BT : Rabs T <= 2 * w * xh.
Proof. unfold T. rewrite Rabs_mult, (Rabs_pos_eq (xh + xh)) by lra. assert (H := Bw). assert (P := Rabs_pos xl). nra. Qed.
Lemma Bt : Rabs t <= 4 * u /\ Rabs et <= 4 * u * u.
Proof.
  assert (H := BT). assert (G := fl_mid (-22) T (4 * u * u - 8 * u * u * u) (4 * u * u)). pows. fold t et in G.
  destruct G; lra.
Qed.
Lemma Bt' : xh <= 2 - 4 * u -> Rabs et <= 2 * u * u.
Proof. intros C. assert (H := BT). assert (G := half_ulp (-22) T). pows. fold t et in G. lra. Qed.
Lemma sq_low : 2 * xh - 1 <= xh * xh. Proof. nra. Qed.
Lemma sq_high : xh * xh <= 4 - 8 * u + 4 * u * u. Proof. nra. Qed.
Lemma Bv : 0 < v <= 4 - 3 * u.
Proof. destruct Bt as [H _]. assert (H1 := sq_low). assert (H2 := sq_high). abs_in. unfold v. lra. Qed.
Lemma Bvs : Rabs (v - s) <= 2 * u.
Proof.
  assert (H := Bv). assert (E := half_ulp 2 v). pows. fold s in E. rewrite Rabs_minus_sym.
  rewrite Rabs_pos_eq in E by lra. lra.
Qed.
Lemma Bvs1 : v <= 2 -> Rabs (v - s) <= u.
Proof.
  intros C. assert (H := Bv). assert (E := half_ulp 1 v). pows. fold s in E. rewrite Rabs_minus_sym.
  rewrite Rabs_pos_eq in E by lra. lra.
Qed.
Lemma Bxlxl : 0 <= xl * xl <= b * b.
Proof. abs_in. split; nra. Qed.

Hypothesis X1 : 1 + 2 * u <= xh.
Lemma Ls : 1 <= s.
Proof.
  apply fl_ge; [apply (F_pow 0)|]. assert (H := BT). destruct Bt as [_ E]. unfold v, et in *.
  assert (G := sq_low). abs_in. lra.
Qed.
Lemma Md : M (-46) d.
Proof.
  apply M_sub; [apply Mxx|]. apply M_le with (-23)%Z; [lia|]. assert (H := Ls).
  apply (M_F 0 s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra].
Qed.
(* With xh^2 at most 2 + 4u the residual is a float. *)
Lemma small_head : xh * xh <= 2 + 4 * u -> Rabs t <= 29 / 10 * u.
Proof.
  intros C. assert (X : xh <= 14143 / 10000) by nra. assert (H := BT). assert (E := Bt' ltac:(lra)).
  unfold et in E. abs_in. apply Rabs_le. lra.
Qed.
Lemma residual_exact : s < 2 -> Rabs d <= 4 * u.
Proof.
  intros C. assert (V : v <= 2).
  { apply Rnot_lt_le. intros G. assert (2 <= s) by (apply fl_ge; [apply (F_pow 1)|lra]). lra. }
  assert (Q := Bvs1 V). destruct Bt as [B _].
  assert (H := small_head). assert (E := Ev). unfold v in V. assert (G := H ltac:(abs_in; lra)).
  replace d with (v - s - t) by lra. abs_in. apply Rabs_le. lra.
Qed.

Lemma account :
  (r = d /\ Rabs et <= u * u /\ ((Rabs el <= u * u / 2 /\ v <= 2) \/ (Rabs el <= u * u /\ 2 < v))) \/
  (r = d /\ el = 0) \/ (4 * u < Rabs d /\ el = 0 /\ Rabs er <= 4 * u * u /\ 2 <= s /\ l = t + r).
Proof.
  assert (V := Bvs). destruct Bt as [B _]. assert (E := Ev).
  assert (D6 : Rabs d <= 6 * u) by (replace d with (v - s - t) by lra; abs_in; apply Rabs_le; lra).
  destruct (Rle_or_lt (Rabs T) (2 * u)) as [C | C].
  - left. assert (Bt2 : Rabs t <= pow (-23)) by (apply fl_abs_le; [apply F_pow|pows; lra]). pows.
    assert (Er : r = d) by (apply (fl_M (-46) d Md); replace d with (v - s - t) by lra; pows; abs_in; apply Rabs_le; lra).
    split; [assumption|]. assert (Et := half_ulp (-23) T). pows. fold t et in Et. split; [lra|].
    assert (Q : t + r = v - s) by (rewrite Er, E; ring).
    destruct (Rle_or_lt v 2) as [V2 | V2]; [left|right]; (split; [|assumption]).
    + assert (G := half_ulp (-24) (t + r)). rewrite Q in G at 1. pows. fold l el in G. assert (V3 := Bvs1 V2). lra.
    + assert (G := half_ulp (-23) (t + r)). rewrite Q in G at 1. pows. fold l el in G. lra.
  - right. assert (Mt : M (-46) t) by (apply (M_fl_big (-23)); pows; lra).
    destruct (Rle_or_lt (Rabs d) (4 * u)) as [D | D].
    + left. assert (Er : r = d) by (apply (fl_M (-46) d Md); pows; lra). split; [assumption|].
      unfold el, l. rewrite (fl_M (-46) (t + r)); [ring| |].
      * rewrite Er. apply M_add; [assumption|apply Md].
      * rewrite Er, <- E. pows. lra.
    + right. assert (L2 : 2 <= s) by (apply Rnot_lt_le; intros G; apply residual_exact in G; lra).
      assert (Eer := half_ulp (-21) d). pows. fold r er in Eer.
      assert (Mr : M (-45) r) by (apply (M_fl_big (-22)); pows; lra).
      assert (El : l = t + r).
      { apply (fl_M (-46)); [apply M_add; [assumption|apply M_le with (-45)%Z; [lia|assumption]]|].
        replace (t + r) with (v - s + er) by (unfold er; lra). pows. assert (Eer' := Eer ltac:(lra)). abs_in. apply Rabs_le. lra. }
      repeat split; try assumption; [unfold el; lra|lra].
Qed.

Lemma result_weak : weak s l.
Proof.
  destruct account as [(Er & _) | [(Er & _) | (D & _ & E & L2 & El)]].
  1, 2: apply pair_weak; apply rest_pair; unfold l; rewrite Er; f_equal; fold s; rewrite Ev; ring.
  split; [apply F_fl|split; [apply F_fl|]].
  assert (V := Bvs). assert (H := Bv). assert (EV := Ev).
  assert (U : ulp24 s = 4 * u).
  { rewrite ulp_neq_0 by lra. unfold cexp, FLX_exp. rewrite (mag_unique_pos radix2 s 2); [pows; lra|].
    pows. split; [lra|]. abs_in. lra. }
  rewrite U. replace l with (v - s + er); [abs_in; apply Rabs_le; lra|].
  rewrite El. unfold er. rewrite EV. ring.
Qed.

Lemma error : Rabs (s + l - Z) <= k * Z.
Proof.
  rewrite error_sum. assert (Q := Bxlxl). destruct Bt as [_ E4]. assert (HZ := EZ). assert (V := Bvs).
  assert (Zl : (1 - w) * (1 - w) <= Z) by (assert (H := Bw); clear - H Bx Z; unfold Z; abs_in; nra).
  assert (K1 : 7 / 2 * u * u <= k <= 36 / 10 * u * u) by (clear - Bk; destruct Bk as [[_ ->] | [_ ->]]; lra).
  destruct (Rle_or_lt xh (2 - 4 * u)) as [C | C].
  2: { assert (Z3 : 39 / 10 <= Z) by (assert (H := Bw); clear - H C Z; unfold Z; abs_in; nra).
       assert (K2 : 7 / 2 * u * u * Z <= k * Z) by nra. assert (Qb : b * b <= 11 / 10 * u * u) by (clear - Bk; destruct Bk as [[-> _] | [-> _]]; lra).
       destruct account as [(Er & Et & [[El V2] | [El V2]]) | [(Er & El) | (D & El & Ee & L2 & _)]];
         unfold er in *; try rewrite Er in *; try rewrite El in *; abs_in; apply Rabs_le; lra. }
  assert (E2 := Bt' C).
  assert (Z2 : 4 * u < Rabs d -> 2 <= s -> 2 <= Z).
  { intros D L2. destruct (Rle_lt_or_eq_dec 2 s L2) as [S2 | S2].
    { assert (Ms2 : M (-22) s) by (apply (M_F 1 s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
      assert (G := M_gap (-22) 2 s (M_IZR (-22) 2 ltac:(lia)) Ms2 S2). pows. abs_in. lra. }
    unfold Rabs in D. unfold d in D. destruct (Rcase_abs (xh * xh - s)) as [N | N].
    - exfalso. assert (G := small_head ltac:(lra)). assert (V1 := Bvs1).
      destruct (Rle_or_lt v 2) as [C2|C2]; [specialize (V1 C2)|]; unfold v in *; abs_in; lra.
    - assert (X : xh <= 3 / 2) by (assert (B := Bt); destruct B as [B _]; assert (Vv : v = xh * xh + t) by reflexivity; clear - V B S2 Vv Bx; abs_in; nra).
      assert (H := Bw). clear - H N D S2 X Bx Z. unfold Z. abs_in. nra. }
  destruct account as [(Er & Et & [[El V2] | [El V2]]) | [(Er & El) | (D & El & Ee & L2 & _)]];
    unfold er in *; try rewrite Er in *; try rewrite El in *;
    destruct Bk as [[-> ->] | [-> ->]]; try specialize (Z2 D L2); abs_in; apply Rabs_le; lra.
Qed.
End Unit.

Lemma sqr22_sc c xh xl : Sc c -> sqr22 (c * xh) (c * xl) = let (s, l) := sqr22 xh xl in (c * c * s, c * c * l).
Proof.
  intros S. assert (S2 := Sc_mul c c S S). unfold sqr22. cbv zeta.
  repeat rewrite ?mul_sc, ?fma_sc, ?neg_sc, ?add_sc by assumption. reflexivity.
Qed.
Lemma sqr22_0 : sqr22 0 0 = (0, 0). Proof. unfold sqr22, mul, fma, add, neg. now zeros. Qed.

(* A head of 1: nothing is rounded but the sum, and xl^2 is left out. *)
Lemma one xl : F xl -> Rabs xl <= w -> let (s, l) := sqr22 1 xl in
  s + l - (1 + xl) * (1 + xl) = - (xl * xl) /\ weak s l.
Proof.
  intros Fx Bx. unfold sqr22. cbv zeta. unfold mul, fma, add, neg.
  rewrite (fl_id (1 + 1)) by (replace (1 + 1) with (pow 1) by (pows; lra); apply F_pow).
  replace (xl * (1 + 1)) with (xl * pow 1) by (pows; ring). rewrite (fl_id (xl * pow 1)) by now apply F_scale.
  rewrite !Rmult_1_l. set (t := xl * pow 1). assert (Ft : F t) by now apply F_scale.
  set (v := 1 + t). set (s := fl v). fold (Rminus 1 s). set (d := 1 - s).
  assert (Bt : Rabs t <= 2 * w) by (unfold t; pows; abs_in; apply Rabs_le; lra).
  assert (Bs : / 2 <= s) by (apply fl_ge; [apply (F_pow (-1))|unfold v; abs_in; lra]).
  assert (Es := half_ulp 1 v). pows. fold s in Es. rewrite (Rabs_pos_eq v) in Es by (unfold v; abs_in; lra).
  specialize (Es ltac:(unfold v; abs_in; lra)).
  assert (Ms : M (-24) s) by (apply (M_F (-1) s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
  assert (Ed : v - s = t + d) by (unfold v, d; ring).
  assert (Er : fl d = d).
  { apply (fl_M (-24) d); [apply M_sub; [apply M_IZR; lia|assumption]|].
    pows. replace d with (v - s - t) by lra. abs_in. apply Rabs_le. lra. }
  rewrite Er, <- Ed. split; [|apply pair_weak; now apply rest_pair].
  rewrite (fl_id (v - s)) by (apply sum_err_F; [apply (F_pow 0)|assumption]). unfold v, t. pows. ring.
Qed.

Lemma sqr22_unit xh xl b k : F xh -> F xl -> 1 <= xh <= 2 - 2 * u -> Rabs xl <= b ->
  (b = u /\ k = 7 / 2 * u * u) \/ (b = w /\ k = 7 / 2 * u * u + 3 * u * u * u) ->
  let (s, l) := sqr22 xh xl in Rabs (s + l - (xh + xl) * (xh + xl)) <= k * ((xh + xl) * (xh + xl)) /\ weak s l.
Proof.
  intros Fh Fx Bx Bl Bk. assert (BW := Bw xl b k Bl Bk). destruct (Rle_lt_or_eq_dec 1 xh (proj1 Bx)) as [X | <-].
  - assert (Mx : M (-23) xh) by (apply (M_F 0 xh Fh); rewrite Rabs_pos_eq; pows; lra).
    assert (X1 := M_gap (-23) 1 xh (M_IZR (-23) 1 ltac:(lia)) Mx X). pows. assert (X2 : 1 + 2 * u <= xh) by lra.
    unfold sqr22. cbv zeta. unfold mul, fma, add, neg.
    rewrite (fl_id (xh + xh)) by (replace (xh + xh) with (xh * pow 1) by (pows; ring); now apply F_scale).
    split; [apply (error xh xl b k)|apply (result_weak xh xl b k)]; assumption.
  - assert (H := one xl Fx BW). destruct (sqr22 1 xl) as [s l]. destruct H as [-> W]. split; [|assumption].
    rewrite Rabs_Ropp, Rabs_mult. assert (P := Rabs_pos xl).
    assert (Q : Rabs xl * Rabs xl <= w * w) by nra.
    assert (L : (1 - w) * (1 - w) <= (1 + xl) * (1 + xl)) by (clear - BW; abs_in; nra).
    assert (K1 : 7 / 2 * u * u <= k) by (clear - Bk; destruct Bk as [[_ ->] | [_ ->]]; lra). nra.
Qed.

Theorem sqr22_weak xh xl : weak xh xl -> let (s, l) := sqr22 xh xl in
  Rabs (s + l - (xh + xl) * (xh + xl)) <= (7 / 2 * u * u + 3 * u * u * u) * Rabs ((xh + xl) * (xh + xl)) /\ weak s l.
Proof.
  apply (lift2 sqr22 (1 + 2 * u) (1 + 2 * u)); try lra; [apply weak_form|apply sqr22_sc|apply sqr22_0|].
  intros h l (F1 & F2 & B1 & B2). apply (sqr22_unit h l w); try assumption. now right.
Qed.
Theorem sqr22_correct xh xl : pair xh xl -> let (s, l) := sqr22 xh xl in
  Rabs (s + l - (xh + xl) * (xh + xl)) <= 7 / 2 * u * u * Rabs ((xh + xl) * (xh + xl)) /\ weak s l.
Proof.
  intros P. apply pair_form in P. revert P.
  apply (lift2 sqr22 1 (1 + 2 * u)); try lra; [apply weak_form|apply sqr22_sc|apply sqr22_0|].
  intros h l (F1 & F2 & B1 & B2). rewrite Rmult_1_r in B2. apply (sqr22_unit h l u); try assumption. now left.
Qed.
Print Assumptions sqr22_weak.
Print Assumptions sqr22_correct.
