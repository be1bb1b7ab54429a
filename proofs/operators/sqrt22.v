(* sqrt22 within 27/8 u^2 + 16 u^3 of sqrt x, x weak and positive.  docs/proofs/sqrt22.md.
half_reciprocal is the header's seed: within (u/4 + u^2/2) 2^-k of 1/(2s) for s in [2^k, 2^(k+1)), as RN(1/(2s)) is, and as the
float below it is where s is all ones. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.
Notation w := (u * (1 + 2 * u)).

(* x in [1, 4), by its root s in [1, 2): z = sqrt xh, b bounds |xl| and is at most (s + ...) u. *)
Section Unit.
Variables xh xl h : R.
Hypothesis Fx : F xh. Hypothesis Fl : F xl. Hypothesis Bx : 1 <= xh <= 4 - 4 * u.
Hypothesis Bl1 : Rabs xl <= 2 * w. Hypothesis Bl2 : xh < 2 -> Rabs xl <= w.
Let z := sqrt xh.
Let s := fl z.
Hypothesis Bh : Rabs (h - / (2 * s)) <= u / 4 + u * u / 2.
Let D1 := xh - s * s.
Let D := D1 + xl.
Let d := fl D.
Let e := d - D.
Lemma Ez : z * z = xh. Proof. apply sqrt_sqrt. lra. Qed.
Lemma Bz : 1 <= z <= 2 - u.
Proof.
  assert (P : 0 <= z) by apply sqrt_pos. assert (H := Ez). split; [clear - P H Bx; nra|].
  clear - P H Bx. nra.
Qed.
Lemma Es : Rabs (s - z) <= u.
Proof. assert (H := Bz). assert (G := half_ulp 1 z). pows. fold s in G. rewrite (Rabs_pos_eq z) in G by lra. lra. Qed.
Lemma Bs : 1 <= s <= 2 - 2 * u.
Proof.
  assert (H := Bz). assert (L : 1 <= s) by (apply fl_ge; [apply (F_pow 0)|lra]). split; [assumption|].
  (* z <= 2 - u - u^2/4, so that s = 2 is not nearest. *)
  assert (Hz : z <= 2 - u - u * u / 8).
  { assert (G := Ez). clear - G H Bx. nra. }
  assert (N := fl_near (2 - 2 * u) z). fold s in N.
  assert (FF : F (2 - 2 * u)).
  { apply F_M with (-23)%Z; [exists 16777215%Z; pows; lra|rewrite Rabs_pos_eq; pows; lra]. }
  specialize (N FF). assert (s < 2).
  { destruct (Rle_or_lt z (2 - 2 * u)) as [C | C].
    - rewrite (Rabs_pos_eq (2 - 2 * u - z)) in N by lra. apply Rabs_le_inv in N. lra.
    - rewrite (Rabs_left1 (2 - 2 * u - z)) in N by lra. apply Rabs_le_inv in N. lra. }
  apply F_below_2; [apply F_fl|lra].
Qed.
Lemma D1_exact : fl D1 = D1 /\ Rabs D1 <= 2 * s * u + u * u.
Proof.
  assert (B := Bs). assert (E := Es). assert (G := Bz).
  assert (BD : Rabs D1 <= 2 * s * u + u * u).
  { unfold D1. rewrite <- Ez. replace (z * z - s * s) with ((z - s) * (2 * s + (z - s))) by ring.
    rewrite Rabs_minus_sym in E. clear - E B. abs_in. apply Rabs_le. nra. }
  split; [|assumption]. apply (fl_M (-46)).
  - apply M_sub; [apply M_le with (-23)%Z; [lia|apply M_unit; [assumption|lra]]|].
    apply (M_mul (-23) (-23)); (apply M_unit; [apply F_fl|lra]).
  - pows. lra.
Qed.
Lemma split_x : (xh < 2 /\ Rabs xl <= w /\ s <= 1415 / 1000) \/ (2 <= xh /\ 1414 / 1000 <= s).
Proof.
  assert (E := Es). assert (P := Ez). assert (B := Bz). destruct (Rlt_or_le xh 2) as [C | C]; [left|right].
  - assert (z <= 14143 / 10000) by (clear - C P B; nra). split; [assumption|split; [now apply Bl2|abs_in; lra]].
  - assert (14142 / 10000 <= z) by (clear - C P B; nra). split; [assumption|abs_in; lra].
Qed.

(* rx = sqrt x = s + m; then D = m (2s + m), and 2s (s + h d - rx) = m^2 + e + eta d exactly. *)
Let eta := h * (2 * s) - 1.
Lemma Beta : Rabs eta <= s * (u / 2 + u * u).
Proof.
  assert (B := Bs). unfold eta. replace (h * (2 * s) - 1) with ((h - / (2 * s)) * (2 * s)) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (2 * s)) by lra.
  apply Rle_trans with ((u / 4 + u * u / 2) * (2 * s)); [apply Rmult_le_compat_r; lra|]. lra.
