(* fma22 within (6.5 u^2 + 100 u^3)(|x y| + |z|) of x y + z, of weak operands.  docs/proofs/fma22.md has the same account: the cross
terms, the product's words, then z below the product's power of two and z above it. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

Section Unit.
Variables xh xl yh yl zh zl : R.
Hypothesis Wx : unit_form (1 + 2 * u) xh xl. Hypothesis Wy : unit_form (1 + 2 * u) yh yl.
Hypothesis Wz : weak zh zl.
Let m0 := fl (xl * yl).
Let m := fl (xh * yl + m0).
Let T := xl * yh + m.
Let t := fl T.
Let v := xh * yh + t.
Let p := fl v.
Let s := fl (zh + p).
Let seen := fl (s - p).
Let p' := fl (s - seen).
Let h := fl (zh - seen).
Let A := xh * yh - p'.
Let a := fl A.
Let b := fl (t + a).
Let f := fl (zl + h).
Let g := fl (b + f).
Let ec := m0 - xl * yl + (m - (xh * yl + m0)) + (t - T).
Let ea := a - A.
Let eb := b - (t + a).
Let ef := f - (zl + h).
Let eg := g - (b + f).
Let XY := (xh + xl) * (yh + yl).
Let W := XY + Rabs (zh + zl).

Lemma abs_mul_le x y c d : Rabs x <= c -> Rabs y <= d -> Rabs (x * y) <= c * d.
Proof. intros. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. Qed.
Lemma heads : 1 <= xh <= 2 - 2 * u /\ 1 <= yh <= 2 - 2 * u /\ Rabs xl <= w /\ Rabs yl <= w.
Proof. destruct Wx as (_ & _ & H1 & H2). destruct Wy as (_ & _ & H3 & H4). tauto. Qed.
Lemma product_heads : xh + yh - 1 <= xh * yh <= 4 - 8 * u + 4 * u * u.
Proof. destruct heads as (Bx & By & _). clear - Bx By. split; nra. Qed.
Lemma XY_heads : (1 - w) * (1 - w) <= XY /\ xh * yh - 5 * u <= XY.
Proof.
  destruct heads as (Bx & By & Bxl & Byl). split.
  - unfold XY. clear - Bx By Bxl Byl. abs_in. apply Rmult_le_compat; lra.
  - assert (H1 := abs_mul_le xl yh _ (2 - 2 * u) Bxl ltac:(rewrite Rabs_pos_eq; lra)).
    assert (H2 := abs_mul_le xh yl (2 - 2 * u) _ ltac:(rewrite Rabs_pos_eq; lra) Byl).
    assert (H3 := abs_mul_le xl yl _ _ Bxl Byl). unfold XY. abs_in. lra.
Qed.
Lemma XY_v : XY = v - ec. Proof. unfold XY, v, ec, T. ring. Qed.

(* The cross terms. *)
Lemma cross : Rabs t <= 4 * u + 8 * u * u /\ Rabs t <= w * (xh + yh) + 8 * u * u /\
  ((Rabs ec <= 3 * u * u + 10 * u * u * u /\ (Rabs T <= 2 * u -> Rabs ec <= 2 * u * u + 10 * u * u * u)) \/
   (xh = 2 - 2 * u /\ Rabs T <= 4 * u /\ Rabs ec <= 4 * u * u + 10 * u * u * u /\ (Rabs T <= 2 * u -> Rabs ec <= 3 * u * u + 10 * u * u * u)) \/
   (4 * u < Rabs T /\ 4 - 30 * u <= xh * yh /\ Rabs ec <= 6 * u * u + 10 * u * u * u)).
Proof.
  destruct heads as (Bx & By & Bxl & Byl).
  assert (Q0 := abs_mul_le xl yl _ _ Bxl Byl). assert (R0 := rel_err (xl * yl)). fold m0 in R0.
  set (e0 := m0 - xl * yl) in *. assert (D0 : Rabs e0 <= u * (w * w)) by lra.
  assert (D0' : Rabs m0 <= w * w + u * (w * w)).
  { replace m0 with (xl * yl + e0) by (unfold e0; ring). assert (H := Rabs_triang (xl * yl) e0). lra. }
  assert (Qx : Rabs (xl * yh) <= w * yh) by (apply abs_mul_le; [assumption|rewrite Rabs_pos_eq; lra]).
  assert (Qy : Rabs (xh * yl) <= xh * w) by (apply abs_mul_le; [rewrite Rabs_pos_eq; lra|assumption]).
  assert (A1 := Rabs_triang (xh * yl) m0). assert (A2 := Rabs_triang (xl * yh) m). fold T in A2.
  set (e1 := m - (xh * yl + m0)) in *. set (e2 := t - T) in *.
  assert (Em : Rabs m <= Rabs (xh * yl + m0) + Rabs e1) by (replace m with (xh * yl + m0 + e1) by (unfold e1; ring); apply Rabs_triang).
  assert (Et : Rabs t <= Rabs T + Rabs e2) by (replace t with (T + e2) by (unfold e2; ring); apply Rabs_triang).
  assert (Ec : forall k1 k2, Rabs e1 <= k1 -> Rabs e2 <= k2 -> Rabs ec <= k1 + k2 + 2 * u * u * u).
  { intros k1 k2 H1 H2. unfold ec. fold e0 e1 e2. abs_in. apply Rabs_le. lra. }
  destruct (Rle_or_lt (xh * w) (2 * u)) as [C | C].
  - destruct (fl_mid_tie (-23) (xh * yl + m0) (w * w + u * (w * w)) (w * w + u * (w * w))) as [B1 D1]; pows; try lra.
    fold m in B1. fold m e1 in D1.
    destruct (fl_mid_tie (-22) T (2 * u * u) (2 * u * u)) as [Bt D2]; pows; try lra.
    fold t in Bt. fold t e2 in D2. split; [lra|]. split.
    + destruct (Rle_or_lt (Rabs T) (2 * u)) as [S | S].
      * assert (Bt' : Rabs t <= 2 * u) by (apply fl_abs_le; [replace (2 * u) with (pow (-23)) by (pows; lra); apply F_pow|assumption]). lra.
      * lra.
    + left. split; [assert (H := Ec _ _ D1 D2); lra|]. intros S. assert (D2' := half_ulp (-23) T). pows. fold t e2 in D2'. specialize (D2' ltac:(lra)).
      assert (H := Ec _ _ D1 D2'). lra.
  - assert (X : xh = 2 - 2 * u) by (assert (2 - 2 * u <= xh) by (apply largest_head; [apply Wx|lra]); lra).
    assert (D1 := half_ulp (-22) (xh * yl + m0)). pows. fold m e1 in D1. specialize (D1 ltac:(lra)).
    destruct (Rle_or_lt (Rabs T) (4 * u)) as [S | S].
    + assert (D2 := half_ulp (-22) T). pows. fold t e2 in D2. specialize (D2 ltac:(lra)). split; [lra|]. split; [lra|].
      right. left. split; [assumption|]. split; [assumption|]. split; [assert (H := Ec _ _ D1 D2); lra|].
      intros S2. assert (D2' := half_ulp (-23) T). pows. fold t e2 in D2'. specialize (D2' ltac:(lra)). assert (H := Ec _ _ D1 D2'). lra.
    + assert (D2 := half_ulp (-21) T). pows. fold t e2 in D2. specialize (D2 ltac:(lra)).
      assert (E2 : Rabs e2 <= 4 * u * u) by lra.
      split; [|split].
      * assert (Bt : Rabs t <= 4 * u + 8 * u * u) by (apply fl_abs_le; [apply F_M with (-45)%Z; [exists 8388609%Z; pows; lra|rewrite Rabs_pos_eq; pows; lra]|lra]). assumption.
      * lra.
      * right. right. split; [assumption|]. split; [rewrite X; clear - S A2 Em D1 A1 Qx Qy D0' X By; nra|]. assert (H := Ec _ _ D1 E2). lra.
Qed.
Lemma ec_small : Rabs ec <= 4 * u * u * XY + 20 * u * u * u.
Proof.
  destruct XY_heads as (H1 & H2). destruct cross as (_ & _ & [(C & _) | [(X & _ & C & _) | (_ & P & C)]]); [lra| |lra].
  destruct heads as (Bx & By & Bxl & Byl).
  assert ((2 - 2 * u - w) * (1 - w) <= XY) by (unfold XY; clear - X By Bxl Byl; abs_in; apply Rmult_le_compat; lra). lra.
Qed.
Lemma v_range : 1 - 2 * u - 20 * u * u <= v < 4 - 2 * u.
Proof. destruct product_heads as (H1 & H2). destruct heads as (Bx & By & _). destruct cross as (G & K & _). unfold v. abs_in. lra. Qed.
Lemma p_range : 1 - 5 * u <= p < 4.
Proof.
  assert (V := v_range). assert (E := rel_err v). fold p in E. rewrite (Rabs_pos_eq v) in E by lra.
  assert (H := half_ulp 2 v). pows. fold p in H. rewrite (Rabs_pos_eq v) in H by lra. specialize (H ltac:(lra)).
  split; [|abs_in; lra]. destruct (Rle_or_lt v 2); abs_in; lra.
Qed.
Lemma vp2 : Rabs (v - p) <= 2 * u.
Proof. assert (V := v_range). rewrite Rabs_minus_sym. assert (H := half_ulp 2 v). pows. fold p in H. rewrite (Rabs_pos_eq v) in H by lra. lra. Qed.
Lemma vp1 : v <= 2 -> Rabs (v - p) <= u /\ p <= 2.
Proof.
  intros C. assert (V := v_range). rewrite Rabs_minus_sym. assert (H := half_ulp 1 v). pows. fold p in H. rewrite (Rabs_pos_eq v) in H by lra.
  split; [lra|]. apply (fl_le_F 2 v (F_pow 1) C).
Qed.
Lemma p2 : 2 < v -> 2 <= p.
Proof. intros C. apply (fl_ge 2 v (F_pow 1)). lra. Qed.
Lemma Mp : M (-24) p.
Proof. assert (H := p_range). apply (M_F (-1) p); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]. Qed.
Lemma Mxy : M (-46) (xh * yh).
Proof. destruct heads as (Bx & By & _). apply (M_mul (-23) (-23)); apply M_unit; first [apply Wx | apply Wy | lra]. Qed.

(* The product's words where p is seen as it is. *)
Let pp := ec + ea + eb.
Lemma product_part : p' = p ->
  (v <= 2 /\ Rabs b <= u + 4 * u * u /\ (Rabs pp <= 7 / 2 * u * u + 10 * u * u * u \/ (Rabs pp <= 8 * u * u + 10 * u * u * u /\ 2 - 30 * u <= XY))) \/
  (2 < v /\ Rabs b <= 2 * u + 4 * u * u /\ (Rabs pp <= 7 * u * u + 10 * u * u * u \/ (Rabs pp <= 8 * u * u + 10 * u * u * u /\ 8 / 3 - 30 * u <= XY) \/
    (Rabs pp <= 10 * u * u + 10 * u * u * u /\ 4 - 40 * u <= XY))).
Proof.
  intros Hp. destruct heads as (Bx & By & Bxl & Byl). destruct product_heads as (PH1 & PH2). destruct XY_heads as (X1 & X2).
  destruct cross as (Bt & Bt' & C). assert (V := v_range). assert (V2 := vp2).
  assert (EA : A = v - p - t) by (unfold A; rewrite Hp; unfold v; ring).
  assert (MA : M (-46) A) by (unfold A; rewrite Hp; apply M_sub; [apply Mxy|apply M_le with (-24)%Z; [lia|apply Mp]]).
  assert (Sum : t + a = v - p + ea) by (unfold ea; rewrite EA; ring).
  assert (Eb : b = v - p + ea + eb) by (unfold eb; rewrite Sum; ring).
  assert (Mt : 2 * u < Rabs T -> M (-46) t) by (intros H; apply (M_fl_big (-23)); pows; lra).
  assert (St : Rabs T <= 2 * u -> Rabs t <= 2 * u).
  { intros H. apply fl_abs_le; [replace (2 * u) with (pow (-23)) by (pows; lra); apply F_pow|assumption]. }
  assert (Ma : Rabs A <= 4 * u -> ea = 0).
  { intros H. unfold ea, a. rewrite (fl_M (-46) A MA); [ring|pows; lra]. }
  assert (Mb : M (-46) t -> M (-46) a -> Rabs (t + a) <= 4 * u -> eb = 0).
  { intros H1 H2 H3. unfold eb, b. rewrite (fl_M (-46)); [ring|now apply M_add|pows; lra]. }
  assert (Mfa : M (-46) a) by (apply M_fl; assumption).
  assert (TA : Rabs A <= Rabs (v - p) + Rabs t) by (rewrite EA; unfold Rminus at 1; eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra]).
  assert (Tb : forall k1 k2 k3, Rabs (v - p) <= k1 -> Rabs ea <= k2 -> Rabs eb <= k3 -> Rabs b <= k1 + k2 + k3).
  { intros k1 k2 k3 H1 H2 H3. rewrite Eb. abs_in. apply Rabs_le. lra. }
  assert (Tp : forall k1 k2 k3, Rabs ec <= k1 -> Rabs ea <= k2 -> Rabs eb <= k3 -> Rabs pp <= k1 + k2 + k3).
  { intros k1 k2 k3 H1 H2 H3. unfold pp. abs_in. apply Rabs_le. lra. }
  assert (Z0 : Rabs 0 <= 0) by (rewrite Rabs_R0; lra).
  assert (Xe : xh = 2 - 2 * u -> 2 - 30 * u <= XY) by (intros ->; lra).
  assert (Ea4 : Rabs A <= 8 * u -> Rabs ea <= 4 * u * u).
  { intros H. assert (G := half_ulp (-21) A). pows. fold a ea in G. specialize (G ltac:(lra)). lra. }
  destruct (Rle_or_lt v 2) as [C2 | C2]; [left|right]; (split; [lra|]).
  - destruct (vp1 C2) as (V1 & P2). destruct (Rle_or_lt (Rabs A) (4 * u)) as [CA | CA].
    + specialize (Ma CA). rewrite Ma in *. rewrite Rplus_0_r in Sum.
      destruct (Rle_or_lt (Rabs T) (2 * u)) as [CT | CT].
      * assert (G := half_ulp (-24) (t + a)). pows. fold b eb in G. rewrite Sum in G at 1. specialize (G ltac:(lra)).
        split; [assert (H := Tb _ _ _ V1 Z0 G); lra|]. left.
        destruct C as [(_ & C) | [(_ & _ & _ & C) | (C & _)]]; [| |lra]; specialize (C CT); assert (H := Tp _ _ _ C Z0 G); lra.
      * assert (G := Mb (Mt CT) Mfa ltac:(rewrite Sum; lra)). rewrite G in *.
        split; [assert (H := Tb _ _ _ V1 Z0 Z0); lra|].
        destruct C as [(C & _) | [(X & _ & C & _) | (_ & X & C)]]; assert (H := Tp _ _ _ C Z0 Z0); [left; lra|right; split; [lra|now apply Xe]|right; split; lra].
    + assert (CT : 2 * u < Rabs T) by (apply Rnot_le_lt; intros H; specialize (St H); lra).
      specialize (Ea4 ltac:(lra)). assert (G := Mb (Mt CT) Mfa ltac:(rewrite Sum; assert (Q := Rabs_triang (v - p) ea); lra)). rewrite G in *.
      split; [assert (H := Tb _ _ _ V1 Ea4 Z0); lra|]. right.
      destruct C as [(C & _) | [(_ & _ & C & _) | (_ & X & _)]]; [| |exfalso; unfold v in C2; abs_in; lra];
        assert (H := Tp _ _ _ C Ea4 Z0); split; lra.
  - destruct (Rle_or_lt (Rabs T) (2 * u)) as [CT | CT].
    + specialize (St CT). specialize (Ma ltac:(lra)). rewrite Ma in *. rewrite Rplus_0_r in Sum.
      assert (G := half_ulp (-23) (t + a)). pows. fold b eb in G. rewrite Sum in G at 1. specialize (G ltac:(lra)).
      split; [assert (H := Tb _ _ _ V2 Z0 G); lra|]. left.
      destruct C as [(_ & C) | [(_ & _ & _ & C) | (C & _)]]; [| |lra]; specialize (C CT); assert (H := Tp _ _ _ C Z0 G); lra.
    + destruct (Rle_or_lt (Rabs A) (4 * u)) as [CA | CA].
      * specialize (Ma CA). rewrite Ma in *. rewrite Rplus_0_r in Sum. assert (G := Mb (Mt CT) Mfa ltac:(rewrite Sum; lra)). rewrite G in *.
        split; [assert (H := Tb _ _ _ V2 Z0 Z0); lra|]. left.
        destruct C as [(C & _) | [(X & _ & C & _) | (_ & X & C)]]; assert (H := Tp _ _ _ C Z0 Z0); lra.
      * specialize (Ea4 ltac:(lra)). assert (G := Mb (Mt CT) Mfa ltac:(rewrite Sum; assert (Q := Rabs_triang (v - p) ea); lra)). rewrite G in *.
        split; [assert (H := Tb _ _ _ V2 Ea4 Z0); lra|].
        destruct C as [(C & _) | [(X & C4 & C & _) | (_ & X & C)]]; assert (H := Tp _ _ _ C Ea4 Z0); [left; lra| |right; right; split; lra].
        right. left. split; [lra|].
        assert (Y : 4 / 3 - 10 * u <= yh); [|rewrite X in X2; lra].
        assert (Ms2 : M (-22) p) by (apply (M_F 1 p); [apply F_fl|rewrite Rabs_pos_eq; pows; assert (Q := p2 C2); lra]).
        assert (My2 : M (-22) (yh * 2)) by (apply (M_mul (-23) 1); [apply M_unit; [apply Wy|lra]|exists 1%Z; pows; lra]).
        destruct (M_sub _ _ _ My2 Ms2) as [n En]. pows.
        assert (Ed : A = IZR n * / 4194304 - 2 * u * yh) by (unfold A; rewrite Hp, X; lra).
        rewrite X in Bt'. assert (N : (n <= -1 \/ 2 <= n \/ n = 0 \/ n = 1)%Z) by lia.
        destruct N as [N | [N | [-> | ->]]]; [apply IZR_le in N|apply IZR_le in N| |].
        -- unfold Rabs in CA. destruct (Rcase_abs A); abs_in; lra.
        -- abs_in. lra.
        -- unfold Rabs in CA. destruct (Rcase_abs A); lra.
        -- unfold Rabs in CA. destruct (Rcase_abs A); lra.
Qed.

(* The result, while the inner differences are exact. *)
Hypothesis Es : p' = s - seen. Hypothesis Eh : h = zh - seen.
Lemma error_sum : s + g - (XY + (zh + zl)) = ec + ea + eb + ef + eg.
Proof.
  unfold eg, ef, eb, ea, A. rewrite Es, Eh. unfold ec, XY, T. ring.
Qed.
Let k := s - (zh + p).
Lemma tail kf kg B : Rabs b <= B -> Rabs (zl + h) <= pow kf -> B + Rabs (zl + h) + pow (kf - 25) <= pow kg ->
  Rabs ef <= pow (kf - 25) /\ Rabs eg <= pow (kg - 25) /\ Rabs g <= pow kg.
Proof.
  intros Hb Hf Hg. assert (E1 := half_ulp kf (zl + h) Hf). fold f ef in E1. split; [assumption|].
  assert (G : Rabs (b + f) <= pow kg).
  { replace (b + f) with (b + (zl + h) + ef) by (unfold ef; ring). eapply Rle_trans; [apply Rabs_triang|].
    assert (Q := Rabs_triang b (zl + h)). lra. }
  split; [now apply half_ulp|]. apply fl_abs_le; [apply F_pow|assumption].
Qed.
Lemma W_low : XY + Rabs zh - Rabs zl <= W.
Proof.
  unfold W. assert (H := Rabs_triang (zh + zl) (- zl)). rewrite Rabs_Ropp in H. replace (zh + zl + - zl) with zh in H by ring. lra.
Qed.
Definition good := Rabs (s + g - (XY + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * W.

(* z's head has the product's power of two or less. *)
Lemma near : p' = p -> h = - k -> Rabs zh < 4 -> good /\ Rabs g <= 16 * u.
Proof.
  intros Hp Hk Bz. destruct XY_heads as (X1 & _). assert (Xv := XY_v). assert (P := p_range). assert (V2 := vp2). assert (HW := W_low).
  assert (Zl : forall j, Rabs zh < pow j -> Rabs zl <= pow (j - 25) * (1 + 2 * u)) by (intros j H; apply (form_low (1 + 2 * u) j zh zl); [lra|exact Wz|assumption]).
  assert (K : forall j, Rabs (zh + p) <= pow j -> Rabs k <= pow (j - 25)) by (intros j H; now apply half_ulp).
  assert (Tf : Rabs (zl + h) <= Rabs zl + Rabs k) by (rewrite Hk; eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra]).
  assert (Ec := ec_small). assert (Pz := Rabs_pos (zh + zl)). assert (HW' : XY <= W) by (unfold W; lra).
  assert (Lx : Rabs ec <= 7 * u * u).
  { destruct cross as (_ & _ & [(C & _) | [(_ & _ & C & _) | (_ & _ & C)]]); lra. }
  assert (Lv : p - 3 * u <= XY) by (abs_in; lra).
  assert (Fin : forall k1 k2 k3, Rabs pp <= k1 -> Rabs ef <= k2 -> Rabs eg <= k3 -> k1 + k2 + k3 <= (13 / 2 * u * u + 100 * u * u * u) * W -> good).
  { clear - Es Eh. intros k1 k2 k3 H1 H2 H3 H4. unfold good. rewrite error_sum. fold pp. abs_in. apply Rabs_le. lra. }
  assert (Qz := Rle_abs zh). assert (Qn : - Rabs zh <= zh) by (assert (Q := Rle_abs (- zh)); rewrite Rabs_Ropp in Q; lra).
  destruct (product_part Hp) as [(C & Bb & Cp) | (C & Bb & Cp)].
  - destruct (vp1 C) as (_ & P2). destruct (Rle_or_lt 2 (Rabs zh)) as [C0 | C0].
    { specialize (Zl 2%Z). specialize (K 3%Z). pows. specialize (Zl Bz). specialize (K ltac:(apply Rabs_le; lra)).
      destruct (tail (-21) (-20) _ Bb) as (H1 & H2 & H3); pows; [lra|lra|].
      split; [|lra]. destruct Cp as [Cp | (Cp & X)]; apply (Fin _ _ _ Cp H1 H2); lra. }
    destruct (Rle_or_lt 1 (Rabs zh)) as [C1 | C1]; [|destruct (Rle_or_lt (zh + p) 2) as [C3 | C3]].
    + specialize (Zl 1%Z). specialize (K 2%Z). pows. specialize (Zl C0). specialize (K ltac:(apply Rabs_le; lra)).
      destruct (tail (-22) (-21) _ Bb) as (H1 & H2 & H3); pows; [lra|lra|].
      split; [|lra]. destruct Cp as [Cp | (Cp & X)]; apply (Fin _ _ _ Cp H1 H2); lra.
    + specialize (Zl 0%Z). specialize (K 1%Z). pows. specialize (Zl C1). specialize (K ltac:(apply Rabs_le; lra)).
      destruct (tail (-23) (-22) _ Bb) as (H1 & H2 & H3); pows; [lra|lra|].
      split; [|lra]. destruct Cp as [Cp | (Cp & X)]; apply (Fin _ _ _ Cp H1 H2); lra.
    + specialize (Zl 0%Z). specialize (K 2%Z). pows. specialize (Zl C1). specialize (K ltac:(apply Rabs_le; lra)).
      destruct (tail (-22) (-22) _ Bb) as (H1 & H2 & H3); pows; [lra|lra|].
      split; [|lra]. destruct Cp as [Cp | (Cp & X)]; apply (Fin _ _ _ Cp H1 H2); lra.
  - assert (P2 := p2 C).
    assert (Bzl := Zl 2%Z). assert (Bk := K 3%Z). pows. specialize (Bzl Bz). specialize (Bk ltac:(apply Rabs_le; lra)).
    assert (D : (Rabs zh < 2 /\ zh + p <= 4) \/ 4 - 10 * u <= W).
    { destruct (Rle_or_lt 2 (Rabs zh)) as [D | D]; [right; lra|]. destruct (Rle_or_lt (zh + p) 4) as [G | G]; [now left|right; lra]. }
    destruct D as [(D1 & D2) | D].
    + specialize (Zl 1%Z). specialize (K 2%Z). pows. specialize (Zl D1). specialize (K ltac:(apply Rabs_le; lra)).
      destruct (tail (-22) (-21) _ Bb) as (H1 & H2 & H3); pows; [lra|lra|].
      split; [|lra]. destruct Cp as [Cp | [(Cp & X) | (Cp & X)]]; apply (Fin _ _ _ Cp H1 H2); lra.
    + destruct (tail (-21) (-20) _ Bb) as (H1 & H2 & H3); pows; [lra|lra|].
      split; [|lra]. destruct Cp as [Cp | [(Cp & X) | (Cp & X)]]; apply (Fin _ _ _ Cp H1 H2); lra.
Qed.

(* z's head is larger: Z = 2^e <= |zh| < 2Z. *)
Lemma far e : Rabs p < pow e <= Rabs zh -> Rabs zh < pow (e + 1) ->
  Rabs (p' - p) <= pow e * u -> h = - k + (p' - p) -> Rabs k <= 2 * (pow e * u) -> (Rabs zh + Rabs p <= 2 * pow e -> Rabs k <= pow e * u) ->
  (p < 1 /\ v <= 1 /\ e = 0%Z) \/ (p < 2 /\ v <= 2 /\ e = 1%Z) \/ e = 2%Z \/ (3 <= e)%Z -> good /\ Rabs g <= 4 * (pow e * u).
Proof.
  intros Bz Bz2 Hp Hh K1 K2 Ce. destruct XY_heads as (X1 & X2). assert (Xv := XY_v). assert (P := p_range). assert (V2 := vp2). assert (HW := W_low).
  assert (Zl := form_low (1 + 2 * u) (e + 1) zh zl ltac:(lra) Wz Bz2). set (Z := pow e) in *.
  assert (Pw : forall j, pow (e + j) = Z * pow j) by (intros j; now rewrite bpow_plus).
  replace (e + 1 - 25)%Z with (e + -24)%Z in Zl by lia. rewrite Pw in Zl. change (pow (-24)) with u in Zl.
  assert (P0 : Rabs p = p) by (apply Rabs_pos_eq; lra). rewrite P0 in *.
  assert (Ec := ec_small). assert (Lx : Rabs ec <= 6 * u * u + 10 * u * u * u).
  { destruct cross as (_ & _ & [(C & _) | [(_ & _ & C & _) | (_ & _ & C)]]); lra. }
  destruct cross as (Bt & Bt' & _).
  assert (Zc : Z = 1 \/ Z = 2 \/ Z = 4 \/ 8 <= Z).
  { unfold Z. destruct Ce as [(_ & _ & ->) | [(_ & _ & ->) | [-> | L]]]; pows; [tauto|tauto|tauto|]. right. right. right.
    apply (bpow_le radix2) in L. change (pow 3) with 8 in L. assumption. }
  assert (Cv : Z = 1 /\ v <= 1 \/ Z = 2 /\ v <= 2 \/ 4 <= Z).
  { unfold Z. destruct Ce as [(_ & Cv & ->) | [(_ & Cv & ->) | [-> | L]]]; pows; [tauto|tauto|lra|]. right. right.
    apply (bpow_le radix2) in L. change (pow 3) with 8 in L. lra. }
  assert (Vp : Rabs (v - p) <= Z * u / 2).
  { destruct Cv as [(-> & Cv) | [(-> & Cv) | Cv]]; [|apply vp1 in Cv; lra|lra].
    assert (V := v_range). rewrite Rabs_minus_sym. assert (H := half_ulp 0 v). pows. fold p in H. rewrite (Rabs_pos_eq v) in H by lra. lra. }
  assert (EA : A = v - p - t - (p' - p)) by (unfold A, v; ring).
  assert (Tri2 : forall x y z, Rabs (x - y - z) <= Rabs x + Rabs y + Rabs z).
  { intros x y z. assert (Q1 := Rabs_triang (x - y) (- z)). assert (Q2 := Rabs_triang x (- y)). rewrite Rabs_Ropp in Q1, Q2. unfold Rminus in *. lra. }
  assert (BA : Rabs A <= Rabs (v - p) + Rabs t + Z * u) by (rewrite EA; assert (Q := Tri2 (v - p) t (p' - p)); lra).
  assert (EaZ : Rabs ea <= 2 * (Z * (u * u)) /\ (8 <= Z -> Rabs ea <= Z * (u * u))).
  { split; [|intros Z8].
    - assert (H := half_ulp (e + -22) A). replace (e + -22 - 25)%Z with (e + -47)%Z in H by lia. rewrite !Pw in H. pows. fold a ea in H.
      assert (T3 : Rabs t <= 5 / 2 * (Z * u)).
      { destruct Cv as [(-> & Cv) | [(-> & _) | Cv]]; [|lra|lra]. destruct product_heads as (H1 & _). unfold v in Cv. abs_in. apply Rabs_le. lra. }
      specialize (H ltac:(lra)). lra.
    - assert (H := half_ulp (e + -23) A). replace (e + -23 - 25)%Z with (e + -48)%Z in H by lia. rewrite !Pw in H. pows. fold a ea in H.
      specialize (H ltac:(lra)). change (pow (-48)) with (/ 281474976710656) in H. lra. }
  destruct EaZ as (Ea1 & Ea2). assert (Z1 : 1 <= Z) by lra.
  assert (Eb : Rabs eb <= Z * (u * u)).
  { assert (H := half_ulp (e + -23) (t + a)). replace (e + -23 - 25)%Z with (e + -48)%Z in H by lia. rewrite !Pw in H. pows. fold b eb in H.
    specialize (H ltac:(replace (t + a) with (v - p - (p' - p) + ea) by (unfold ea; rewrite EA; ring); clear - Vp Hp Ea1 Z1; abs_in; apply Rabs_le; lra)). lra. }
  assert (Ef : Rabs ef <= 4 * (Z * (u * u)) /\ (Rabs zh + p <= 2 * Z -> Rabs ef <= 2 * (Z * (u * u)))).
  { assert (Tf : Rabs (zl + h) <= Rabs zl + Rabs k + Z * u) by (replace (zl + h) with (zl - k - (p - p')) by (rewrite Hh; ring); assert (Q := Tri2 zl k (p - p')); rewrite (Rabs_minus_sym p) in Q; lra). split; [|intros NC; specialize (K2 NC)].
    - assert (H := half_ulp (e + -21) (zl + h)). replace (e + -21 - 25)%Z with (e + -46)%Z in H by lia. rewrite !Pw in H. pows. fold f ef in H.
      specialize (H ltac:(lra)). lra.
    - assert (H := half_ulp (e + -22) (zl + h)). replace (e + -22 - 25)%Z with (e + -47)%Z in H by lia. rewrite !Pw in H. pows. fold f ef in H.
      specialize (H ltac:(lra)). lra. }
  destruct Ef as (Ef1 & Ef2).
  assert (Sg : b + f = v - p - k + zl + ea + eb + ef) by (unfold ef, eb, ea; rewrite Hh, EA; ring).
  assert (Bg : Rabs (b + f) <= pow (e + -22)).
  { rewrite Pw, Sg. pows. clear - Vp K1 Zl Ea1 Eb Ef1 Z1. abs_in. apply Rabs_le. lra. }
  assert (Eg := half_ulp (e + -22) (b + f) Bg). fold g eg in Eg. replace (e + -22 - 25)%Z with (e + -47)%Z in Eg by lia. rewrite Pw in Eg. pows.
  split.
  2: { assert (H : Rabs g <= pow (e + -22)) by (apply fl_abs_le; [apply F_pow|assumption]). rewrite Pw in H. pows. lra. }
  unfold good. rewrite error_sum.
  assert (Tri : Rabs (ec + ea + eb + ef + eg) <= Rabs ec + Rabs ea + Rabs eb + Rabs ef + Rabs eg).
  { assert (Q1 := Rabs_triang (ec + ea + eb + ef) eg). assert (Q2 := Rabs_triang (ec + ea + eb) ef). assert (Q3 := Rabs_triang (ec + ea) eb).
    assert (Q4 := Rabs_triang ec ea). lra. }
  eapply Rle_trans; [exact Tri|]. clear Tri.
  assert (HW1 : XY + Rabs zh - Z * (u * (1 + 2 * u)) <= W) by lra.
  destruct (Rle_or_lt (Rabs zh + p) (2 * Z)) as [C | C].
  - specialize (Ef2 C). destruct Zc as [E | [E | [E | E]]].
    + assert (XY <= 1 + 10 * u * u) by (destruct Cv as [(_ & Cv) | [(Cv & _) | Cv]]; [abs_in; lra|lra|lra]). rewrite E in *. lra.
    + rewrite E in *. lra.
    + rewrite E in *. lra.
    + specialize (Ea2 E). lra.
  - assert (Lv : p - 3 * u <= XY) by (clear - Xv V2 Lx; abs_in; lra). destruct Zc as [E | [E | [E | E]]].
    + assert (XY <= 1 + 10 * u * u) by (destruct Cv as [(_ & Cv) | [(Cv & _) | Cv]]; [abs_in; lra|lra|lra]). rewrite E in *. lra.
    + rewrite E in *. lra.
    + rewrite E in *. lra.
    + specialize (Ea2 E). lra.
Qed.
End Unit.

Lemma fma22_unit xh xl yh yl zh zl : unit_form (1 + 2 * u) xh xl -> unit_form (1 + 2 * u) yh yl -> weak zh zl ->
  let (s, l) := fma22 xh xl yh yl zh zl in
  Rabs (s + l - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * ((xh + xl) * (yh + yl) + Rabs (zh + zl)) /\ pair s l.
Proof.
  intros Wx Wy Wz. unfold fma22. cbv zeta.
  assert (P := p_range xh xl yh yl Wx Wy). assert (Q2 := p2 xh xl yh yl). assert (Mp' := Mp xh xl yh yl Wx Wy).
  assert (Near := near xh xl yh yl zh zl Wx Wy Wz). assert (Far := far xh xl yh yl zh zl Wx Wy Wz). unfold good in *.
  change (mul xl yl) with (fl (xl * yl)). set (m0 := fl (xl * yl)) in *. change (fma xh yl m0) with (fl (xh * yl + m0)). set (m := fl (xh * yl + m0)) in *.
  change (fma xl yh m) with (fl (xl * yh + m)). set (t := fl (xl * yh + m)) in *. change (fma xh yh t) with (fl (xh * yh + t)).
  set (v := xh * yh + t) in *. assert (P1 : 1 < v -> 1 <= fl v) by (intros C; apply (fl_ge 1 v (F_pow 0)); lra). set (p := fl v) in *.
  assert (Fp : F p) by apply F_fl. assert (Fz : F zh) by apply Wz.
  change (add zh p) with (fl (zh + p)). set (s := fl (zh + p)) in *. assert (Fs : F s) by apply F_fl.
  change (add s (neg p)) with (fl (s - p)). set (seen := fl (s - p)) in *. change (add s (neg seen)) with (fl (s - seen)).
  set (p' := fl (s - seen)) in *. change (add zh (neg seen)) with (fl (zh - seen)). set (h := fl (zh - seen)) in *.
  change (fma xh yh (neg p')) with (fl (xh * yh - p')). set (a := fl (xh * yh - p')) in *. change (add t a) with (fl (t + a)). set (b := fl (t + a)) in *.
  change (add zl h) with (fl (zl + h)). set (f := fl (zl + h)) in *. change (add b f) with (fl (b + f)). set (g := fl (b + f)) in *.
  assert (Fg : F g) by apply F_fl. assert (Ap : Rabs p = p) by (apply Rabs_pos_eq; lra).
  assert (Fast : add g (neg (add (add s g) (neg s))) = s + g - add s g ->
    Rabs (s + g - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * ((xh + xl) * (yh + yl) + Rabs (zh + zl)) ->
    Rabs (add s g + add g (neg (add (add s g) (neg s))) - ((xh + xl) * (yh + yl) + (zh + zl))) <=
      (13 / 2 * u * u + 100 * u * u * u) * ((xh + xl) * (yh + yl) + Rabs (zh + zl)) /\ pair (add s g) (add g (neg (add (add s g) (neg s))))).
  { intros E G. split; [|now apply last_pair]. rewrite E. replace (add s g + (s + g - add s g)) with (s + g) by ring. assumption. }
  assert (NearAll : forall e, pow e <= p < pow (e + 1) -> Rabs zh < pow (e + 1) -> Rabs zh < 4 ->
    Rabs (s + g - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * ((xh + xl) * (yh + yl) + Rabs (zh + zl)) /\
    add g (neg (add (add s g) (neg s))) = s + g - add s g).
  { intros e Be Bz Bz4. assert (S := seen_near e zh p Fz Fp ltac:(rewrite Ap; assumption) Bz). change (seen = s - p) in S.
    assert (Ep : p' = p) by (unfold p'; rewrite S; replace (s - (s - p)) with p by ring; now apply fl_id).
    assert (Eh : h = zh - seen) by (unfold h; rewrite S; apply fl_id; replace (zh - (s - p)) with (zh + p - s) by ring; now apply sum_err_F).
    destruct (Near ltac:(rewrite Ep, S; ring) Eh Ep ltac:(rewrite Eh, S; ring) Bz4) as (G & Bg). split; [assumption|].
    destruct (Rle_or_lt (/ 4) (Rabs zh)) as [C | C].
    - apply (fast_sum_unit (-25)); [assumption|assumption| |pows; lra]. apply M_fl, M_add; [apply (M_F (-2)); [assumption|pows; lra]|].
      apply M_le with (-24)%Z; [lia|assumption].
    - apply fast_sum_large; [assumption|assumption|]. assert (C' := Rle_abs (- zh)). rewrite Rabs_Ropp in C'.
      assert (/ 2 <= s) by (apply fl_ge; [apply (F_pow (-1))|lra]). rewrite (Rabs_pos_eq s); lra. }
  assert (FarAll : 1 <= Rabs zh -> p < 1 \/ (p < 2 /\ 2 <= Rabs zh) \/ 4 <= Rabs zh ->
    Rabs (s + g - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * ((xh + xl) * (yh + yl) + Rabs (zh + zl)) /\
    add g (neg (add (add s g) (neg s))) = s + g - add s g).
  { intros Z1 Bz. assert (Nz : zh <> 0) by (intros ->; rewrite Rabs_R0 in Z1; lra). destruct (mag radix2 zh) as [n Hn]. specialize (Hn Nz).
    set (e := (n - 1)%Z) in *. replace n with (e + 1)%Z in Hn by (unfold e; lia). clearbody e. clear n.
    assert (E0 : (0 <= e)%Z).
    { apply Z.lt_succ_r, Z.lt_sub_lt_add_r. apply (lt_bpow radix2). simpl (pow (0 - 1)). assert (/ 2 < pow e); [|pows; lra].
      rewrite bpow_plus in Hn. change (pow 1) with 2 in Hn. lra. }
    assert (Cz : (e = 0 \/ e = 1 \/ 2 <= e)%Z) by lia.
    assert (L4 : (2 <= e)%Z -> 4 <= pow e) by (intros L; apply (bpow_le radix2) in L; exact L).
    assert (Bp : Rabs p < pow e).
    { rewrite Ap. destruct Cz as [-> | [-> | L]]; [| |specialize (L4 L); lra]; pows; destruct Hn as [_ Hn]; change (pow (0 + 1)) with 2 in Hn; change (pow (1 + 1)) with 4 in Hn; lra. }
    destruct (seen_small e zh p Fz Fp Bp Hn) as (S1 & S2 & S3 & S4 & S5).
    change (fl (s - seen) = s - seen) in S1. change (fl (zh - seen) = zh - seen) in S2. change (Rabs (seen - (s - p)) <= pow e * u) in S3.
    change (Rabs (s - (zh + p)) <= 2 * (pow e * u)) in S4. change (Rabs zh + Rabs p <= 2 * pow e -> Rabs (s - (zh + p)) <= pow e * u) in S5.
    assert (Ce : (p < 1 /\ v <= 1 /\ e = 0%Z) \/ (p < 2 /\ v <= 2 /\ e = 1%Z) \/ e = 2%Z \/ (3 <= e)%Z).
    { rewrite Ap in Bp. destruct Cz as [-> | [-> | L]]; pows.
      - left. split; [assumption|]. split; [apply Rnot_lt_le; intros C; specialize (P1 C); lra|reflexivity].
      - right. left. split; [assumption|]. split; [apply Rnot_lt_le; intros C; specialize (Q2 C); lra|reflexivity].
      - right. right. lia. }
    destruct (Far S1 S2 e (conj Bp (proj1 Hn)) (proj2 Hn)) as (G & Bg).
    { unfold p'. rewrite S1. replace (s - seen - p) with (- (seen - (s - p))) by ring. rewrite Rabs_Ropp. assumption. }
    { unfold h, p'. rewrite S1, S2. ring. }
    { assumption. }
    { assumption. }
    { assumption. }
    split; [assumption|]. destruct Cz as [-> | [-> | L]].
    - apply (fast_sum_unit (-24)); [assumption|assumption| |pows; lra]. apply M_fl, M_add; [|assumption].
      apply M_le with (-23)%Z; [lia|]. apply (M_F 0); [assumption|pows; lra].
    - apply (fast_sum_unit (-24)); [assumption|assumption| |pows; lra]. apply M_fl, M_add; [|assumption].
      apply M_le with (-23)%Z; [lia|]. apply (M_F 0); [assumption|pows; lra].
    - destruct (Z.eq_dec e 2) as [-> | N].
      + apply (fast_sum_unit (-24)); [assumption|assumption| |pows; lra]. apply M_fl, M_add; [|assumption].
        apply M_le with (-23)%Z; [lia|]. apply (M_F 0); [assumption|pows; lra].
      + apply fast_sum_large; [assumption|assumption|]. assert (L8 : 8 <= pow e) by (apply (bpow_le radix2 3); lia).
        assert (H : pow (e - 1) <= Rabs s).
        { apply fl_abs_ge; [apply F_pow|]. unfold Zminus. rewrite bpow_plus. pows. assert (T := Rabs_triang (zh + p) (- p)).
          replace (zh + p + - p) with zh in T by ring. rewrite Rabs_Ropp, Ap in T. clear - T Hn L8 P. lra. }
        unfold Zminus in H. rewrite bpow_plus in H. pows. clear - H Bg L8. lra. }
  assert (All : Rabs (s + g - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * ((xh + xl) * (yh + yl) + Rabs (zh + zl)) /\
    add g (neg (add (add s g) (neg s))) = s + g - add s g).
  { destruct (Rlt_or_le p 1) as [C1 | C1]; [|destruct (Rlt_or_le p 2) as [C2 | C2]].
    - destruct (Rlt_or_le (Rabs zh) 1) as [D | D]; [apply (NearAll (-1)%Z); pows; lra|apply FarAll; tauto].
    - destruct (Rlt_or_le (Rabs zh) 2) as [D | D]; [apply (NearAll 0%Z); pows; lra|apply FarAll; [lra|tauto]].
    - destruct (Rlt_or_le (Rabs zh) 4) as [D | D]; [apply (NearAll 1%Z); pows; lra|apply FarAll; [lra|tauto]]. }
  destruct All as (G & E). now apply Fast.
Qed.

Lemma fma22_sc c d xh xl yh yl zh zl : Sc c -> Sc d ->
  fma22 (c * xh) (c * xl) (d * yh) (d * yl) (c * d * zh) (c * d * zl) = let (s, l) := fma22 xh xl yh yl zh zl in (c * d * s, c * d * l).
Proof.
  intros S T. assert (S2 := Sc_mul c d S T). unfold fma22. cbv zeta.
  repeat rewrite ?mul_sc, ?neg_sc, ?fma_sc, ?add_sc by assumption. reflexivity.
Qed.
(* A product that is zero leaves z. *)
Lemma fma22_0 xh xl yh yl zh zl : weak zh zl -> (xh = 0 /\ xl = 0) \/ (yh = 0 /\ yl = 0) -> let (s, l) := fma22 xh xl yh yl zh zl in s + l = zh + zl /\ pair s l.
Proof.
  intros (Fh & Fl & B) Z. assert (E : fma22 xh xl yh yl zh zl = (add zh zl, add zl (neg (add (add zh zl) (neg zh))))).
  { unfold fma22, mul, fma, add, neg. cbv zeta. destruct Z as [[-> ->] | [-> ->]];
      (zeros; rewrite ?(fl_id zh), ?(fl_id zl) by assumption; replace (zh + - zh) with 0 by ring; zeros; rewrite ?(fl_id zh), ?(fl_id zl) by assumption; reflexivity). }
  rewrite E. assert (L : Rabs zl <= Rabs zh).
  { assert (G := ulp_FLX_le radix2 24 zh). change (pow (1 - 24)) with (/ 8388608) in G. assert (P := Rabs_pos zh). lra. }
  assert (X := fast_sum_large zh zl Fh Fl L). cbv zeta in X. split; [rewrite X; ring|now apply last_pair].
Qed.
Theorem fma22_weak xh xl yh yl zh zl : weak xh xl -> weak yh yl -> weak zh zl -> let (s, l) := fma22 xh xl yh yl zh zl in
  Rabs (s + l - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * (Rabs ((xh + xl) * (yh + yl)) + Rabs (zh + zl)) /\ pair s l.
Proof.
  intros Wx Wy Wz.
  assert (Zero : (xh = 0 /\ xl = 0) \/ (yh = 0 /\ yl = 0) -> let (s, l) := fma22 xh xl yh yl zh zl in
    Rabs (s + l - ((xh + xl) * (yh + yl) + (zh + zl))) <= (13 / 2 * u * u + 100 * u * u * u) * (Rabs ((xh + xl) * (yh + yl)) + Rabs (zh + zl)) /\ pair s l).
  { intros Z. assert (H := fma22_0 xh xl yh yl zh zl Wz Z). destruct (fma22 xh xl yh yl zh zl) as [s l]. destruct H as [H P]. split; [|assumption].
    rewrite H. replace ((xh + xl) * (yh + yl)) with 0 by (destruct Z as [[-> ->] | [-> ->]]; ring). replace (zh + zl - (0 + (zh + zl))) with 0 by ring.
    rewrite Rabs_R0. assert (Q := Rabs_pos (zh + zl)). lra. }
  destruct (Req_dec xh 0) as [X0 | Nx]; [apply Zero; left; split; [assumption|rewrite X0 in Wx; exact (form_0 _ _ Wx)]|].
  destruct (Req_dec yh 0) as [Y0 | Ny]; [apply Zero; right; split; [assumption|rewrite Y0 in Wy; exact (form_0 _ _ Wy)]|]. clear Zero.
  destruct (form_scaled _ _ _ Wx Nx) as (c & x & m & S & -> & -> & V).
  destruct (form_scaled _ _ _ Wy Ny) as (d & y & n & T & -> & -> & U).
  assert (CD := Sc_mul c d S T). assert (Nc := Sc_neq _ CD). assert (I := Sc_inv _ CD).
  set (h := / (c * d) * zh). set (l := / (c * d) * zl). assert (Wz' : weak h l) by now apply weak_sc.
  assert (Eh : zh = c * d * h) by (unfold h; field; split; now apply Sc_neq). assert (El : zl = c * d * l) by (unfold l; field; split; now apply Sc_neq).
  rewrite Eh, El, fma22_sc by assumption. assert (H := fma22_unit x m y n h l V U Wz').
  destruct (fma22 x m y n h l) as [s r]. destruct H as [H P]. split; [|now apply pair_sc].
  assert (XY : 0 <= (x + m) * (y + n)).
  { destruct V as (_ & _ & B1 & B2), U as (_ & _ & B3 & B4). apply Rabs_le_inv in B2, B4. apply Rmult_le_pos; lra. }
  replace (c * d * s + c * d * r - ((c * x + c * m) * (d * y + d * n) + (c * d * h + c * d * l))) with (c * d * (s + r - ((x + m) * (y + n) + (h + l)))) by ring.
  replace ((c * x + c * m) * (d * y + d * n)) with (c * d * ((x + m) * (y + n))) by ring. rewrite <- Rmult_plus_distr_l, !(Rabs_mult (c * d)).
  rewrite (Rabs_pos_eq ((x + m) * (y + n))) by assumption.
  replace ((13 / 2 * u * u + 100 * u * u * u) * (Rabs (c * d) * ((x + m) * (y + n)) + Rabs (c * d) * Rabs (h + l)))
    with (Rabs (c * d) * ((13 / 2 * u * u + 100 * u * u * u) * ((x + m) * (y + n) + Rabs (h + l)))) by ring.
  apply Rmult_le_compat_l; [apply Rabs_pos|assumption].
Qed.
Print Assumptions fma22_weak.
