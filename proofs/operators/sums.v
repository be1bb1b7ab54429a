(* add22, add22_accurate, add22_sloppy and add21, of weak or normalised operands.  docs/proofs/add22.md has the cases A to D.
The head of larger magnitude is scaled to [1, 2).  Nothing underflows in a sum, so these hold in binary32 without a lower limit. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Section Heads.
Variables xh yh : R.
Hypothesis Fx : F xh. Hypothesis Fy : F yh.
Hypothesis Bx : 1 <= xh <= 2 - 2 * u. Hypothesis By : Rabs yh <= xh.
Let a := fl (xh + yh).
Let b := xh + yh - a.
Lemma Fa : F a. Proof. apply F_fl. Qed.
Lemma Fb : F b. Proof. now apply sum_err_F. Qed.
Lemma Mx : M (-23) xh. Proof. apply (M_F 0 xh Fx). rewrite Rabs_pos_eq; pows; lra. Qed.
Lemma My : / 2 <= Rabs yh -> M (-24) yh. Proof. intros H. apply (M_F (-1) yh Fy). pows. lra. Qed.
Lemma err_b k : Rabs (xh + yh) <= pow k -> Rabs b <= pow (k - 25).
Proof. intros H. unfold b. rewrite Rabs_minus_sym. now apply half_ulp. Qed.
(* Case A: opposite signs, |yh| >= xh/2.  The head of the sum is exact. *)
Lemma case_A : yh <= - xh / 2 -> a = xh + yh /\ b = 0 /\ M (-24) a /\ (1 <= Rabs yh -> M (-23) a).
Proof.
  intros C. assert (B := By). rewrite Rabs_left1 in B by lra.
  assert (E : a = xh + yh).
  { apply sterbenz; try assumption; rewrite ?(Rabs_pos_eq xh), ?(Rabs_left1 yh) by lra; [lra|nra]. }
  repeat split; [assumption|unfold b; rewrite E; ring| |].
  - rewrite E. apply M_add; [apply M_le with (-23)%Z; [lia|apply Mx]|apply My; rewrite Rabs_left1; lra].
  - intros L. rewrite E. apply M_add; [apply Mx|apply (M_F 0 yh Fy); pows; lra].
Qed.
Lemma not_A : - xh / 2 < yh -> / 2 <= xh + yh <= 4 - 4 * u.
Proof. intros C. abs_in. lra. Qed.
Lemma a_half : - xh / 2 < yh -> / 2 <= a.
Proof. intros C. apply fl_ge; [apply (F_pow (-1))|]. assert (H := not_A C). lra. Qed.
Lemma a_high : - xh / 2 < yh -> a <= 4 - 4 * u.
Proof.
  intros C. apply fl_le_F; [|assert (H := not_A C); lra].
  apply F_M with (-22)%Z; [|rewrite Rabs_pos_eq; pows; lra].
  apply M_sub; [apply M_IZR; lia|]. replace (4 * u) with (pow (-22)) by (pows; lra). apply M_pow; lia.
Qed.
End Heads.

(* ---- add21 *)
Lemma add21_core xh xl yh yl : F xh -> F yh -> F xl -> F yl -> 1 <= xh <= 2 - 2 * u -> Rabs yh <= xh ->
  Rabs (xl + yl) <= w -> F (xl + yl) ->
  let a := fl (xh + yh) in let b := xh + yh - a in let L := xl + yl in let g := fl (b + L) in
  add g (neg (add (add a g) (neg a))) = a + g - add a g /\
  Rabs (a + g - (xh + yh + L)) <= (2 * u * u + 8 * u * u * u) * Rabs (xh + yh + L) /\ Rabs g <= 4 * u.
Proof.
  intros Fx Fy _ _ Bx By BL FL a b L g.
  assert (Fg : F g) by apply F_fl. assert (FA : F a) by apply F_fl.
  destruct (Rle_or_lt yh (- xh / 2)) as [C | C].
  - destruct (case_A xh yh Fx Fy Bx By C) as (Ea & Eb & Ma & _). fold a in Ea, Ma. fold a b in Eb.
    assert (Eg : g = L) by (unfold g; rewrite Eb, Rplus_0_l; now apply fl_id).
    repeat split.
    + apply (fast_sum_unit (-24)); try assumption. rewrite Eg. pows. unfold L. lra.
    + rewrite Eg, Ea. replace (xh + yh + L - (xh + yh + L)) with 0 by ring. rewrite Rabs_R0.
      assert (P := Rabs_pos (xh + yh + L)). lra.
    + rewrite Eg. unfold L. lra.
  - assert (H := not_A xh yh Bx By C). assert (A1 := a_half xh yh Bx By C). assert (A2 := a_high xh yh Bx By C).
    fold a in A1, A2. set (eg := g - (b + L)).
    assert (E : a + g - (xh + yh + L) = eg) by (unfold eg, b; ring).
    assert (Q : (Rabs b <= u / 2 /\ Rabs eg <= u * u) \/ (1 <= a /\ Rabs b <= u /\ Rabs eg <= 2 * u * u) \/
                (2 <= a /\ Rabs b <= 2 * u /\ Rabs eg <= 2 * u * u)).
    { destruct (Rle_or_lt (xh + yh) 1) as [C1 | C1]; [|destruct (Rle_or_lt (xh + yh) 2) as [C2 | C2]].
      - left. assert (G := err_b xh yh 0). fold a b in G. pows. rewrite Rabs_pos_eq in G by lra. specialize (G C1).
        assert (N := half_ulp (-23) (b + L)). pows. fold g eg in N. split; [lra|].
        assert (T := Rabs_triang b L). fold L in BL. lra.
      - right; left. assert (1 <= a) by (apply fl_ge; [apply (F_pow 0)|lra]).
        assert (G := err_b xh yh 1). fold a b in G. pows. rewrite Rabs_pos_eq in G by lra. specialize (G C2).
        destruct (fl_mid_tie (-23) (b + L) (2 * u * u) (2 * u * u)) as [_ N]; pows; try lra.
        { assert (T := Rabs_triang b L). fold L in BL. lra. }
        fold g eg in N. lra.
      - right; right. assert (2 <= a) by (apply fl_ge; [apply (F_pow 1)|lra]).
        assert (G := err_b xh yh 2). fold a b in G. pows. rewrite Rabs_pos_eq in G by lra. specialize (G ltac:(lra)).
        assert (N := half_ulp (-22) (b + L)). pows. fold g eg in N.
        assert (T := Rabs_triang b L). fold L in BL. lra. }
    assert (Bg : Rabs g <= 4 * u).
    { replace g with (b + L + eg) by (unfold eg; ring). fold L in BL.
      destruct Q as [[Q1 Q2] | [[_ [Q1 Q2]] | [_ [Q1 Q2]]]]; abs_in; apply Rabs_le; lra. }
    repeat split; [|rewrite E|assumption].
    + apply fast_sum_large; try assumption. rewrite (Rabs_pos_eq a) by lra. lra.
    + fold L in BL. assert (Ea : a = xh + yh - b) by (unfold b; ring).
      rewrite (Rabs_pos_eq (xh + yh + L)) by (abs_in; lra).
      destruct Q as [[Q1 Q2] | [[A [Q1 Q2]] | [A [Q1 Q2]]]]; abs_in; apply Rabs_le; lra.
Qed.

Definition add21_as22 xh xl yh (yl : R) := add21 xh xl yh.
Lemma add21_unit xh xl yh yl : form (1 + 2 * u) xh xl -> form 0 yh yl ->
  (1 <= xh <= 2 - 2 * u /\ Rabs yh <= xh) \/ (1 <= yh <= 2 - 2 * u /\ Rabs xh <= yh) ->
  let (s, l) := add21 xh xl yh in
  Rabs (s + l - (xh + xl + yh)) <= (2 * u * u + 8 * u * u * u) * Rabs (xh + xl + yh) /\ pair s l.
Proof.
  intros Wx (Fy & _) C. assert (Bl : Rabs xl <= w).
  { assert (H := form_low (1 + 2 * u) 1 xh xl ltac:(lra) Wx). pows. apply H.
    destruct C as [[C1 C2] | [C1 C2]]; [rewrite Rabs_pos_eq; lra|lra]. }
  destruct Wx as (Fx & Fl & _). unfold add21. cbv zeta.
  rewrite (two_sum xh yh Fx Fy (add xh yh) eq_refl). rewrite (add_comm xl).
  change (add (xh + yh - add xh yh) xl) with (fl (xh + yh - fl (xh + yh) + xl)).
  change (add xh yh) with (fl (xh + yh)).
  assert (H : let a := fl (xh + yh) in let b := xh + yh - a in let g := fl (b + xl) in
    add g (neg (add (add a g) (neg a))) = a + g - add a g /\
    Rabs (a + g - (xh + yh + xl)) <= (2 * u * u + 8 * u * u * u) * Rabs (xh + yh + xl) /\ Rabs g <= 4 * u).
  { assert (F0 := F_0). assert (F1 : F (xl + 0)) by (rewrite Rplus_0_r; assumption).
    destruct C as [[C1 C2] | [C1 C2]].
    - assert (H := add21_core xh xl yh 0). cbv zeta in H. rewrite Rplus_0_r in H. cbv zeta. apply H; assumption || (rewrite Rplus_0_r in F1; assumption).
    - assert (H := add21_core yh xl xh 0). cbv zeta in H. rewrite Rplus_0_r, (Rplus_comm yh xh) in H. cbv zeta. apply H; assumption || (rewrite Rplus_0_r in F1; assumption). }
  cbv zeta in H. set (a := fl (xh + yh)) in *. set (g := fl (xh + yh - a + xl)) in *.
  destruct H as (H1 & H2 & _). split; [|now apply last_pair].
  rewrite H1. replace (add a g + (a + g - add a g) - (xh + xl + yh)) with (a + g - (xh + yh + xl)) by ring.
  replace (xh + xl + yh) with (xh + yh + xl) by ring. assumption.
Qed.
Theorem add21_weak xh xl y : weak xh xl -> F y ->
  let (s, l) := add21 xh xl y in
  Rabs (s + l - (xh + xl + y)) <= (2 * u * u + 8 * u * u * u) * Rabs (xh + xl + y) /\ pair s l.
Proof.
  intros W Fy. assert (Wy : form 0 y 0).
  { repeat split; [assumption|apply F_0|]. rewrite Rabs_R0. assert (H := ulp_ge_0 radix2 (FLX_exp 24) y). lra. }
  assert (H := lift_sum add21_as22 (fun xh xl yh yl => (2 * u * u + 8 * u * u * u) * Rabs (xh + xl + (yh + yl))) (1 + 2 * u) 0).
  assert (G : let (s, l) := add21_as22 xh xl y 0 in
    Rabs (s + l - (xh + xl + (y + 0))) <= (2 * u * u + 8 * u * u * u) * Rabs (xh + xl + (y + 0)) /\ pair s l).
  2: { unfold add21_as22 in G. rewrite Rplus_0_r in G. exact G. }
  apply H; try assumption; clear.
  - intros c xh xl yh yl S. unfold add21_as22, add21. cbv zeta. repeat rewrite ?neg_sc, ?add_sc by assumption. reflexivity.
  - intros c xh xl yh yl. replace (c * xh + c * xl + (c * yh + c * yl)) with (c * (xh + xl + (yh + yl))) by ring. rewrite Rabs_mult. ring.
  - unfold add21_as22, add21, add, neg. now zeros.
  - intros xh xl yh yl Wx Wy C. assert (E : yl = 0).
    { destruct Wy as (_ & _ & Z). rewrite Rmult_0_r in Z. destruct (Req_dec yl 0) as [E | E]; [assumption|apply Rabs_pos_lt in E; lra]. }
    subst yl. rewrite Rplus_0_r. now apply add21_unit with 0.
Qed.

(* ---- add22 and add22_accurate *)
Section Pairs.
Variables xh xl yh yl : R.
Hypothesis Wx : form (1 + 2 * u) xh xl. Hypothesis Wy : form (1 + 2 * u) yh yl.
Hypothesis Bx : 1 <= xh <= 2 - 2 * u. Hypothesis By : Rabs yh <= xh.
Let Fx : F xh := proj1 Wx.
Let Fy : F yh := proj1 Wy.
Let a := fl (xh + yh).
Let b := xh + yh - a.
Let L := xl + yl.
Let c := fl L.
Let d := L - c.
Let S := xh + yh + L.

Lemma Bxl : Rabs xl <= w.
Proof. assert (H := form_low (1 + 2 * u) 1 xh xl ltac:(lra) Wx). pows. rewrite Rabs_pos_eq in H by lra. lra. Qed.
Lemma Byl1 : Rabs yl <= w.
Proof. assert (H := form_low (1 + 2 * u) 1 yh yl ltac:(lra) Wy). pows. lra. Qed.
Lemma Byl2 : Rabs yh < 1 -> Rabs yl <= w / 2.
Proof. intros C. assert (H := form_low (1 + 2 * u) 0 yh yl ltac:(lra) Wy). pows. lra. Qed.
Lemma Byl4 : Rabs yh < / 2 -> Rabs yl <= w / 4.
Proof. intros C. assert (H := form_low (1 + 2 * u) (-1) yh yl ltac:(lra) Wy). pows. lra. Qed.
Lemma BL1 : Rabs L <= 2 * u + 4 * u * u.
Proof. assert (H := Bxl). assert (G := Byl1). unfold L. abs_in. apply Rabs_le. lra. Qed.
Lemma BL2 : Rabs yh < 1 -> Rabs L <= 3 / 2 * w.
Proof. intros C. assert (H := Bxl). assert (G := Byl2 C). unfold L. abs_in. apply Rabs_le. lra. Qed.
Lemma BL4 : Rabs yh < / 2 -> Rabs L <= 5 / 4 * w.
Proof. intros C. assert (H := Bxl). assert (G := Byl4 C). unfold L. abs_in. apply Rabs_le. lra. Qed.
Lemma Fc : F c. Proof. apply F_fl. Qed.
Lemma Fd : F d. Proof. apply sum_err_F; [apply Wx|apply Wy]. Qed.
Lemma Bc1 : Rabs c <= 2 * u + 4 * u * u.
Proof.
  apply fl_abs_le; [|apply BL1]. apply F_M with (-46)%Z; [|rewrite Rabs_pos_eq; pows; lra].
  exists 8388609%Z. pows. lra.
Qed.
Lemma err_d k : Rabs L <= pow k -> Rabs d <= pow (k - 25).
Proof. intros H. unfold d. rewrite Rabs_minus_sym. now apply half_ulp. Qed.

(* What the kernels leave: a head s, a word g to add, both exact but for the roundings in g. *)
Definition good (s g k : R) := Rabs (s + g - S) <= k * Rabs S /\
  add g (neg (add (add s g) (neg s))) = s + g - add s g.

Section A.
Hypothesis C : yh <= - xh / 2.
Let s := fl (a + c).
Let e := a + c - s.
Let g := fl (e + d).
Lemma A_fast : add c (neg (add (add a c) (neg a))) = a + c - add a c.
Proof.
  destruct (case_A xh yh Fx Fy Bx By C) as (_ & _ & Ma & _).
  apply (fast_sum_unit (-24)); [apply F_fl|apply Fc|exact Ma|]. assert (H := Bc1). pows. lra.
Qed.
Lemma A_small : e <> 0 -> Rabs c <= Rabs s.
Proof.
  intros N. destruct (case_A xh yh Fx Fy Bx By C) as (_ & _ & Ma & Ma').
  fold a in Ma, Ma'. apply fl_abs_ge with (a := Rabs c) (x := a + c).
  { unfold Rabs. destruct (Rcase_abs c); [apply F_opp|]; apply Fc. }
  apply Rnot_lt_le. intros G. apply N. clear N. unfold e, s.
  assert (FA : F a) by apply F_fl.
  destruct (Req_dec a 0) as [Za | Na]; [rewrite Za, !Rplus_0_l, (fl_id c Fc); ring|].
  assert (O : a * c <= 0).
  { destruct (Rle_or_lt (a * c) 0) as [|P]; [assumption|exfalso]. revert G. apply Rle_not_lt.
    unfold Rabs. destruct (Rcase_abs c), (Rcase_abs (a + c)); destruct (Rle_or_lt 0 a); try lra; nra. }
  destruct (Rle_or_lt (2 * Rabs c) (Rabs a)) as [H1 | H1].
  { exfalso. revert G. apply Rle_not_lt. assert (T := Rabs_triang (a + c) (- c)). replace (a + c + - c) with a in T by ring.
    rewrite Rabs_Ropp in T. lra. }
  destruct (Rle_or_lt (Rabs c / 2) (Rabs a)) as [H2 | H2].
  { rewrite (sterbenz a c FA Fc); [ring|lra|exact O]. }
  exfalso. assert (P : 0 < Rabs a) by now apply Rabs_pos_lt.
  assert (Gap : forall k, M k a -> pow k <= Rabs a).
  { intros k Mk. assert (Mk' : M k (Rabs a)) by (unfold Rabs; destruct (Rcase_abs a); [now apply M_opp|assumption]).
    assert (Q := M_gap k 0 (Rabs a) (M_0 k) Mk' P). lra. }
  destruct (Rle_or_lt 1 (Rabs yh)) as [Y | Y].
  - assert (Q := Gap _ (Ma' Y)). assert (R1 := Bc1). pows. lra.
  - assert (Q := Gap _ Ma). assert (R1 := BL2 Y).
    assert (R2 : Rabs c <= pow (-23)) by (apply fl_abs_le; [apply F_pow|pows; lra]). pows. lra.
Qed.
Lemma A_good : good s g (2 * u * u + 5 * u * u * u).
Proof.
  destruct (case_A xh yh Fx Fy Bx By C) as (Ea & Eb & Ma & _). fold a in Ea, Ma.
  assert (ES : S = s + e + d) by (unfold S, e, d; rewrite Ea; ring).
  assert (D := rel_err' L). fold c in D. rewrite Rabs_minus_sym in D. fold d in D.
  assert (E := rel_err' (a + c)). fold s in E. rewrite Rabs_minus_sym in E. fold e in E.
  assert (Fg : F g) by apply F_fl. assert (Fs : F s) by apply F_fl.
  destruct (Req_dec e 0) as [Z | N].
  - assert (Eg : g = d) by (unfold g; rewrite Z, Rplus_0_l; apply fl_id, Fd).
    split.
    + rewrite Eg, ES, Z. replace (s + d - (s + 0 + d)) with 0 by ring. rewrite Rabs_R0. assert (P := Rabs_pos (s + 0 + d)). lra.
    + rewrite Eg. destruct (Req_dec c 0) as [Zc | Nc].
      * rewrite Zc, Rabs_R0, Rmult_0_r in D. assert (d = 0) by (destruct (Req_dec d 0) as [|Q]; [assumption|apply Rabs_pos_lt in Q; lra]).
        apply fast_sum_large; [assumption|apply Fd|]. rewrite H, Rabs_R0. apply Rabs_pos.
      * apply (fast_sum_unit (cexp radix2 (FLX_exp 24) c)); [assumption|apply Fd| |].
        -- replace s with (a + c) by (unfold e in Z; lra). apply M_add; [|apply M_own, Fc].
           apply M_le with (-24)%Z; [|assumption]. unfold cexp, FLX_exp.
           assert (mag radix2 c <= 0)%Z; [|lia]. apply mag_le_bpow; [assumption|]. assert (H := Bc1). pows. lra.
        -- unfold cexp, FLX_exp. replace (mag radix2 c - 24 + 24)%Z with (mag_val radix2 c (mag radix2 c)) by lia.
           assert (H := bpow_mag_gt radix2 c). assert (P := Rabs_pos c). lra.
  - assert (H := A_small N). assert (G := rel_err (e + d)). fold g in G.
    assert (T := Rabs_triang e d). assert (B : Rabs d <= u * Rabs s) by lra. assert (P := Rabs_pos s).
    assert (LS : Rabs s * (1 - 2 * u) <= Rabs S).
    { rewrite ES. assert (T2 := Rabs_triang (s + e + d) (- (e + d))). replace (s + e + d + - (e + d)) with s in T2 by ring.
      rewrite Rabs_Ropp in T2. lra. }
    split.
    + rewrite ES. replace (s + g - (s + e + d)) with (g - (e + d)) by ring. rewrite <- ES. lra.
    + apply fast_sum_large; try assumption. assert (T2 := Rabs_triang (g - (e + d)) (e + d)).
      replace (g - (e + d) + (e + d)) with g in T2 by ring. lra.
Qed.
End A.

Section Others.
Hypothesis C : - xh / 2 < yh.
Lemma below_1 : xh + yh <= 2 -> a < 2 -> Rabs yh < 1.
Proof.
  intros H A. abs_in. unfold Rabs. destruct (Rcase_abs yh); [lra|].
  destruct (Rlt_or_le yh 1) as [|Y]; [assumption|exfalso]. assert (yh = 1) by lra. assert (xh = 1) by lra.
  assert (Q : a = 2) by (unfold a; rewrite fl_id; [lra|replace (xh + yh) with (pow 1) by (pows; lra); apply F_pow]). lra.
Qed.
Lemma b_exact : / 2 <= Rabs yh -> xh + yh <= 1 -> b = 0.
Proof.
  intros Y H. unfold b, a. rewrite (fl_M (-24) (xh + yh)); [ring| |].
  - apply M_add; [apply M_le with (-23)%Z; [lia|now apply Mx]|now apply My].
  - assert (N := not_A xh yh Bx By C). pows. rewrite Rabs_pos_eq; lra.
Qed.
Lemma b_quarter : / 4 <= Rabs yh -> xh + yh <= 1 -> b = 0 \/ Rabs b = u / 2.
Proof.
  intros Y H. assert (N := not_A xh yh Bx By C). assert (G := err_b xh yh 0). fold a b in G. pows.
  rewrite Rabs_pos_eq in G by lra. specialize (G H).
  assert (MH : M (-25) (xh + yh)).
  { apply M_add; [apply M_le with (-23)%Z; [lia|now apply Mx]|]. apply (M_F (-2) yh Fy). pows. lra. }
  destruct (M_sub _ _ _ MH (M_fl _ _ MH)) as [k E]. fold a b in E. pows.
  assert (K : (-1 <= k <= 1)%Z).
  { assert (-2 < k < 2)%Z; [|lia]. abs_in. split; apply lt_IZR; lra. }
  assert (Q : (k = 0 \/ k = 1 \/ k = -1)%Z) by lia. destruct Q as [-> | [-> | ->]].
  - left. lra.
  - right. rewrite Rabs_pos_eq; lra.
  - right. rewrite Rabs_left1; lra.
Qed.

(* v gets b and d; e is what a + c leaves. *)
Let s := fl (a + c).
Let e := a + c - s.
Let v := fl (b + d).
Let g := fl (e + v).
Let e1 := v - (b + d).
Let e2 := g - (e + v).
Lemma account22 : S = s + g - (e1 + e2).
Proof. unfold e1, e2, e, S, d, b. ring. Qed.
Lemma err_e k : Rabs (a + c) <= pow k -> Rabs e <= pow (k - 25).
Proof. intros H. unfold e. rewrite Rabs_minus_sym. now apply half_ulp. Qed.
Lemma err_2 k : Rabs (e + v) <= pow k -> Rabs e2 <= pow (k - 25).
Proof. intros H. now apply half_ulp. Qed.
Lemma err_1 k : Rabs (b + d) <= pow k -> Rabs e1 <= pow (k - 25).
Proof. intros H. now apply half_ulp. Qed.

Lemma parts22 : Rabs (e1 + e2) <= (2 * u * u + 9 * u * u * u) * S /\ Rabs g <= 6 * u.
Proof.
  assert (N := not_A xh yh Bx By C). assert (A1 := a_half xh yh Bx By C). assert (A2 := a_high xh yh Bx By C). fold a in A1, A2.
  assert (HL := BL1). assert (Hc := Bc1). assert (Hd := err_d). assert (Hb := err_b xh yh). fold a b in Hb.
  assert (HS : S = a + b + L) by (unfold S, b; ring). assert (HS' : S = xh + yh + L) by reflexivity.
  assert (Sd : S = a + c + (b + d)) by (unfold d; lra).
  assert (Eg : g = e + (b + d) + (e1 + e2)) by (unfold e1, e2; ring). assert (Ev : v = b + d + e1) by (unfold e1; ring).
  destruct (Rle_or_lt 2 a) as [K | K]; [|destruct (Rle_or_lt 1 a) as [K1 | K1]].
  - (* B *)
    specialize (Hb 2%Z). specialize (Hd (-22)%Z). pows. rewrite Rabs_pos_eq in Hb by lra.
    specialize (Hb ltac:(lra)). specialize (Hd ltac:(lra)).
    destruct (fl_mid_tie (-23) (b + d) (2 * u * u) (2 * u * u)) as [B1 B2]; pows; try lra.
    { assert (T := Rabs_triang b d). lra. }
    fold v in B1. fold v e1 in B2.
    assert (Be := err_e 2). pows. specialize (Be ltac:(abs_in; apply Rabs_le; lra)).
    assert (B3 := err_2 (-22)). pows. specialize (B3 ltac:(assert (T := Rabs_triang e v); lra)).
    split; [assert (2 - 4 * u - 4 * u * u <= S) by (abs_in; lra)|rewrite Eg]; abs_in; apply Rabs_le; lra.
  - (* C *)
    assert (H2 : xh + yh <= 2).
    { apply Rnot_lt_le. intros G. assert (2 <= a) by (apply fl_ge; [apply (F_pow 1)|lra]). lra. }
    assert (A3 : a <= 2 - 2 * u) by (apply F_below_2; [apply F_fl|lra]).
    assert (HL2 := BL2 (below_1 H2 K)).
    specialize (Hb 1%Z). specialize (Hd (-23)%Z). pows. rewrite Rabs_pos_eq in Hb by lra.
    specialize (Hb ltac:(lra)). specialize (Hd ltac:(lra)).
    destruct (fl_mid_tie (-24) (b + d) (u * u) (u * u)) as [B1 B2]; pows; try lra.
    { assert (T := Rabs_triang b d). lra. }
    fold v in B1. fold v e1 in B2. assert (Ec : c = L - d) by (unfold d; ring).
    assert (Be := err_e 1). pows. specialize (Be ltac:(abs_in; apply Rabs_le; lra)).
    assert (B3 := err_2 (-23)). pows. specialize (B3 ltac:(assert (T := Rabs_triang e v); lra)).
    split; [assert (1 - 5 / 2 * u - 4 * u * u <= S) by (abs_in; lra)|rewrite Eg]; abs_in; apply Rabs_le; lra.
  - (* D *)
    assert (H1 : xh + yh <= 1).
    { apply Rnot_lt_le. intros G. assert (1 <= a) by (apply fl_ge; [apply (F_pow 0)|lra]). lra. }
    assert (Yn : yh <= 0) by lra. assert (Y1 : Rabs yh < 1) by (rewrite Rabs_left1; lra).
    assert (HL2 := BL2 Y1).
    specialize (Hb 0%Z). specialize (Hd (-23)%Z) as Hd1. pows. rewrite Rabs_pos_eq in Hb by lra.
    specialize (Hb H1). specialize (Hd1 ltac:(lra)). assert (Ec : c = L - d) by (unfold d; ring).
    assert (B1 := err_1 (-24)). pows. specialize (B1 ltac:(assert (T := Rabs_triang b d); lra)).
    destruct (Rle_or_lt 1 (a + c)) as [G | G].
    + assert (Be := err_e 1). pows. specialize (Be ltac:(abs_in; apply Rabs_le; lra)).
      assert (B3 := err_2 (-23)). pows. specialize (B3 ltac:(rewrite Ev; abs_in; apply Rabs_le; lra)).
      split; [|rewrite Eg]; abs_in; apply Rabs_le; lra.
    + assert (Be := err_e 0). pows. specialize (Be ltac:(abs_in; apply Rabs_le; lra)).
      assert (Z : b = 0 -> e1 = 0).
      { intros E. unfold e1, v. rewrite E, Rplus_0_l, (fl_id d Fd). ring. }
      assert (Zero : b = 0 -> Rabs (e1 + e2) <= (2 * u * u + 9 * u * u * u) * S /\ Rabs g <= 6 * u).
      { intros E. specialize (Z E). assert (B3 := err_2 (-24)). pows.
        specialize (B3 ltac:(rewrite Ev, Z; abs_in; apply Rabs_le; lra)).
        split; [|rewrite Eg]; abs_in; apply Rabs_le; lra. }
      destruct (Rle_or_lt (/ 2) (Rabs yh)) as [Y2 | Y2]; [now apply Zero, b_exact|].
      destruct (Rle_or_lt (/ 4) (Rabs yh)) as [Y4 | Y4].
      2: { assert (B3 := err_2 (-23)). pows. specialize (B3 ltac:(rewrite Ev; abs_in; apply Rabs_le; lra)).
           rewrite Rabs_left1 in Y4 by assumption.
           split; [|rewrite Eg]; abs_in; apply Rabs_le; lra. }
      destruct (b_quarter Y4 H1) as [E | E]; [now apply Zero|].
      assert (HL4 := BL4 Y2).
      assert (B3 : Rabs e2 <= u * u / 2).
      { assert (B3 := err_2 (-24)). pows. apply Rle_trans with (/ 562949953421312); [apply B3|lra].
        destruct (Rle_or_lt u (Rabs c)) as [Kc | Kc].
        - assert (Ma : M (-24) a) by (apply (M_F (-1) a); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
          assert (Mu : M (-24) (pow (-24))) by (apply M_pow; lia). pows.
          assert (E4 : Rabs e <= u / 4 + 4 * u * u).
          { unfold e, s. rewrite Rabs_minus_sym. unfold Rabs in Kc. destruct (Rcase_abs c).
            - eapply Rle_trans; [apply (fl_near (a - u) (a + c))|abs_in; apply Rabs_le; lra].
              apply F_M with (-24)%Z; [now apply M_sub|]. pows. apply Rabs_le. lra.
            - assert (a < 1) by lra. assert (G1 := M_gap (-24) a 1 Ma (M_IZR (-24) 1 ltac:(lia)) K1). pows.
              eapply Rle_trans; [apply (fl_near (a + u) (a + c))|abs_in; apply Rabs_le; lra].
              apply F_M with (-24)%Z; [now apply M_add|]. pows. apply Rabs_le. lra. }
          rewrite Ev. abs_in. apply Rabs_le. lra.
        - assert (Ld : Rabs L <= u).
          { apply Rnot_lt_le. intros Q. assert (u <= Rabs c).
            { assert (P := fl_abs_ge (pow (-24)) L (F_pow (-24))). pows. apply P. lra. } lra. }
          specialize (Hd (-24)%Z). pows. specialize (Hd ltac:(lra)).
          destruct (fl_mid_tie (-25) (b + d) (u * u / 2) (u * u / 2)) as [V1 _]; pows; try lra.
          { assert (T := Rabs_triang b d). lra. }
          fold v in V1. assert (T := Rabs_triang e v). lra. }
      split; [|rewrite Eg]; abs_in; apply Rabs_le; lra.
Qed.
End Others.

Lemma add22_good : let s := fl (a + c) in let e := a + c - s in let g := fl (e + fl (b + d)) in
  good s g (2 * u * u + 9 * u * u * u) /\ add c (neg (add (add a c) (neg a))) = a + c - add a c.
Proof.
  intros s e g. destruct (Rle_or_lt yh (- xh / 2)) as [C | C].
  - split; [|now apply A_fast]. assert (H := A_good C). fold s e in H.
    destruct (case_A xh yh Fx Fy Bx By C) as (_ & Eb & _). fold a b in Eb.
    assert (Eg : g = fl (e + d)) by (unfold g; rewrite Eb, Rplus_0_l, (fl_id d Fd); reflexivity).
    rewrite Eg. destruct H as [H1 H2]. split; [|assumption].
    assert (P := Rabs_pos S). lra.
  - destruct (parts22 C) as [H1 H2]. assert (HS := account22). fold s e g in H1, H2, HS.
    assert (A1 := a_half xh yh Bx By C). fold a in A1. assert (Hc := Bc1).
    assert (FA : F a) by apply F_fl. assert (Fs : F s) by apply F_fl. assert (Fg : F g) by apply F_fl.
    split; [split|].
    + replace (s + g - S) with (fl (b + d) - (b + d) + (g - (e + fl (b + d)))) by (rewrite HS; ring).
      eapply Rle_trans; [exact H1|]. apply Rmult_le_compat_l; [lra|apply Rle_abs].
    + apply fast_sum_large; try assumption. assert (/ 4 <= s).
      { apply fl_ge; [apply (F_pow (-2))|]. abs_in. lra. }
      rewrite (Rabs_pos_eq s) by lra. lra.
    + apply fast_sum_large; try assumption; [apply Fc|]. rewrite (Rabs_pos_eq a) by lra. lra.
Qed.

Section Accurate.
Let v := fl (b + c).
Let s := fl (a + v).
Let e := a + v - s.
Let g := fl (d + e).
Let e1 := v - (b + c).
Let e2 := g - (d + e).
Lemma account_a : S = s + g - (e1 + e2).
Proof. unfold e1, e2, e, S, d, b. ring. Qed.
Lemma err_ea k : Rabs (a + v) <= pow k -> Rabs e <= pow (k - 25).
Proof. intros H. unfold e. rewrite Rabs_minus_sym. now apply half_ulp. Qed.
Lemma err_2a k : Rabs (d + e) <= pow k -> Rabs e2 <= pow (k - 25).
Proof. intros H. now apply half_ulp. Qed.
Lemma err_1a k : Rabs (b + c) <= pow k -> Rabs e1 <= pow (k - 25).
Proof. intros H. now apply half_ulp. Qed.

Lemma parts_a : - xh / 2 < yh -> Rabs (e1 + e2) <= (3 * u * u + 13 * u * u * u) * S /\ Rabs g <= 6 * u /\ Rabs v <= 4 * u.
Proof.
  intros C. assert (N := not_A xh yh Bx By C). assert (A1 := a_half xh yh Bx By C). assert (A2 := a_high xh yh Bx By C). fold a in A1, A2.
  assert (HL := BL1). assert (Hc := Bc1). assert (Hd := err_d). assert (Hb := err_b xh yh). fold a b in Hb.
  assert (HS : S = a + b + L) by (unfold S, b; ring). assert (HS' : S = xh + yh + L) by reflexivity.
  assert (Sd : S = a + c + (b + d)) by (unfold d; lra).
  assert (Eg : g = d + e + e2) by (unfold e2; ring). assert (Ev : v = b + c + e1) by (unfold e1; ring).
  assert (Ec : c = L - d) by (unfold d; ring).
  destruct (Rle_or_lt 2 a) as [K | K]; [|destruct (Rle_or_lt 1 a) as [K1 | K1]].
  - (* B *)
    specialize (Hb 2%Z). specialize (Hd (-22)%Z). pows. rewrite Rabs_pos_eq in Hb by lra.
    specialize (Hb ltac:(lra)). specialize (Hd ltac:(lra)).
    destruct (fl_mid_tie (-22) (b + c) (4 * u * u) (4 * u * u)) as [B1 B2]; pows; try lra.
    { assert (T := Rabs_triang b c). lra. }
    fold v in B1. fold v e1 in B2.
    assert (Be := err_ea 2). pows. specialize (Be ltac:(abs_in; apply Rabs_le; lra)).
    destruct (fl_mid_tie (-23) (d + e) (2 * u * u) (2 * u * u)) as [B3 B4]; pows; try lra.
    { assert (T := Rabs_triang d e). lra. }
    fold g in B3. fold g e2 in B4.
    split; [assert (2 - 4 * u - 4 * u * u <= S) by (abs_in; lra)|split; lra]; abs_in; apply Rabs_le; lra.
  - (* C *)
    assert (H2 : xh + yh <= 2).
    { apply Rnot_lt_le. intros G. assert (2 <= a) by (apply fl_ge; [apply (F_pow 1)|lra]). lra. }
    assert (HL2 := BL2 (below_1 C H2 K)).
    specialize (Hb 1%Z). specialize (Hd (-23)%Z). pows. rewrite Rabs_pos_eq in Hb by lra.
    specialize (Hb ltac:(lra)). specialize (Hd ltac:(lra)).
    assert (B1 := err_1a (-22)). pows. specialize (B1 ltac:(abs_in; apply Rabs_le; lra)).
    destruct (Rle_or_lt (a + v) 2) as [G | G].
    + assert (Be := err_ea 1). pows. specialize (Be ltac:(rewrite Ev in *; abs_in; apply Rabs_le; lra)).
      assert (B3 := err_2a (-23)). pows. specialize (B3 ltac:(assert (T := Rabs_triang d e); lra)).
      split; [|rewrite Eg, Ev; split]; abs_in; apply Rabs_le; lra.
    + assert (Be := err_ea 2). pows. specialize (Be ltac:(rewrite Ev in *; abs_in; apply Rabs_le; lra)).
      assert (B3 := err_2a (-22)). pows. specialize (B3 ltac:(assert (T := Rabs_triang d e); lra)).
      split; [|rewrite Eg, Ev; split]; abs_in; apply Rabs_le; lra.
  - (* D *)
    assert (H1 : xh + yh <= 1).
    { apply Rnot_lt_le. intros G. assert (1 <= a) by (apply fl_ge; [apply (F_pow 0)|lra]). lra. }
    assert (Y1 : Rabs yh < 1) by (rewrite Rabs_left1; lra). assert (HL2 := BL2 Y1).
    specialize (Hb 0%Z). specialize (Hd (-23)%Z) as Hd1. pows. rewrite Rabs_pos_eq in Hb by lra.
    specialize (Hb H1). specialize (Hd1 ltac:(lra)).
    assert (Q : e1 = 0 \/ (Rabs e1 <= u * u /\ Rabs L <= 5 / 4 * w)).
    { destruct (Rle_or_lt (/ 2) (Rabs yh)) as [Y2 | Y2].
      - left. unfold e1, v. rewrite (b_exact C Y2 H1), Rplus_0_l, (fl_id c Fc). ring.
      - right. assert (HL4 := BL4 Y2). split; [|assumption].
        assert (B1 := err_1a (-23)). pows. specialize (B1 ltac:(abs_in; apply Rabs_le; lra)). lra. }
    assert (Q1 : Rabs e1 <= u * u) by (destruct Q as [-> | [Q _]]; [rewrite Rabs_R0; lra|assumption]).
    destruct (Rle_or_lt (a + v) 1) as [G | G].
    + assert (Be := err_ea 0). pows. specialize (Be ltac:(rewrite Ev in *; abs_in; apply Rabs_le; lra)).
      assert (B3 := err_2a (-24)). pows. specialize (B3 ltac:(assert (T := Rabs_triang d e); lra)).
      split; [|rewrite Eg, Ev; split; abs_in; apply Rabs_le; lra].
      destruct Q as [Q | [Q Q']]; [rewrite Q, Rplus_0_l|]; abs_in; apply Rabs_le; lra.
    + assert (Be := err_ea 1). pows. specialize (Be ltac:(rewrite Ev in *; abs_in; apply Rabs_le; lra)).
      assert (B3 := err_2a (-23)). pows. specialize (B3 ltac:(assert (T := Rabs_triang d e); lra)).
      rewrite Ev in G.
      split; [|rewrite Eg, Ev; split]; abs_in; apply Rabs_le; lra.
Qed.
Lemma accurate_good : good s g (3 * u * u + 13 * u * u * u) /\ add v (neg (add (add a v) (neg a))) = a + v - add a v.
Proof.
  destruct (Rle_or_lt yh (- xh / 2)) as [C | C].
  - destruct (case_A xh yh Fx Fy Bx By C) as (_ & Eb & _). fold a b in Eb.
    assert (Ev : v = c) by (unfold v; rewrite Eb, Rplus_0_l; apply fl_id, Fc).
    unfold g, e, s. rewrite Ev, (Rplus_comm d). split; [|now apply A_fast].
    destruct (A_good C) as [H1 H2]. split; [|assumption]. assert (P := Rabs_pos S). lra.
  - destruct (parts_a C) as (H1 & H2 & H3). assert (HS := account_a).
    assert (A1 := a_half xh yh Bx By C). fold a in A1.
    assert (FA : F a) by apply F_fl. assert (Fs : F s) by apply F_fl. assert (Fg : F g) by apply F_fl. assert (Fv : F v) by apply F_fl.
    split; [split|].
    + replace (s + g - S) with (e1 + e2) by (rewrite HS; ring).
      eapply Rle_trans; [exact H1|]. apply Rmult_le_compat_l; [lra|apply Rle_abs].
    + apply fast_sum_large; try assumption. assert (/ 4 <= s).
      { apply fl_ge; [apply (F_pow (-2))|]. pows. abs_in. lra. }
      rewrite (Rabs_pos_eq s) by lra. lra.
    + apply fast_sum_large; try assumption. rewrite (Rabs_pos_eq a) by lra. lra.
Qed.
End Accurate.

Section Sloppy.
Let v := fl L.
Let g := fl (b + v).
Lemma sloppy_good : Rabs (a + g - S) <= (3 * u * u + 10 * u * u * u) * (Rabs (xh + xl) + Rabs (yh + yl)) /\
  add g (neg (add (add a g) (neg a))) = a + g - add a g.
Proof.
  assert (low : forall h l, form (1 + 2 * u) h l -> Rabs l <= w * Rabs h).
  { intros h l (_ & _ & B). assert (G := ulp_FLX_le radix2 24 h). change (pow (1 - 24)) with (/ 8388608) in G. lra. }
  assert (Lx := low _ _ Wx). assert (Ly := low _ _ Wy).
  assert (Hv := rel_err L). fold v in Hv. assert (Hg := rel_err (b + v)). fold g in Hg.
  assert (Hb := rel_err (xh + yh)). fold a in Hb. rewrite Rabs_minus_sym in Hb. fold b in Hb.
  assert (TL := Rabs_triang xl yl). fold L in TL. assert (TH := Rabs_triang xh yh). assert (Tb := Rabs_triang b v).
  assert (Tv := Rabs_triang (v - L) L). replace (v - L + L) with v in Tv by ring.
  assert (Tx := Rabs_triang (xh + xl) (- xl)). replace (xh + xl + - xl) with xh in Tx by ring. rewrite Rabs_Ropp in Tx.
  assert (Ty := Rabs_triang (yh + yl) (- yl)). replace (yh + yl + - yl) with yh in Ty by ring. rewrite Rabs_Ropp in Ty.
  assert (Te := Rabs_triang (v - L) (g - (b + v))).
  assert (FA : F a) by apply F_fl. assert (Fg : F g) by apply F_fl.
  split.
  - replace (a + g - S) with (v - L + (g - (b + v))) by (unfold S, b; ring).
    set (P := Rabs xh + Rabs yh) in *. assert (P1 : Rabs L <= w * P) by (unfold P; lra).
    assert (P2 : Rabs (v - L) <= u * w * P) by lra. assert (P3 : Rabs (b + v) <= (u + w + u * w) * P) by lra.
    assert (P4 : (1 - w) * P <= Rabs (xh + xl) + Rabs (yh + yl)) by (unfold P; lra).
    assert (P5 : 0 <= P) by (unfold P; assert (Q1 := Rabs_pos xh); assert (Q2 := Rabs_pos yh); lra). lra.
  - assert (Tg := Rabs_triang (g - (b + v)) (b + v)). replace (g - (b + v) + (b + v)) with g in Tg by ring.
    assert (Bg : Rabs g <= 9 * u) by (assert (Ex : Rabs xh = xh) by (apply Rabs_pos_eq; lra); assert (Q1 := Rabs_pos yh); lra).
    destruct (Rle_or_lt yh (- xh / 2)) as [C | C].
    + destruct (case_A xh yh Fx Fy Bx By C) as (_ & _ & Ma & _).
      apply (fast_sum_unit (-24)); try assumption. pows. lra.
    + apply fast_sum_large; try assumption. assert (A1 := a_half xh yh Bx By C). fold a in A1. rewrite (Rabs_pos_eq a) by lra. lra.
Qed.
End Sloppy.
End Pairs.

Definition sum_bound k xh xl yh yl := k * Rabs (xh + xl + (yh + yl)).
Lemma sum_bound_sc k c xh xl yh yl : sum_bound k (c * xh) (c * xl) (c * yh) (c * yl) = Rabs c * sum_bound k xh xl yh yl.
Proof. unfold sum_bound. replace (c * xh + c * xl + (c * yh + c * yl)) with (c * (xh + xl + (yh + yl))) by ring. rewrite Rabs_mult. ring. Qed.

Theorem add22_weak xh xl yh yl : weak xh xl -> weak yh yl -> let (s, l) := add22 xh xl yh yl in
  Rabs (s + l - (xh + xl + (yh + yl))) <= (2 * u * u + 9 * u * u * u) * Rabs (xh + xl + (yh + yl)) /\ pair s l.
Proof.
  apply (lift_sum add22 (sum_bound (2 * u * u + 9 * u * u * u)) (1 + 2 * u) (1 + 2 * u)); clear.
  - intros c xh xl yh yl S. unfold add22. cbv zeta. repeat rewrite ?neg_sc, ?add_sc by assumption. reflexivity.
  - apply sum_bound_sc.
  - unfold add22, add, neg. now zeros.
  - intros xh xl yh yl Wx Wy C.
    assert (H : let a := fl (xh + yh) in let b := xh + yh - a in let c := fl (xl + yl) in let d := xl + yl - c in
      let s := fl (a + c) in let g := fl (a + c - s + fl (b + d)) in
      (Rabs (s + g - (xh + yh + (xl + yl))) <= (2 * u * u + 9 * u * u * u) * Rabs (xh + yh + (xl + yl)) /\
       add g (neg (add (add s g) (neg s))) = s + g - add s g) /\ add c (neg (add (add a c) (neg a))) = a + c - add a c).
    { destruct C as [[C1 C2] | [C1 C2]].
      - exact (add22_good xh xl yh yl Wx Wy C1 C2).
      - assert (H := add22_good yh yl xh xl Wy Wx C1 C2). unfold good in H. rewrite (Rplus_comm yh xh), (Rplus_comm yl xl) in H. exact H. }
    unfold add22. cbv zeta. rewrite (two_sum yh xh (proj1 Wy) (proj1 Wx) (add xh yh) (add_comm _ _)).
    rewrite (two_sum yl xl (proj1 (proj2 Wy)) (proj1 (proj2 Wx)) (add xl yl) (add_comm _ _)).
    cbv zeta in H. rewrite (Rplus_comm yh xh), (Rplus_comm yl xl). change (add xh yh) with (fl (xh + yh)). change (add xl yl) with (fl (xl + yl)).
    set (a := fl (xh + yh)) in *. set (c := fl (xl + yl)) in *. destruct H as [[H1 H2] H3]. rewrite H3.
    change (add a c) with (fl (a + c)). set (s := fl (a + c)) in *.
    change (add (a + c - s) (add (xh + yh - a) (xl + yl - c))) with (fl (a + c - s + fl (xh + yh - a + (xl + yl - c)))).
    set (g := fl (a + c - s + fl (xh + yh - a + (xl + yl - c)))) in *.
    split; [|now apply last_pair]. rewrite H2. unfold sum_bound.
    replace (xh + xl + (yh + yl)) with (xh + yh + (xl + yl)) by ring.
    replace (add s g + (s + g - add s g) - (xh + yh + (xl + yl))) with (s + g - (xh + yh + (xl + yl))) by ring. assumption.
Qed.

Theorem add22_accurate_weak xh xl yh yl : weak xh xl -> weak yh yl -> let (s, l) := add22_accurate xh xl yh yl in
  Rabs (s + l - (xh + xl + (yh + yl))) <= (3 * u * u + 13 * u * u * u) * Rabs (xh + xl + (yh + yl)) /\ pair s l.
Proof.
  apply (lift_sum add22_accurate (sum_bound (3 * u * u + 13 * u * u * u)) (1 + 2 * u) (1 + 2 * u)); clear.
  - intros c xh xl yh yl S. unfold add22_accurate. cbv zeta. repeat rewrite ?neg_sc, ?add_sc by assumption. reflexivity.
  - apply sum_bound_sc.
  - unfold add22_accurate, add, neg. now zeros.
  - intros xh xl yh yl Wx Wy C.
    assert (H : let a := fl (xh + yh) in let b := xh + yh - a in let c := fl (xl + yl) in let d := xl + yl - c in
      let v := fl (b + c) in let s := fl (a + v) in let g := fl (d + (a + v - s)) in
      (Rabs (s + g - (xh + yh + (xl + yl))) <= (3 * u * u + 13 * u * u * u) * Rabs (xh + yh + (xl + yl)) /\
       add g (neg (add (add s g) (neg s))) = s + g - add s g) /\ add v (neg (add (add a v) (neg a))) = a + v - add a v).
    { destruct C as [[C1 C2] | [C1 C2]].
      - exact (accurate_good xh xl yh yl Wx Wy C1 C2).
      - assert (H := accurate_good yh yl xh xl Wy Wx C1 C2). unfold good in H. rewrite (Rplus_comm yh xh), (Rplus_comm yl xl) in H. exact H. }
    unfold add22_accurate. cbv zeta. rewrite (two_sum yh xh (proj1 Wy) (proj1 Wx) (add xh yh) (add_comm _ _)).
    rewrite (two_sum yl xl (proj1 (proj2 Wy)) (proj1 (proj2 Wx)) (add xl yl) (add_comm _ _)).
    cbv zeta in H. rewrite (Rplus_comm yh xh), (Rplus_comm yl xl). change (add xh yh) with (fl (xh + yh)). change (add xl yl) with (fl (xl + yl)).
    set (a := fl (xh + yh)) in *. set (c := fl (xl + yl)) in *.
    change (add (xh + yh - a) c) with (fl (xh + yh - a + c)). set (v := fl (xh + yh - a + c)) in *.
    destruct H as [[H1 H2] H3]. rewrite H3.
    change (add a v) with (fl (a + v)). set (s := fl (a + v)) in *.
    change (add (xl + yl - c) (a + v - s)) with (fl (xl + yl - c + (a + v - s))).
    set (g := fl (xl + yl - c + (a + v - s))) in *.
    split; [|now apply last_pair]. rewrite H2. unfold sum_bound.
    replace (xh + xl + (yh + yl)) with (xh + yh + (xl + yl)) by ring.
    replace (add s g + (s + g - add s g) - (xh + yh + (xl + yl))) with (s + g - (xh + yh + (xl + yl))) by ring. assumption.
Qed.

(* Relative to |x| + |y|; so 3 u^2 + 10 u^3 of the sum itself for operands of one sign. *)
Definition sloppy_bound xh xl yh yl := (3 * u * u + 10 * u * u * u) * (Rabs (xh + xl) + Rabs (yh + yl)).
Theorem add22_sloppy_weak xh xl yh yl : weak xh xl -> weak yh yl -> let (s, l) := add22_sloppy xh xl yh yl in
  Rabs (s + l - (xh + xl + (yh + yl))) <= (3 * u * u + 10 * u * u * u) * (Rabs (xh + xl) + Rabs (yh + yl)) /\ pair s l.
Proof.
  apply (lift_sum add22_sloppy sloppy_bound (1 + 2 * u) (1 + 2 * u)); clear.
  - intros c xh xl yh yl S. unfold add22_sloppy. cbv zeta. repeat rewrite ?neg_sc, ?add_sc by assumption. reflexivity.
  - intros c xh xl yh yl. unfold sloppy_bound. rewrite <- !Rmult_plus_distr_l, !Rabs_mult. ring.
  - unfold add22_sloppy, add, neg. now zeros.
  - intros xh xl yh yl Wx Wy C.
    assert (H : let a := fl (xh + yh) in let b := xh + yh - a in let g := fl (b + fl (xl + yl)) in
      Rabs (a + g - (xh + yh + (xl + yl))) <= sloppy_bound xh xl yh yl /\ add g (neg (add (add a g) (neg a))) = a + g - add a g).
    { destruct C as [[C1 C2] | [C1 C2]].
      - exact (sloppy_good xh xl yh yl Wx Wy C1 C2).
      - assert (H := sloppy_good yh yl xh xl Wy Wx C1 C2).
        rewrite (Rplus_comm yh xh), (Rplus_comm yl xl), (Rplus_comm (Rabs (yh + yl))) in H. exact H. }
    unfold add22_sloppy. cbv zeta. rewrite (two_sum xh yh (proj1 Wx) (proj1 Wy) (add xh yh) eq_refl).
    cbv zeta in H. change (add xh yh) with (fl (xh + yh)). change (add xl yl) with (fl (xl + yl)).
    set (a := fl (xh + yh)) in *. change (add (xh + yh - a) (fl (xl + yl))) with (fl (xh + yh - a + fl (xl + yl))).
    set (g := fl (xh + yh - a + fl (xl + yl))) in *. destruct H as [H1 H2].
    split; [|now apply last_pair]. rewrite H2.
    replace (add a g + (a + g - add a g) - (xh + xl + (yh + yl))) with (a + g - (xh + yh + (xl + yl))) by ring. assumption.
Qed.
Print Assumptions add21_weak.
Print Assumptions add22_weak.
Print Assumptions add22_accurate_weak.
Print Assumptions add22_sloppy_weak.