Qed.

Let rx := sqrt (xh + xl).
Let m := rx - s.
Lemma Em : m * (2 * s + m) = D /\ - s < m.
Proof.
  assert (H : rx * rx = xh + xl) by (apply sqrt_sqrt; assert (G := Bl1); abs_in; lra).
  assert (B := Bs). assert (P : 0 < rx) by (apply sqrt_lt_R0; assert (G := Bl1); abs_in; lra).
  split; [unfold m, D, D1; replace ((rx - s) * (2 * s + (rx - s))) with (rx * rx - s * s) by ring; lra|unfold m; lra].
Qed.
Lemma Bm M0 : 0 <= M0 <= s -> Rabs D < M0 * (2 * s - M0) -> Rabs m <= M0.
Proof.
  intros HM HD. destruct Em as [H L]. assert (B := Bs). rewrite <- H in HD. clear - HM HD L B.
  apply Rabs_le. apply Rabs_def2 in HD. split; apply Rnot_lt_le; intros G; nra.
Qed.
Definition K := 23 / 8 * u * u + 14 * u * u * u.
Lemma main_error : Rabs (h * d + s - rx) <= K * rx.
Proof.
  assert (B := Bs). assert (HE := Beta). destruct D1_exact as [_ HD1]. destruct Em as [HM _].
  assert (Id : 2 * s * (h * d + s - rx) = m * m + e + eta * d).
  { replace rx with (s + m) by (unfold m; ring). unfold e, eta. replace d with (D + (d - D)) at 2 by ring.
    rewrite <- HM. ring. }
  assert (TD := Rabs_triang D1 xl). fold D in TD. assert (Td : Rabs d <= Rabs D + Rabs e).
  { replace d with (D + e) by (unfold e; ring). apply Rabs_triang. }
  assert (Goal : forall c, Rabs (m * m + e + eta * d) <= c -> c <= 2 * s * (K * rx) -> Rabs (h * d + s - rx) <= K * rx).
  { intros c H1 H2. apply Rmult_le_reg_l with (2 * s); [lra|]. rewrite <- (Rabs_pos_eq (2 * s)) at 1 by lra.
    rewrite <- Rabs_mult, Id. lra. }
  assert (Tri : forall M0 E0 d0, Rabs m <= M0 -> Rabs e <= E0 -> Rabs d <= d0 ->
    Rabs (m * m + e + eta * d) <= M0 * M0 + E0 + s * (u / 2 + u * u) * d0).
  { intros M0 E0 d0 H1 H2 H3. assert (T1 := Rabs_triang (m * m + e) (eta * d)). assert (T2 := Rabs_triang (m * m) e).
    assert (R1 : Rabs (m * m) <= M0 * M0) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
    assert (R2 : Rabs (eta * d) <= s * (u / 2 + u * u) * d0) by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption). lra. }
  assert (Low : forall M0, Rabs m <= M0 -> s - M0 <= rx) by (intros M0 H; unfold m in H; abs_in; lra).
  destruct split_x as [(_ & Hl & S2) | (_ & S1)].
  - assert (HD : Rabs D <= 3 * s * u + 4 * u * u) by lra.
    assert (He := half_ulp (-22) D). pows. fold d e in He.
    assert (S3 : Rabs D <= 4 * u \/ 4 * u < Rabs D) by lra.
    assert (He2 : Rabs e <= 2 * u * u).
    { assert (HD' : Rabs D <= 2 * s * u + u + 4 * u * u) by lra. lra. }
    assert (M1 : Rabs m <= 3 / 2 * u + 4 * u * u).
    { apply Bm; [lra|]. eapply Rle_lt_trans; [exact HD|]. clear - B. lra. }
    assert (L := Low _ M1).
    eapply Goal; [apply (Tri _ _ (3 * s * u + 6 * u * u) M1 He2); lra|]. unfold K. clear - L B. nra.
  - assert (HD : Rabs D <= 35 / 10 * s * u) by (assert (G := Bl1); lra).
    assert (He := half_ulp (-21) D). pows. fold d e in He. specialize (He ltac:(lra)).
    assert (M1 : Rabs m <= 176 / 100 * u).
    { apply Bm; [lra|]. eapply Rle_lt_trans; [exact HD|]. clear - B S1. lra. }
    assert (L := Low _ M1).
    eapply Goal; [apply (Tri _ (4 * u * u) (35 / 10 * s * u + 4 * u * u) M1); lra|]. unfold K. clear - L B S1. nra.
Qed.
End Unit.

Definition half_seed (hr : R -> R) := forall k s, F s -> pow k <= s < pow (k + 1) ->
  Rabs (hr s - / (2 * s)) <= (u / 4 + u * u / 2) * pow (- k).
(* A correctly rounded half reciprocal is such a seed. *)
Lemma rounded_seed : half_seed (fun s => fl (/ (2 * s))).
Proof.
  intros k s Fs B. assert (P := bpow_gt_0 radix2 k). assert (I : 0 < / (2 * s) <= pow (- k - 1)).
  { split; [apply Rinv_0_lt_compat; lra|]. replace (- k - 1)%Z with (- (k + 1))%Z by lia. rewrite bpow_opp.
    apply Rinv_le; [apply bpow_gt_0|]. rewrite bpow_plus. change (pow 1) with 2. lra. }
  assert (H := half_ulp (- k - 1) (/ (2 * s))). rewrite (Rabs_pos_eq (/ (2 * s))) in H by lra. specialize (H (proj2 I)).
  eapply Rle_trans; [exact H|]. replace (- k - 1 - 25)%Z with (-26 + - k)%Z by lia. rewrite bpow_plus.
  apply Rmult_le_compat_r; [apply bpow_ge_0|]. pows. lra.
Qed.

(* The header's seed for s all ones is the float below RN(1/(2s)): 1/4 for s = 2 - 2u, which is as close as half_seed asks. *)
Lemma all_ones_seed : Rabs (/ 4 - / (2 * (2 - 2 * u))) <= u / 4 + u * u / 2.
Proof.
  set (q := / (2 * (2 - 2 * u))). assert (H : q * (4 - 4 * u) = 1) by (unfold q; field; lra). apply Rabs_le. lra.
Qed.

Lemma root_sc c x : 0 < c -> Sc c -> root (c * c * x) = c * root x.
Proof. intros P S. unfold root. rewrite sqrt_mult_alt, sqrt_square, fl_sc by (assumption || nra || lra). reflexivity. Qed.
Lemma fma_seed c h a k : Sc c -> fma h (c * c * a) (c * k) = c * fma (c * h) a k.
Proof. intros S. unfold fma. rewrite <- fl_sc by assumption. f_equal. ring. Qed.
Lemma sqrt22_sc hr c xh xl : 0 < c -> Sc c -> sqrt22 hr (c * c * xh) (c * c * xl) =
  let (s, l) := sqrt22 (fun _ => c * hr (c * root xh)) xh xl in (c * s, c * l).
Proof.
  intros P S. assert (S2 := Sc_mul c c S S). unfold sqrt22. cbv zeta. rewrite !root_sc by assumption.
  rewrite !neg_sc, !fma_sc, !add_sc, !fma_seed by assumption. rewrite !neg_sc, !add_sc, !fma_seed by assumption. reflexivity.
Qed.

Lemma sqrt22_unit xh xl h : weak xh xl -> 1 <= xh < 4 -> Rabs (h - / (2 * fl (sqrt xh))) <= u / 4 + u * u / 2 ->
  let (s, l) := sqrt22 (fun _ => h) xh xl in
  Rabs (s + l - sqrt (xh + xl)) <= (27 / 8 * u * u + 16 * u * u * u) * sqrt (xh + xl) /\ pair s l.
Proof.
  intros W B Bh. assert (Fx : F xh) by apply W. assert (Fl : F xl) by apply W.
  assert (B4 : xh <= 4 - 4 * u).
  { destruct (Rlt_or_le xh 2) as [C | C]; [lra|]. assert (Mx : M (-22) xh) by (apply (M_F 1 xh Fx); rewrite Rabs_pos_eq; pows; lra).
    assert (G := M_gap (-22) xh 4 Mx (M_IZR (-22) 4 ltac:(lia)) (proj2 B)). pows. lra. }
  assert (L1 : Rabs xl <= 2 * w).
  { assert (G := form_low (1 + 2 * u) 2 xh xl ltac:(lra) W). pows. rewrite Rabs_pos_eq in G by lra. lra. }
  assert (L2 : xh < 2 -> Rabs xl <= w).
  { intros C. assert (G := form_low (1 + 2 * u) 1 xh xl ltac:(lra) W). pows. rewrite Rabs_pos_eq in G by lra. lra. }
  assert (BX : 1 <= xh <= 4 - 4 * u) by lra.
  assert (E := main_error xh xl h Fx BX L1 L2 Bh). assert (S : 1 <= fl (sqrt xh) <= 2 - 2 * u) by (now apply Bs).
  assert (DD := D1_exact xh Fx BX). destruct DD as [D1 BD].
  unfold sqrt22. cbv zeta. unfold fma, neg. change (root xh) with (fl (sqrt xh)). set (s := fl (sqrt xh)) in *.
  replace (s * - s + xh) with (xh - s * s) by ring. rewrite D1.
  change (add xl (xh - s * s)) with (fl (xl + (xh - s * s))). rewrite (Rplus_comm xl). set (D := xh - s * s + xl) in *. set (d := fl D) in *.
  set (rx := sqrt (xh + xl)) in *.
  assert (Hx : Rabs (h * d) <= s / 4).
  { assert (I : / (2 * s) <= / 2) by (apply Rinv_le; lra). assert (I0 : 0 < / (2 * s)) by (apply Rinv_0_lt_compat; lra).
    assert (H1 : Rabs h <= 6 / 10) by (abs_in; apply Rabs_le; lra).
    assert (TD := Rabs_triang (xh - s * s) xl). fold D in TD.
    assert (H2 : Rabs d <= pow (-10)) by (apply fl_abs_le; [apply F_pow|pows; lra]). pows.
    rewrite Rabs_mult. apply Rle_trans with (6 / 10 * / 1024); [apply Rmult_le_compat; try apply Rabs_pos; assumption|lra]. }
  destruct (add_prod_exact s (h * d) (F_fl _) Hx) as [P A]. unfold neg in P, A. split; [|assumption].
  set (r := fl (h * d + s)) in *. set (l := fl (h * d + add s (- r))) in *.
  assert (R0 : 0 < rx). { apply sqrt_lt_R0. abs_in. lra. }
  assert (V : h * d + s <= (1 + K) * rx) by (abs_in; lra).
  replace (r + l - rx) with (r + l - (h * d + s) + (h * d + s - rx)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. unfold K in *.
  apply Rle_trans with (u * u / 2 * ((1 + (23 / 8 * u * u + 14 * u * u * u)) * rx) + (23 / 8 * u * u + 14 * u * u * u) * rx); [|lra].
  apply Rplus_le_compat; [|assumption]. eapply Rle_trans; [exact A|]. apply Rmult_le_compat_l; lra.
Qed.

Theorem sqrt22_weak half_reciprocal xh xl : half_seed half_reciprocal -> weak xh xl -> 0 < xh ->
  let (s, l) := sqrt22 half_reciprocal xh xl in
  Rabs (s + l - sqrt (xh + xl)) <= (27 / 8 * u * u + 16 * u * u * u) * sqrt (xh + xl) /\ pair s l.
Proof.
  intros Hs W Px.
  assert (Sq : exists k, 1 <= pow (- k) * pow (- k) * xh < 4).
  { destruct (mag radix2 xh) as [e H]. specialize (H ltac:(lra)). rewrite Rabs_pos_eq in H by lra.
    destruct (Z.Even_or_Odd (e - 1)) as [[j E] | [j E]]; exists j; rewrite <- bpow_plus.
    - assert (Q1 : pow (- j + - j) * pow (e - 1) = 1) by (rewrite <- bpow_plus; now replace (- j + - j + (e - 1))%Z with 0%Z by lia).
      assert (Q2 : pow (- j + - j) * pow e = 2) by (rewrite <- bpow_plus; now replace (- j + - j + e)%Z with 1%Z by lia).
      assert (P := bpow_gt_0 radix2 (- j + - j)). clear - Q1 Q2 P H. nra.
    - assert (Q1 : pow (- j + - j) * pow (e - 1) = 2) by (rewrite <- bpow_plus; now replace (- j + - j + (e - 1))%Z with 1%Z by lia).
      assert (Q2 : pow (- j + - j) * pow e = 4) by (rewrite <- bpow_plus; now replace (- j + - j + e)%Z with 2%Z by lia).
      assert (P := bpow_gt_0 radix2 (- j + - j)). clear - Q1 Q2 P H. nra. }
  destruct Sq as [k B]. set (c := pow k). assert (Pc : 0 < c) by apply bpow_gt_0.
  assert (S : Sc c) by (exists k; now left). assert (N := Sc_neq c S).
  rewrite bpow_opp in B. fold c in B. set (h := / c * / c * xh) in *. set (l := / c * / c * xl).
  assert (Eh : xh = c * c * h) by (unfold h; field; assumption). assert (El : xl = c * c * l) by (unfold l; field; assumption).
  assert (W' : weak h l) by (apply (form_sc (1 + 2 * u)); [apply Sc_mul; now apply Sc_inv|exact W]).
  rewrite Eh, El, sqrt22_sc by assumption. set (seed := c * half_reciprocal (c * root h)).
  assert (Bh : Rabs (seed - / (2 * fl (sqrt h))) <= u / 4 + u * u / 2).
  { assert (BX : 1 <= h <= 4 - 4 * u).
    { split; [lra|]. destruct (Rlt_or_le h 2) as [C | C]; [lra|].
      assert (Mx : M (-22) h) by (apply (M_F 1 h); [apply W'|rewrite Rabs_pos_eq; pows; lra]).
      assert (G := M_gap (-22) h 4 Mx (M_IZR (-22) 4 ltac:(lia)) (proj2 B)). pows. lra. }
    assert (G : 1 <= fl (sqrt h) <= 2 - 2 * u) by (now apply Bs). assert (H := Hs k (c * root h)). unfold root in *. set (s := fl (sqrt h)) in *.
    assert (FS : F (c * s)) by (apply F_sc; [assumption|apply F_fl]). specialize (H FS).
    assert (Q : pow (k + 1) = c * 2) by (rewrite bpow_plus; reflexivity). rewrite Q, bpow_opp in H. fold c in H.
    specialize (H ltac:(clear - G Pc; nra)).
    replace (seed - / (2 * s)) with (c * (half_reciprocal (c * s) - / (2 * (c * s)))) by (unfold seed; field; split; [lra|assumption]).
    rewrite Rabs_mult, (Rabs_pos_eq c) by lra.
    apply Rle_trans with (c * ((u / 4 + u * u / 2) * / c)); [now apply Rmult_le_compat_l; [lra|]|].
    apply Req_le. field. assumption. }
  assert (H := sqrt22_unit h l seed W' B Bh). destruct (sqrt22 (fun _ => seed) h l) as [s r]. destruct H as [H P].
  split; [|now apply pair_sc].
  replace (sqrt (c * c * h + c * c * l)) with (c * sqrt (h + l)).
  2: { rewrite <- Rmult_plus_distr_l, sqrt_mult_alt, sqrt_square by (lra || nra). reflexivity. }
  replace (c * s + c * r - c * sqrt (h + l)) with (c * (s + r - sqrt (h + l))) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq c) by lra.
  replace ((27 / 8 * u * u + 16 * u * u * u) * (c * sqrt (h + l))) with (c * ((27 / 8 * u * u + 16 * u * u * u) * sqrt (h + l))) by ring.
  apply Rmult_le_compat_l; [lra|assumption].
Qed.
Print Assumptions sqrt22_weak.
