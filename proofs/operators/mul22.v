(* mul22: 4 u^2 for normalised operands, 4 u^2 + 32 u^3 for weak ones; the result is weak.  docs/proofs/mul22.md has the
argument in the same order: point 2 in integers, the roundings' account, the cases.  Heads are scaled to [1, 2). *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.

(* Point 2 in integers, N = 2^23: with s = S/N below 2 no heads X/N and Y/N leave a residual above 4u that the cross terms allow. *)
Open Scope Z_scope.
Lemma small_factor N A B S : N = 8388608 -> 0 <= A <= B -> B < N -> S <= 2 * N - 1 ->
  let r := (N + A) * (N + B) - S * N in
  2 * N + 1 <= r -> 2 * r <= 3 * N + A + B + 5 -> False.
Proof.
  intros EN HA HB HS r L U. unfold r in *.
  assert (K0 : N - 3 <= A + B) by lia.
  assert (K1 : 2 * N * (A + B - N) - (A + B - N) + 2 * (A * B) <= 2 * N + 5) by nia.
  assert (K2 : A + B - N <= 1) by nia.
  assert (K3 : 2 * (A * B) <= 8 * N + 10) by nia.
  assert (K4 : A <= 8). { assert (N - 3 <= 2 * B) by lia. nia. }
  set (k := A + B - N) in *. assert (EB : B = N + k - A) by (unfold k; lia). clearbody k.
  rewrite EB in L, U. clear K1 K3 K0 HB EB. 
  assert (C : A = 0 \/ A = 1 \/ A = 2 \/ A = 3 \/ A = 4 \/ A = 5 \/ A = 6 \/ A = 7 \/ A = 8) by lia.
  assert (D : -3 <= k) by lia.
  subst N. destruct C as [-> | [-> | [-> | [-> | [-> | [-> | [-> | [-> | ->]]]]]]]]; lia.
Qed.
Lemma no_residual N X Y S : N = 8388608 -> N <= X < 2 * N -> N <= Y < 2 * N -> S <= 2 * N - 1 ->
  let r := X * Y - S * N in 2 * N + 1 <= Z.abs r -> 2 * Z.abs r <= N + X + Y + 5 -> False.
Proof.
  intros EN HX HY HS r L U.
  destruct (Z.abs_spec r) as [[P E] | [P E]]; rewrite E in *; clear E.
  - destruct (Z.le_ge_cases X Y).
    + apply (small_factor N (X - N) (Y - N) S EN); try lia; unfold r in *; 
        replace ((N + (X - N)) * (N + (Y - N))) with (X * Y) by ring; lia.
    + apply (small_factor N (Y - N) (X - N) S EN); try lia; unfold r in *; 
        replace ((N + (Y - N)) * (N + (X - N))) with (X * Y) by ring; lia.
  - unfold r in *. assert (0 <= (X - N) * (Y - N)) by nia. subst N. lia.
Qed.
Close Scope Z_scope.
Open Scope R_scope.

Notation w := (u * (1 + 2 * u)).

Section Unit.
Variables xh xl yh yl : R.
Hypothesis Fxh : F xh. Hypothesis Fxl : F xl. Hypothesis Fyh : F yh. Hypothesis Fyl : F yl.
Hypothesis Bx : 1 <= xh <= 2 - 2 * u. Hypothesis By : 1 <= yh <= 2 - 2 * u.
Hypothesis Bxl : Rabs xl <= w. Hypothesis Byl : Rabs yl <= w.

Let m := fl (xh * yl).
Let T := xl * yh + m.
Let t := fl T.
Let v := xh * yh + t.
Let s := fl v.
Let d := xh * yh - s.
Let r := fl d.
Let l := fl (t + r).
Let em := m - xh * yl.
Let et := t - T.
Let Z := (xh + xl) * (yh + yl).

Lemma Mxh : M (-23) xh. Proof. apply (M_F 0 xh Fxh). rewrite Rabs_pos_eq; pows; lra. Qed.
Lemma Myh : M (-23) yh. Proof. apply (M_F 0 yh Fyh). rewrite Rabs_pos_eq; pows; lra. Qed.
Lemma Mxy : M (-46) (xh * yh). Proof. apply (M_mul (-23) (-23)); [apply Mxh|apply Myh]. Qed.
Lemma Ev : v - s = d + t. Proof. unfold v, d. ring. Qed.
Lemma xy_low : xh + yh - 1 <= xh * yh. Proof. nra. Qed.
Lemma xy_high : xh * yh <= 4 - 8 * u + 4 * u * u. Proof. nra. Qed.
Lemma EZ : Z = v - et - em + xl * yl. Proof. unfold Z, v, et, em, T. ring. Qed.
Lemma Bm : Rabs m <= 2 * u /\ Rabs em <= 2 * u * u.
Proof.
  assert (H := fl_mid (-23) (xh * yl) (2 * u * u - 4 * u * u * u) (2 * u * u)). pows.
  abs_in. destruct H as [H1 H2]; try lra.
  { apply Rabs_le. nra. }
  split; [unfold m|unfold em, m]; lra.
Qed.
Lemma Bem : xh * Rabs yl <= 2 * u -> Rabs em <= u * u.
Proof.
  intros H. assert (E := half_ulp (-23) (xh * yl)). pows. unfold em, m.
  assert (G : Rabs (xh * yl) <= / 8388608) by (rewrite Rabs_mult, (Rabs_pos_eq xh) by lra; lra). specialize (E G). lra.
Qed.
Lemma Bxlyl : Rabs (xl * yl) <= w * w.
Proof. rewrite Rabs_mult. assert (P := Rabs_pos xl). assert (Q := Rabs_pos yl). nra. Qed.
Lemma Bt : Rabs t <= 4 * u /\ Rabs et <= 2 * u * u.
Proof.
  destruct Bm as [H _]. assert (G : Rabs (xl * yh) <= w * (2 - 2 * u)).
  { rewrite Rabs_mult, (Rabs_pos_eq yh) by lra. assert (P := Rabs_pos xl). nra. }
  assert (K := fl_mid (-22) T (2 * u * u - 4 * u * u * u) (2 * u * u)). pows.
  abs_in. destruct K as [H1 H2]; try lra.
  { unfold T. apply Rabs_le. lra. }
  split; [unfold t|unfold et, t]; lra.
Qed.
(* |m| <= w xh + u^2, so |t| is at most w (xh + yh) + 3 u^2. *)
Lemma Bt_heads : Rabs t <= w * (xh + yh) + 3 * u * u.
Proof.
  destruct Bt as [_ E]. assert (G1 : Rabs (xl * yh) <= w * yh).
  { rewrite Rabs_mult, (Rabs_pos_eq yh) by lra. assert (P := Rabs_pos xl). nra. }
  assert (G2 : Rabs (xh * yl) <= w * xh).
  { rewrite Rabs_mult, (Rabs_pos_eq xh) by lra. assert (P := Rabs_pos yl). nra. }
  assert (G3 : Rabs m <= w * xh + u * u).
  { destruct (Rle_or_lt (xh * Rabs yl) (2 * u)) as [C | C].
    - apply Bem in C. unfold em in C. abs_in. apply Rabs_le. lra.
    - destruct Bm as [H _]. assert (xh * Rabs yl <= w * xh) by nra. lra. }
  unfold et, T in E. abs_in. apply Rabs_le. lra.
Qed.
Lemma Bv : 0 < v <= 4 - 3 * u.
Proof. destruct Bt as [H _]. assert (H1 := xy_low). assert (H2 := xy_high). abs_in. unfold v. lra. Qed.
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
Lemma v_below_2 : s < 2 -> v <= 2.
Proof.
  intros C. apply Rnot_lt_le. intros G. assert (2 <= s) by (apply fl_ge; [apply (F_pow 1)|lra]). lra.
Qed.
Lemma not_one : 1 < xh * yh -> 1 <= s.
Proof.
  intros C. apply Rnot_lt_le. intros G.
  assert (N : 2 + 2 * u <= xh + yh).
  { assert (H := M_gap (-23) 2 (xh + yh) (M_IZR (-23) 2 ltac:(lia)) (M_add _ _ _ Mxh Myh)). pows.
    apply Rnot_lt_le. intros G'. assert (xh + yh <= 2) by lra. assert (xh = 1) by lra. assert (yh = 1) by lra.
    subst. nra. }
  assert (T1 := Bt_heads). assert (T2 := xy_low).
  assert (Lv : 1 - 10 * u * u <= v) by (unfold v; abs_in; lra).
  assert (Ls : / 2 <= s) by (apply fl_ge; [apply (F_pow (-1))|lra]).
  assert (Ms : M (-24) s) by (apply (M_F (-1) s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
  assert (H := M_gap (-24) s 1 Ms (M_IZR (-24) 1 ltac:(lia)) G). pows.
  assert (v <= 1). { apply Rnot_lt_le. intros G'. assert (1 <= s) by (apply fl_ge; [apply (F_pow 0)|lra]). lra. }
  assert (E := half_ulp 0 v). pows. fold s in E. rewrite (Rabs_pos_eq v) in E by lra.
  assert (E' := E ltac:(lra)). abs_in. lra.
Qed.

Hypothesis Ls : 1 <= s.
Lemma Ms : M (-23) s. Proof. apply (M_F 0 s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]. Qed.
Lemma Md : M (-46) d.
Proof. apply M_sub; [apply Mxy|]. apply M_le with (-23)%Z; [lia|apply Ms]. Qed.
(* Point 2: the residual is a float when s < 2. *)
Lemma residual_exact : s < 2 -> Rabs d <= 4 * u.
Proof.
  intros C. apply Rnot_lt_le. intros G.
  assert (V := Bvs1 (v_below_2 C)). assert (H := Bt_heads). assert (E := Ev).
  assert (Q : Rabs d <= u + w * (xh + yh) + 3 * u * u) by (replace d with (v - s - t) by lra; abs_in; apply Rabs_le; lra).
  destruct Mxh as [X EX], Myh as [Y EY], Ms as [S ES]. pows.
  pose (N := 8388608%Z). assert (EN : IZR N = 8388608) by reflexivity.
  assert (Ed : d = IZR (X * Y - S * N) * / 70368744177664).
  { unfold d. rewrite EX, EY, ES, minus_IZR, !mult_IZR, EN. field. }
  assert (Ea : Rabs d = IZR (Z.abs (X * Y - S * N)) * / 70368744177664).
  { rewrite Ed, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ 70368744177664)) by lra. reflexivity. }
  apply (no_residual N X Y S eq_refl).
  - split; [apply le_IZR|apply lt_IZR; rewrite mult_IZR]; rewrite EN; lra.
  - split; [apply le_IZR|apply lt_IZR; rewrite mult_IZR]; rewrite EN; lra.
  - assert (S < 2 * N)%Z by (apply lt_IZR; rewrite mult_IZR, EN; lra). lia.
  - assert (2 * N < Z.abs (X * Y - S * N))%Z by (apply lt_IZR; rewrite mult_IZR, EN; lra). lia.
  - assert (2 * Z.abs (X * Y - S * N) < N + X + Y + 6)%Z; [|lia].
    apply lt_IZR. rewrite !plus_IZR, mult_IZR, EN. rewrite Ea, EX, EY in Q. 
    assert (IZR X < 16777216) by lra. assert (IZR Y < 16777216) by lra. lra.
Qed.

Let el := l - (t + r).
Let er := r - d.
Lemma error_sum : s + l - Z = el + er + et + em - xl * yl.
Proof. unfold el, er, et, em, Z, d, T. ring. Qed.
Lemma exact_residual : Rabs d <= 4 * u -> r = d.
Proof. intros H. apply (fl_M (-46) d Md). pows. lra. Qed.
Lemma small_t : Rabs T <= 2 * u -> Rabs d <= 4 * u.
Proof.
  intros H. assert (G : Rabs t <= pow (-23)) by (apply fl_abs_le; [apply F_pow|pows; lra]).
  assert (E := Ev). assert (V := Bvs). replace d with (v - s - t) by lra. pows. abs_in. apply Rabs_le. lra.
Qed.
Lemma Mt : 2 * u < Rabs T -> M (-46) t.
Proof. intros H. apply (M_fl_big (-23)). pows. lra. Qed.

Lemma account :
  (r = d /\ Rabs et <= u * u /\ ((Rabs el <= u * u / 2 /\ v <= 2) \/ (Rabs el <= u * u /\ 2 < v))) \/
  (r = d /\ 2 * u < Rabs T /\ el = 0) \/
  (4 * u < Rabs d /\ el = 0 /\ Rabs er <= 4 * u * u /\ 2 <= s /\ 2 * u < Rabs T /\ l = t + r).
Proof.
  destruct (Rle_or_lt (Rabs T) (2 * u)) as [C | C].
  - left. assert (Er := exact_residual (small_t C)). split; [assumption|].
    assert (Et := half_ulp (-23) T). pows. fold t et in Et. split; [lra|].
    assert (Q : t + r = v - s) by (rewrite Er, Ev; ring).
    destruct (Rle_or_lt v 2) as [V | V]; [left|right]; (split; [|assumption]).
    + assert (E := half_ulp (-24) (t + r)). rewrite Q in E at 1. pows. fold l el in E.
      assert (G := Bvs1 V). lra.
    + assert (E := half_ulp (-23) (t + r)). rewrite Q in E at 1. pows. fold l el in E.
      assert (G := Bvs). lra.
  - right. destruct (Rle_or_lt (Rabs d) (4 * u)) as [D | D].
    + left. assert (Er := exact_residual D). repeat split; [assumption|assumption|].
      assert (Q : t + r = v - s) by (rewrite Er, Ev; ring).
      unfold el, l. rewrite (fl_M (-46) (t + r)); [ring| |].
      * rewrite Er. apply M_add; [now apply Mt|apply Md].
      * rewrite Q. assert (G := Bvs). pows. lra.
    + right. assert (L2 : 2 <= s) by (apply Rnot_lt_le; intros G; apply residual_exact in G; lra).
      assert (V := Bvs). destruct Bt as [B _]. assert (E := Ev).
      assert (D6 : Rabs d <= 6 * u) by (replace d with (v - s - t) by lra; abs_in; apply Rabs_le; lra).
      assert (Eer := half_ulp (-21) d). pows. fold r er in Eer.
      assert (Mr : M (-45) r) by (apply (M_fl_big (-22)); pows; lra).
      assert (El : l = t + r).
      { apply (fl_M (-46)); [apply M_add; [now apply Mt|apply M_le with (-45)%Z; [lia|assumption]]|].
        replace (t + r) with (v - s + er) by (unfold er; lra). pows. assert (Eer' := Eer ltac:(lra)). abs_in. apply Rabs_le. lra. }
      repeat split; try assumption; [unfold el; lra|lra].
Qed.

Lemma result_weak : weak s l.
Proof.
  destruct account as [(Er & _) | [(Er & _) | (D & _ & E & L2 & _ & El)]].
  1, 2: apply pair_weak; apply rest_pair; unfold l; rewrite Er; f_equal; fold s; rewrite Ev; ring.
  split; [apply F_fl|split; [apply F_fl|]].
  assert (V := Bvs). assert (H := Bv). assert (T1 := xy_high). destruct Bt as [T2 _]. assert (EV := Ev).
  assert (U : ulp24 s = 4 * u).
  { rewrite ulp_neq_0 by lra. unfold cexp, FLX_exp. rewrite (mag_unique_pos radix2 s 2); [pows; lra|].
    pows. split; [lra|]. assert (E4 := half_ulp 2 v). pows. fold s in E4. rewrite (Rabs_pos_eq v) in E4 by lra.
    specialize (E4 ltac:(lra)). abs_in. lra. }
  rewrite U. replace l with (v - s + er); [abs_in; apply Rabs_le; lra|].
  rewrite El. unfold er. rewrite EV. ring.
Qed.

(* Weak operands: at most 4 u^2 + 32 u^3. *)
Lemma error_weak : Rabs (s + l - Z) <= (4 * u * u + 32 * u * u * u) * Z.
Proof.
  rewrite error_sum. assert (P := Bxlyl). destruct Bm as [_ E2]. destruct Bt as [_ E3]. assert (HZ := EZ).
  assert (V := Bvs). assert (Lv : 1 - u / 2 <= v).
  { destruct (Rle_or_lt v 1) as [C|C]; [|lra]. assert (E := half_ulp 0 v). pows. fold s in E.
    rewrite (Rabs_pos_eq v) in E by (assert (H := Bv); lra). specialize (E ltac:(lra)). abs_in. lra. }
  destruct (Rle_or_lt (xh * Rabs yl) (2 * u)) as [C | C].
  - apply Bem in C. destruct account as [(Er & Et & [[El V2] | [El V2]]) | [(Er & _ & El) | (D & El & Ee & L2 & _)]];
      unfold er in *; try rewrite Er in *; try rewrite El in *; abs_in; apply Rabs_le; try lra.
  - (* Only for the largest xh and the largest yl. *)
    assert (Xh : xh = 2 - 2 * u).
    { assert (M3 : M (-23) (2 - 4 * u)).
      { apply M_sub; [apply M_IZR; lia|]. replace (4 * u) with (pow (-22)) by (pows; lra). apply M_pow; lia. }
      assert (xh * Rabs yl <= xh * w) by (apply Rmult_le_compat_l; lra).
      assert (G := M_gap (-23) _ _ M3 Mxh ltac:(lra)). pows. lra. }
    assert (B := Bt_heads). assert (Vv : v = 2 * yh - 2 * u * yh + t) by (unfold v; rewrite Xh; ring).
    assert (EV := Ev).
    destruct account as [(Er & Et & [[El V2] | [El V2]]) | [(Er & _ & El) | (D & El & Ee & L2 & _)]];
      unfold er in *; try rewrite Er in *; try rewrite El in *; rewrite Xh in B.
    1, 2, 3: abs_in; apply Rabs_le; lra.
    assert (Y : 4 / 3 - 4 * u <= yh).
    { assert (Ms2 : M (-22) s) by (apply (M_F 1 s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
      assert (My2 : M (-22) (yh * 2)) by (apply (M_mul (-23) 1); [apply Myh|exists 1%Z; pows; lra]).
      destruct (M_sub _ _ _ My2 Ms2) as [n En]. pows.
      assert (Ed : d = IZR n * / 4194304 - 2 * u * yh) by (unfold d; rewrite Xh; lra).
      assert (N : (n <= -1 \/ 2 <= n \/ n = 0 \/ n = 1)%Z) by lia.
      destruct N as [N | [N | [-> | ->]]]; [apply IZR_le in N|apply IZR_le in N| |].
      - unfold Rabs in D. destruct (Rcase_abs d); abs_in; lra.
      - abs_in. lra.
      - unfold Rabs in D. destruct (Rcase_abs d); lra.
      - unfold Rabs in D. destruct (Rcase_abs d); lra. }
    abs_in. apply Rabs_le. lra.
Qed.

(* Normalised operands: at most 4 u^2. *)
Hypothesis Pxl : Rabs xl <= u. Hypothesis Pyl : Rabs yl <= u.
Lemma error_pair : Rabs (s + l - Z) <= 4 * u * u * Z.
Proof.
  rewrite error_sum. assert (HZ := EZ). assert (V := Bvs).
  assert (P : Rabs (xl * yl) <= u * u).
  { rewrite Rabs_mult. assert (P := Rabs_pos xl). assert (Q := Rabs_pos yl). nra. }
  assert (E2 : Rabs em <= u * u) by (apply Bem; assert (Q := Rabs_pos yl); nra).
  destruct Bt as [B3 E3]. assert (L1 := xy_low).
  assert (ZX : Z = xh * yh + xl * yh + xh * yl + xl * yl) by (unfold Z; ring).
  assert (Zl : (1 - u) * (1 - u) <= Z) by (clear -Bx By Pxl Pyl Z; unfold Z; abs_in; nra).
  destruct account as [(Er & Et & [[El V2] | [El V2]]) | [(Er & CT & El) | (D & El & Ee & L2 & CT & _)]];
    unfold er in *; try rewrite Er in *; try rewrite El in *.
  1, 2: abs_in; apply Rabs_le; lra.
  - destruct (Rle_or_lt 2 s) as [L2 | L2].
    { abs_in; apply Rabs_le; lra. }
    assert (V1 := Bvs1 (v_below_2 L2)).
    destruct (Rle_or_lt 0 T) as [T0 | T0].
    { rewrite Rabs_pos_eq in CT by assumption. assert (ET : T = t - et) by (unfold et; ring).
      assert (1 <= Z) by (unfold v in HZ; abs_in; lra). abs_in; apply Rabs_le; lra. }
    assert (G1 : forall h, M (-23) h -> 1 < h -> 1 + 2 * u <= h).
    { intros h Mh C. assert (G := M_gap (-23) 1 h (M_IZR (-23) 1 ltac:(lia)) Mh C). pows. lra. }
    destruct (Rle_lt_or_eq_dec 1 xh (proj1 Bx)) as [X1 | X1].
    2: { assert (E0 : em = 0) by (unfold em, m; rewrite <- X1, Rmult_1_l, fl_id by assumption; ring).
         rewrite E0 in *. abs_in. apply Rabs_le. lra. }
    assert (X2 := G1 xh Mxh X1). destruct (Rle_lt_or_eq_dec 1 yh (proj1 By)) as [Y1 | Y1].
    { assert (Y2 := G1 yh Myh Y1).
      assert ((1 + u) * (1 + u) <= Z) by (clear -X2 Y2 Pxl Pyl Z; unfold Z; abs_in; nra).
      abs_in. apply Rabs_le. lra. }
    destruct (Rle_or_lt u (Rabs yl)) as [Y2 | Y2].
    { assert (E0 : em = 0).
      { unfold em, m. rewrite fl_id; [ring|]. assert (A : Rabs yl = pow (-24)) by (pows; lra).
        unfold Rabs in A. destruct (Rcase_abs yl).
        - replace (xh * yl) with (- (xh * pow (-24))) by (replace yl with (- pow (-24)) by lra; ring).
          now apply F_opp, F_scale.
        - rewrite A. now apply F_scale. }
      rewrite E0 in *. abs_in. apply Rabs_le. lra. }
    assert (Y3 : Rabs yl <= u - u * u).
    { apply Rnot_lt_le. intros C.
      assert (My : M (-48) (Rabs yl)).
      { assert (G := M_F (-25) yl Fyl). pows. specialize (G ltac:(lra)). unfold Rabs.
        destruct (Rcase_abs yl); [now apply M_opp|assumption]. }
      assert (Mu : M (-48) (pow (-24))) by (apply M_pow; lia).
      assert (G := M_gap (-48) _ _ My Mu ltac:(pows; lra)). pows. lra. }
    assert (P2 : Rabs (xl * yl) <= u * (u - u * u)).
    { rewrite Rabs_mult. assert (Q1 := Rabs_pos xl). assert (Q2 := Rabs_pos yl). nra. }
    assert ((1 + u) * (1 - u + u * u) <= Z) by (clear -X2 Y1 Pxl Y3 Z; unfold Z; abs_in; nra).
    abs_in. apply Rabs_le. lra.
  - (* The residual is rounded: the error is at most 8 u^2, and x y >= 2. *)
    assert (Z2 : 2 <= Z); [|abs_in; apply Rabs_le; lra].
    destruct (Rle_lt_or_eq_dec 2 s L2) as [S2 | S2].
    { assert (Ms2 : M (-22) s) by (apply (M_F 1 s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
      assert (G := M_gap (-22) 2 s (M_IZR (-22) 2 ltac:(lia)) Ms2 S2). pows. abs_in. lra. }
    unfold Rabs in D. destruct (Rcase_abs d) as [N | N].
    + exfalso. unfold d in *.
      assert (V1 := Bvs1). assert (B1 : Rabs m <= u * xh).
      { apply fl_abs_le.
        - replace (u * xh) with (xh * pow (-24)) by (pows; ring). now apply F_scale.
        - rewrite Rabs_mult, (Rabs_pos_eq xh) by lra. assert (Q := Rabs_pos yl). nra. }
      assert (B2 : Rabs (xl * yh) <= u * yh).
      { rewrite Rabs_mult, (Rabs_pos_eq yh) by lra. assert (Q := Rabs_pos xl). nra. }
      assert (B4 : Rabs t <= 3 * u).
      { apply fl_abs_le.
        - apply F_M with (-24)%Z; [exists 3%Z; pows; lra|]. rewrite Rabs_pos_eq; pows; lra.
        - unfold T. abs_in. apply Rabs_le. lra. }
      destruct (Rle_or_lt v 2) as [C|C]; [specialize (V1 C)|]; unfold v in *; abs_in; lra.
    + unfold d in D. assert (Z >= xh * yh - u * (xh + yh) + u * u); [|lra].
      clear -Bx By Pxl Pyl Z. unfold Z. abs_in. nra.
Qed.
End Unit.

Lemma mul22_sc c d xh xl yh yl : Sc c -> Sc d ->
  mul22 (c * xh) (c * xl) (d * yh) (d * yl) = let (s, l) := mul22 xh xl yh yl in (c * d * s, c * d * l).
Proof.
  intros Sc1 Sd. assert (S2 := Sc_mul c d Sc1 Sd). unfold mul22. cbv zeta.
  repeat rewrite ?mul_sc, ?fma_sc, ?neg_sc, ?add_sc by assumption. reflexivity.
Qed.
Lemma mul22_0 yh yl : mul22 0 0 yh yl = (0, 0). Proof. unfold mul22, mul, fma, add, neg. now zeros. Qed.
Lemma mul22_0' xh xl : mul22 xh xl 0 0 = (0, 0). Proof. unfold mul22, mul, fma, add, neg. now zeros. Qed.

Lemma first_above_1 xh yh : F xh -> F yh -> 1 <= xh -> 1 <= yh -> 1 < xh * yh \/ (xh = 1 /\ yh = 1).
Proof. intros. destruct (Rlt_or_le 1 (xh * yh)); [now left|right]. split; nra. Qed.

(* Both heads are 1. *)
Lemma ones xl yl : F xl -> F yl -> Rabs xl <= w -> Rabs yl <= w -> let (s, l) := mul22 1 xl 1 yl in
  Rabs (s + l - (1 + xl) * (1 + yl)) <= 4 * u * u * ((1 + xl) * (1 + yl)) /\ weak s l.
Proof.
  intros Fx Fy Bx By. unfold mul22. cbv zeta. unfold mul, fma, add, neg.
  rewrite !Rmult_1_l, !Rmult_1_r, (fl_id yl) by assumption.
  set (T := xl + yl). set (t := fl T). set (v := 1 + t). set (s := fl v). fold (Rminus 1 s). set (d := 1 - s).
  assert (BT : Rabs T <= 2 * w) by (unfold T; abs_in; apply Rabs_le; lra).
  assert (Et := half_ulp (-22) T). pows. fold t in Et. specialize (Et ltac:(lra)).
  assert (Bt : Rabs t <= 2 * w + 2 * u * u) by (abs_in; apply Rabs_le; lra).
  assert (Bs : / 2 <= s) by (apply fl_ge; [apply (F_pow (-1))|unfold v; abs_in; lra]).
  assert (Es := half_ulp 1 v). pows. fold s in Es. rewrite (Rabs_pos_eq v) in Es by (unfold v; abs_in; lra).
  specialize (Es ltac:(unfold v; abs_in; lra)).
  assert (Ms : M (-24) s) by (apply (M_F (-1) s); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
  assert (Md : M (-24) d) by (apply M_sub; [apply M_IZR; lia|assumption]).
  assert (Ed : v - s = t + d) by (unfold v, d; ring).
  assert (Er : fl d = d).
  { apply (fl_M (-24) d Md). pows. replace d with (v - s - t) by lra. abs_in. apply Rabs_le. lra. }
  rewrite Er, <- Ed. set (l := fl (v - s)). split; [|apply pair_weak; now apply rest_pair].
  set (el := l - (v - s)). replace (s + l - (1 + xl) * (1 + yl)) with (el + (t - T) - xl * yl) by (unfold el, v, T; ring).
  assert (P : Rabs (xl * yl) <= w * w) by (rewrite Rabs_mult; assert (Q1 := Rabs_pos xl); assert (Q2 := Rabs_pos yl); nra).
  assert (L : 1 - 3 * u <= (1 + xl) * (1 + yl)) by (abs_in; nra).
  destruct (Rle_or_lt (Rabs T) (2 * u)) as [C | C].
  - assert (E1 := half_ulp (-23) T). assert (E2 := half_ulp (-24) (v - s)). pows. fold t in E1. fold l el in E2.
    rewrite (Rabs_minus_sym v s) in E2. specialize (E1 ltac:(lra)). specialize (E2 ltac:(lra)). abs_in. apply Rabs_le. lra.
  - assert (E0 : el = 0).
    { unfold el, l. rewrite (fl_M (-46) (v - s)); [ring| |rewrite Rabs_minus_sym; pows; lra].
      rewrite Ed. apply M_add; [apply (M_fl_big (-23)); pows; lra|apply M_le with (-24)%Z; [lia|assumption]]. }
    rewrite E0. abs_in. apply Rabs_le. lra.
Qed.

Theorem mul22_weak xh xl yh yl : weak xh xl -> weak yh yl -> let (s, l) := mul22 xh xl yh yl in
  Rabs (s + l - (xh + xl) * (yh + yl)) <= (4 * u * u + 32 * u * u * u) * Rabs ((xh + xl) * (yh + yl)) /\ weak s l.
Proof.
  apply (lift22 mul22 (1 + 2 * u) (1 + 2 * u)); try lra; [apply weak_form|apply mul22_sc|apply mul22_0|apply mul22_0'|].
  clear. intros xh xl yh yl (F1 & F2 & B1 & B2) (F3 & F4 & B3 & B4).
  destruct (first_above_1 xh yh F1 F3 (proj1 B1) (proj1 B3)) as [G | [-> ->]].
  - assert (L := not_one xh xl yh yl F1 F3 B1 B3 B2 B4 G). split.
    + apply (error_weak xh xl yh yl); assumption.
    + apply (result_weak xh xl yh yl); assumption.
  - assert (H := ones xl yl F2 F4 B2 B4). destruct (mul22 1 xl 1 yl) as [s l]. destruct H as [H W]. split; [|assumption].
    assert (0 <= (1 + xl) * (1 + yl)) by (abs_in; nra). lra.
Qed.

Theorem mul22_correct xh xl yh yl : pair xh xl -> pair yh yl -> let (s, l) := mul22 xh xl yh yl in
  Rabs (s + l - (xh + xl) * (yh + yl)) <= 4 * u * u * Rabs ((xh + xl) * (yh + yl)) /\ weak s l.
Proof.
  intros Px Py. apply pair_form in Px. apply pair_form in Py. revert xh xl yh yl Px Py.
  apply (lift22 mul22 1 (1 + 2 * u)); try lra; [apply weak_form|apply mul22_sc|apply mul22_0|apply mul22_0'|].
  intros xh xl yh yl (F1 & F2 & B1 & B2) (F3 & F4 & B3 & B4). rewrite Rmult_1_r in B2, B4.
  assert (W2 : Rabs xl <= w) by lra. assert (W4 : Rabs yl <= w) by lra.
  destruct (first_above_1 xh yh F1 F3 (proj1 B1) (proj1 B3)) as [G | [-> ->]].
  - assert (L := not_one xh xl yh yl F1 F3 B1 B3 W2 W4 G). split.
    + apply (error_pair xh xl yh yl); assumption.
    + apply (result_weak xh xl yh yl); assumption.
  - exact (ones xl yl F2 F4 W2 W4).
Qed.
Print Assumptions mul22_correct.
Print Assumptions mul22_weak.
