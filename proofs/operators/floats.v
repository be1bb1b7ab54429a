(* Rounding to nearest even in 24 bits, and the lemmas that the operators' proofs share.

The format is Flocq's FLX with radix 2: 24 bits and no least exponent.  It has the values of binary32 where
nothing overflows and no residual underflows; each operator's page says which magnitudes ensure that. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core Plus_error Mult_error Sterbenz Relative Pff2Flocq.
Open Scope R_scope.

#[global] Instance p24 : Prec_gt_0 24. Proof. easy. Qed.
Notation pow := (bpow radix2).
Notation u := (/ 16777216).
Definition fl (x : R) := round radix2 (FLX_exp 24) ZnearestE x.
Definition F (x : R) := generic_format radix2 (FLX_exp 24) x.
(* x is a multiple of 2^e. *)
Definition M (e : Z) (x : R) := exists k : Z, x = IZR k * pow e.
Notation ulp24 := (ulp radix2 (FLX_exp 24)).

(* ---- the header's primitives *)
Definition neg x := - x.
Definition add a b := fl (a + b).
Definition mul a b := fl (a * b).
Definition fma a b c := fl (a * b + c).
Definition div a b := fl (a / b).
Definition root a := fl (sqrt a).

(* ---- the two forms of a pair *)
Definition pair (h l : R) := F h /\ F l /\ Rabs l <= ulp24 h / 2.
Definition weak (h l : R) := F h /\ F l /\ Rabs l <= ulp24 h / 2 * (1 + 2 * u).

Lemma pair_weak h l : pair h l -> weak h l.
Proof.
  intros [Fh [Fl B]]. repeat split; auto.
  assert (H := ulp_ge_0 radix2 (FLX_exp 24) h). lra.
Qed.

(* ---- rounding *)
Lemma F_fl x : F (fl x). Proof. apply generic_format_round; apply _. Qed.
Lemma F_0 : F 0. Proof. apply generic_format_0. Qed.
Lemma fl_id x : F x -> fl x = x. Proof. intros H. apply round_generic; try apply _. exact H. Qed.
Lemma fl_0 : fl 0 = 0. Proof. apply fl_id, F_0. Qed.
Lemma fl_le x y : x <= y -> fl x <= fl y. Proof. apply round_le; apply _. Qed.
Lemma fl_opp x : fl (- x) = - fl x. Proof. apply round_NE_opp. Qed.
Lemma F_opp x : F x -> F (- x). Proof. apply generic_format_opp. Qed.
Lemma F_pow e : F (pow e). Proof. apply generic_format_bpow. unfold FLX_exp. lia. Qed.
Lemma fl_ge a x : F a -> a <= x -> a <= fl x. Proof. intros H L. rewrite <- (fl_id a H). now apply fl_le. Qed.
Lemma fl_le_F a x : F a -> x <= a -> fl x <= a. Proof. intros H L. rewrite <- (fl_id a H). now apply fl_le. Qed.
Lemma fl_abs_le a x : F a -> Rabs x <= a -> Rabs (fl x) <= a.
Proof.
  intros H L. apply Rabs_le_inv in L. apply Rabs_le. split.
  - apply fl_ge; [now apply F_opp|lra].
  - apply fl_le_F; [assumption|lra].
Qed.
Lemma fl_abs_ge a x : F a -> a <= Rabs x -> a <= Rabs (fl x).
Proof.
  intros H L. unfold fl. rewrite <- round_NE_abs by apply _. fold (fl (Rabs x)). now apply fl_ge.
Qed.

(* Rounding is to nearest: no float is nearer. *)
Lemma fl_near a x : F a -> Rabs (fl x - x) <= Rabs (a - x).
Proof.
  intros H. destruct (round_N_pt radix2 (FLX_exp 24) (fun z => negb (Z.even z)) x) as [_ N].
  now apply N.
Qed.

Lemma fl_scale x e : fl (x * pow e) = fl x * pow e.
Proof.
  unfold fl, round, F2R, scaled_mantissa. simpl Fnum; simpl Fexp.
  destruct (Req_dec x 0) as [-> | N].
  { rewrite Rmult_0_l, !Rmult_0_l. rewrite Zrnd_IZR with (n := 0%Z) by apply _. lra. }
  assert (C : cexp radix2 (FLX_exp 24) (x * pow e) = (cexp radix2 (FLX_exp 24) x + e)%Z).
  { unfold cexp, FLX_exp. rewrite mag_mult_bpow by exact N. lia. }
  rewrite C, Z.opp_add_distr, bpow_plus, (bpow_plus radix2 _ e).
  replace (x * pow e * (pow (- cexp radix2 (FLX_exp 24) x) * pow (- e)))
    with (x * pow (- cexp radix2 (FLX_exp 24) x) * (pow e * pow (- e))) by ring.
  rewrite <- (bpow_plus radix2 e). replace (e + - e)%Z with 0%Z by lia. simpl bpow. rewrite Rmult_1_r. ring.
Qed.

Lemma F_scale x e : F x -> F (x * pow e).
Proof. intros H. rewrite <- (fl_id x H), <- fl_scale. apply F_fl. Qed.

(* (H): half an ulp of the largest float of that size. *)
Lemma half_ulp k x : Rabs x <= pow k -> Rabs (fl x - x) <= pow (k - 25).
Proof.
  intros L. destruct (Req_dec x 0) as [-> | N].
  { rewrite fl_0, Rminus_0_r, Rabs_R0. apply bpow_ge_0. }
  destruct (Rle_lt_or_eq_dec _ _ L) as [L' | E].
  - eapply Rle_trans; [apply error_le_half_ulp; apply _|].
    rewrite ulp_neq_0 by exact N. unfold cexp, FLX_exp.
    replace (k - 25)%Z with (-(1) + (k - 24))%Z by lia. rewrite bpow_plus. simpl (pow (-(1))).
    apply Rmult_le_compat_l; [lra|]. apply bpow_le.
    assert (mag radix2 x <= k)%Z by (apply mag_le_bpow; assumption). lia.
  - rewrite fl_id.
    + rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply bpow_ge_0.
    + unfold Rabs in E. destruct (Rcase_abs x).
      * replace x with (- pow k) by lra. apply F_opp, F_pow.
      * subst x. apply F_pow.
Qed.
Lemma rel_err x : Rabs (fl x - x) <= u * Rabs x.
Proof.
  assert (H := relative_error_N_FLX radix2 24 p24 (fun z => negb (Z.even z)) x).
  eapply Rle_trans; [exact H|]. apply Req_le. unfold u_ro. simpl. lra.
Qed.

(* ---- multiples *)
Lemma M_0 e : M e 0. Proof. exists 0%Z. lra. Qed.
Lemma M_opp e x : M e x -> M e (- x). Proof. intros [k ->]. exists (- k)%Z. rewrite opp_IZR. ring. Qed.
Lemma M_add e x y : M e x -> M e y -> M e (x + y).
Proof. intros [k ->] [j ->]. exists (k + j)%Z. rewrite plus_IZR. ring. Qed.
Lemma M_sub e x y : M e x -> M e y -> M e (x - y).
Proof. intros. apply M_add; [|apply M_opp]; assumption. Qed.
Lemma M_mul e f x y : M e x -> M f y -> M (e + f) (x * y).
Proof. intros [k ->] [j ->]. exists (k * j)%Z. rewrite mult_IZR, bpow_plus. ring. Qed.
Lemma M_le e f x : (e <= f)%Z -> M f x -> M e x.
Proof.
  intros L [k ->]. exists (k * 2 ^ (f - e))%Z. rewrite mult_IZR.
  replace 2%Z with (radix_val radix2) by reflexivity. rewrite IZR_Zpower by lia.
  rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia.
Qed.
Lemma M_fl e x : M e x -> M e (fl x).
Proof.
  intros [k ->]. destruct (round_repr_same_exp radix2 (FLX_exp 24) ZnearestE k e) as [m H].
  exists m. unfold F2R in H. simpl in H. exact H.
Qed.
Lemma M_pow e f : (e <= f)%Z -> M e (pow f).
Proof. intros L. apply M_le with f; [assumption|]. exists 1%Z. lra. Qed.
(* A float of at least 2^k is a multiple of its unit. *)
Lemma M_F k x : F x -> pow k <= Rabs x -> M (k - 23) x.
Proof.
  intros Fx L. assert (N : x <> 0).
  { intros ->. rewrite Rabs_R0 in L. assert (H := bpow_gt_0 radix2 k). lra. }
  apply M_le with (cexp radix2 (FLX_exp 24) x).
  - unfold cexp, FLX_exp. assert (k < mag radix2 x)%Z by (now apply mag_gt_bpow). lia.
  - eexists. exact Fx.
Qed.
Lemma M_fl_big k x : pow k <= Rabs x -> M (k - 23) (fl x).
Proof. intros L. apply M_F; [apply F_fl|]. apply fl_abs_ge; [apply F_pow|assumption]. Qed.
Lemma M_own x : F x -> M (cexp radix2 (FLX_exp 24) x) x. Proof. intros H. eexists. exact H. Qed.
(* (G) *)
Lemma F_M e x : M e x -> Rabs x <= pow (e + 24) -> F x.
Proof.
  intros [k ->] L. destruct (Rle_lt_or_eq_dec _ _ L) as [L' | E].
  - apply generic_format_FLX. apply (FLX_spec _ _ _ (Float radix2 k e)); [reflexivity|].
    simpl. rewrite Rabs_mult, (Rabs_pos_eq (pow e)) in L' by apply bpow_ge_0.
    rewrite Z.add_comm, bpow_plus in L'. apply Rmult_lt_reg_r in L'; [|apply bpow_gt_0].
    rewrite <- abs_IZR in L'. apply lt_IZR. exact L'.
  - unfold Rabs in E. destruct (Rcase_abs (IZR k * pow e)).
    + replace (IZR k * pow e) with (- pow (e + 24)) by lra. apply F_opp, F_pow.
    + rewrite E. apply F_pow.
Qed.
Lemma fl_M e x : M e x -> Rabs x <= pow (e + 24) -> fl x = x.
Proof. intros H L. apply fl_id. now apply F_M with e. Qed.
(* Two different multiples of 2^e are at least that far apart. *)
Lemma M_gap e x y : M e x -> M e y -> x < y -> x + pow e <= y.
Proof.
  intros [k ->] [j ->] L. assert (P := bpow_gt_0 radix2 e).
  apply Rmult_lt_reg_r in L; [|assumption]. apply lt_IZR in L.
  assert (H : IZR (k + 1) <= IZR j) by (apply IZR_le; lia). rewrite plus_IZR in H. nra.
Qed.

(* ---- sums *)
Lemma sum_err a b : F a -> F b -> F (fl (a + b) - (a + b)).
Proof. intros. apply plus_error; try apply _; assumption. Qed.
Lemma sum_err_F a b : F a -> F b -> F (a + b - fl (a + b)).
Proof. intros. replace (a + b - fl (a + b)) with (- (fl (a + b) - (a + b))) by ring. now apply F_opp, sum_err. Qed.
Lemma prod_err a b : F a -> F b -> F (a * b - fl (a * b)).
Proof.
  intros. replace (a * b - fl (a * b)) with (- (fl (a * b) - a * b)) by ring.
  apply F_opp. apply mult_error_FLX; try apply _; assumption.
Qed.

(* Rounding with a least exponent is this rounding where all is a multiple of it. *)
Section Least.
Variable e : Z.
Let flt := round radix2 (FLT_exp e 24) ZnearestE.
Lemma flt_fl x : M e x -> flt x = fl x.
Proof.
  intros H. destruct (Rle_or_lt (pow (e + 24 - 1)) (Rabs x)) as [L | L].
  - now apply round_FLT_FLX.
  - rewrite fl_M with e x.
    + apply round_generic; try apply _. destruct H as [k ->].
      apply generic_format_FLT. apply (FLT_spec _ _ _ _ (Float radix2 k e)); simpl; [reflexivity| |lia].
      rewrite Rabs_mult, (Rabs_pos_eq (pow e)) in L by apply bpow_ge_0.
      replace (e + 24 - 1)%Z with (23 + e)%Z in L by lia. rewrite bpow_plus in L. apply Rmult_lt_reg_r in L; [|apply bpow_gt_0].
      rewrite <- abs_IZR in L. apply lt_IZR. eapply Rlt_trans; [exact L|]. apply IZR_lt. simpl. lia.
    + assumption.
    + left. eapply Rlt_trans; [exact L|]. apply bpow_lt. lia.
Qed.
Lemma format_flt x : F x -> M e x -> generic_format radix2 (FLT_exp e 24) x.
Proof. intros Fx H. rewrite <- (fl_id x Fx), <- flt_fl by assumption. apply generic_format_round; apply _. Qed.
End Least.

Lemma common_unit a b : F a -> F b -> exists e, (e <= 0)%Z /\ M e a /\ M e b.
Proof.
  intros Fa Fb. exists (Z.min 0 (Z.min (cexp radix2 (FLX_exp 24) a) (cexp radix2 (FLX_exp 24) b))).
  split; [lia|]. split; (eapply M_le; [|apply M_own; assumption]); lia.
Qed.

Lemma even_sym z : negb (Z.even z) = negb (negb (Z.even (- (z + 1)))).
Proof. rewrite Z.even_opp, Z.even_add. simpl. now destruct (Z.even z). Qed.

(* TwoSum (Flocq's Pff library): the words' sum is exact. *)
Lemma two_sum_exact a b : F a -> F b ->
  let s := add a b in let bb := add s (neg a) in let aa := add s (neg bb) in
  add (add a (neg aa)) (add b (neg bb)) = a + b - s.
Proof.
  intros Fa Fb s bb aa. destruct (common_unit a b Fa Fb) as (e & L & Ma & Mb).
  assert (H := TwoSum_correct e 24 (fun z => negb (Z.even z)) eq_refl L even_sym a b
    (format_flt e a Fa Ma) (format_flt e b Fb Mb)). cbv zeta in H.
  assert (Ms : M e s) by (apply M_fl, M_add; assumption).
  assert (Mbb : M e bb) by (apply M_fl, M_add; [|apply M_opp]; assumption).
  assert (Maa : M e aa) by (apply M_fl, M_add; [|apply M_opp]; assumption).
  rewrite !(flt_fl e (a + b)) in H by (apply M_add; assumption). fold s in H.
  change (fl (a + b)) with s in H.
  rewrite !(flt_fl e (s - a)) in H by (apply M_sub; assumption). change (fl (s - a)) with bb in H.
  rewrite !(flt_fl e (s - bb)) in H by (apply M_sub; assumption). change (fl (s - bb)) with aa in H.
  rewrite !(flt_fl e (a - aa)) in H by (apply M_sub; assumption). 
  rewrite !(flt_fl e (b - bb)) in H by (apply M_sub; assumption).
  rewrite flt_fl in H by (apply M_add; apply M_fl, M_sub; assumption).
  unfold add at 1 2 3, neg. fold (Rminus a aa). fold (Rminus b bb). lra.
Qed.

(* FastTwoSum for |b| <= |a| (Flocq's Pff library), and (F): for a that is a multiple of b's unit. *)
Lemma fast_sum_large a b : F a -> F b -> Rabs b <= Rabs a ->
  let s := add a b in add b (neg (add s (neg a))) = a + b - s.
Proof.
  intros Fa Fb L s. destruct (common_unit a b Fa Fb) as (e & Le & Ma & Mb).
  assert (H := Fast2Sum_correct e 24 (fun z => negb (Z.even z)) eq_refl Le even_sym a b
    (format_flt e a Fa Ma) (format_flt e b Fb Mb) L).
  assert (Ms : M e s) by (apply M_fl, M_add; assumption).
  rewrite !(flt_fl e (a + b)) in H by (apply M_add; assumption). change (fl (a + b)) with s in H.
  rewrite (flt_fl e (a - s)) in H by (apply M_sub; assumption).
  rewrite flt_fl in H by (apply M_add; [assumption|]; apply M_fl, M_sub; assumption).
  unfold add, neg. replace (s + - a) with (- (a - s)) by ring. rewrite fl_opp, Ropp_involutive. lra.
Qed.

Lemma fast_sum_exact a b : F a -> F b ->
  (Rabs b <= Rabs a \/ a = 0 \/ exists e, M e a /\ M e b /\ Rabs b <= pow (e + 24) - pow e) ->
  let s := add a b in add b (neg (add s (neg a))) = a + b - s.
Proof.
  intros Fa Fb C s. destruct (Rle_or_lt (Rabs b) (Rabs a)) as [L | L].
  { now apply fast_sum_large. }
  destruct C as [L' | [-> | (e & Ma & Mb & B)]]; [lra| |].
  { unfold s, add, neg. rewrite Rplus_0_l, Ropp_0, Rplus_0_r, !(fl_id b) by assumption.
    rewrite Rplus_opp_r, fl_0. ring. }
  assert (P := bpow_gt_0 radix2 e).
  assert (Mab : M e (a + b)) by now apply M_add.
  assert (S : Rabs (s - a) <= pow (e + 24)).
  { destruct (Rle_or_lt (Rabs (a + b)) (pow (e + 24))) as [A | A].
    - unfold s, add. rewrite fl_M with e (a + b) by assumption. replace (a + b - a) with b by ring. lra.
    - assert (A' : Rabs (a + b) <= pow (e + 25)).
      { replace (e + 25)%Z with (1 + (e + 24))%Z by lia. rewrite bpow_plus. simpl (pow 1).
        eapply Rle_trans; [apply Rabs_triang|]. lra. }
      assert (H := half_ulp (e + 25) (a + b) A'). replace (e + 25 - 25)%Z with e in H by lia.
      change (fl (a + b)) with s in H. replace (s - a) with (b + (s - (a + b))) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. lra. }
  unfold add at 2, neg. fold (Rminus s a). rewrite (fl_M e (s - a)) by first [assumption | apply M_sub; [apply M_fl; assumption | assumption]].
  unfold add. replace (b + - (s - a)) with (a + b - s) by ring. apply fl_id, sum_err_F; assumption.
Qed.

(* ---- scaling by powers of two, of either sign *)
Definition Sc (c : R) := exists e, c = pow e \/ c = - pow e.
Lemma Sc_neq c : Sc c -> c <> 0.
Proof. intros [e [-> | ->]]; assert (H := bpow_gt_0 radix2 e); lra. Qed.
Lemma Sc_mul c d : Sc c -> Sc d -> Sc (c * d).
Proof. intros [e [-> | ->]] [f [-> | ->]]; exists (e + f)%Z; rewrite bpow_plus; [left|right|right|left]; ring. Qed.
Lemma Sc_inv c : Sc c -> Sc (/ c).
Proof.
  intros [e [-> | ->]]; exists (- e)%Z; rewrite bpow_opp; [left|right]; [reflexivity|].
  assert (H := bpow_gt_0 radix2 e). field. lra.
Qed.
Lemma fl_sc c x : Sc c -> fl (c * x) = c * fl x.
Proof.
  intros [e [-> | ->]].
  - rewrite Rmult_comm, fl_scale. ring.
  - replace (- pow e * x) with (- (x * pow e)) by ring. rewrite fl_opp, fl_scale. ring.
Qed.
Lemma F_sc c x : Sc c -> F x -> F (c * x).
Proof. intros S H. rewrite <- (fl_id x H), <- fl_sc by assumption. apply F_fl. Qed.
Lemma ulp_0 : ulp24 0 = 0. Proof. apply ulp_FLX_0. apply _. Qed.
Lemma ulp_sc c x : Sc c -> ulp24 (c * x) = Rabs c * ulp24 x.
Proof.
  intros S. destruct (Req_dec x 0) as [-> | N].
  { rewrite Rmult_0_r, ulp_0. ring. }
  rewrite !ulp_neq_0 by first [assumption | apply Rmult_integral_contrapositive; split; [now apply Sc_neq|assumption]].
  unfold cexp, FLX_exp. destruct S as [e H].
  assert (A : Rabs c = pow e).
  { assert (P := bpow_gt_0 radix2 e). destruct H as [-> | ->]; [|rewrite Rabs_Ropp]; apply Rabs_pos_eq; lra. }
  assert (G : mag radix2 (c * x) = (mag radix2 x + e)%Z :> Z).
  { destruct H as [-> | ->]; [|rewrite Ropp_mult_distr_l_reverse, mag_opp];
      rewrite Rmult_comm; now apply mag_mult_bpow. }
  rewrite G, A, <- bpow_plus. f_equal. lia.
Qed.
Lemma add_sc c a b : Sc c -> add (c * a) (c * b) = c * add a b.
Proof. intros. unfold add. rewrite <- fl_sc by assumption. f_equal. ring. Qed.
Lemma neg_sc c a : neg (c * a) = c * neg a. Proof. unfold neg. ring. Qed.
Lemma mul_sc c d a b : Sc c -> Sc d -> mul (c * a) (d * b) = c * d * mul a b.
Proof. intros. unfold mul. rewrite <- fl_sc by now apply Sc_mul. f_equal. ring. Qed.
Lemma fma_sc c d a b k : Sc c -> Sc d -> fma (c * a) (d * b) (c * d * k) = c * d * fma a b k.
Proof. intros. unfold fma. rewrite <- fl_sc by now apply Sc_mul. f_equal. ring. Qed.

(* A pair or weak number, of excess w, is c (h + l) with 1 <= h < 2. *)
Definition form (w h l : R) := F h /\ F l /\ Rabs l <= ulp24 h / 2 * w.
Lemma pair_form h l : pair h l <-> form 1 h l.
Proof. unfold pair, form. rewrite Rmult_1_r. reflexivity. Qed.
Definition unit_form (w h l : R) := F h /\ F l /\ 1 <= h <= 2 - 2 * u /\ Rabs l <= u * w.
Lemma ulp_unit h : 1 <= h < 2 -> ulp24 h = 2 * u.
Proof.
  intros B. rewrite ulp_neq_0 by lra. unfold cexp, FLX_exp.
  rewrite (mag_unique_pos radix2 h 1) by (simpl; lra). simpl. lra.
Qed.
Lemma F_below_2 h : F h -> 1 <= h < 2 -> h <= 2 - 2 * u.
Proof.
  intros Fh B. assert (H : M (-23) h).
  { apply (M_F 0 h Fh). simpl. rewrite Rabs_pos_eq; lra. }
  assert (M2 : M (-23) 2) by (apply (M_pow (-23) 1); lia).
  assert (G := M_gap (-23) h 2 H M2 (proj2 B)). simpl in G. lra.
Qed.
Lemma scaled x : x <> 0 -> exists c, Sc c /\ 1 <= c * x < 2.
Proof.
  intros N. destruct (mag radix2 x) as [e H]. specialize (H N).
  assert (P := bpow_gt_0 radix2 (1 - e)).
  assert (E1 : pow (1 - e) * pow (e - 1) = 1) by (rewrite <- bpow_plus; now replace (1 - e + (e - 1))%Z with 0%Z by lia).
  assert (E2 : pow (1 - e) * pow e = 2) by (rewrite <- bpow_plus; now replace (1 - e + e)%Z with 1%Z by lia).
  unfold Rabs in H. destruct (Rcase_abs x) as [C | C].
  - exists (- pow (1 - e)). split; [exists (1 - e)%Z; now right|]. nra.
  - exists (pow (1 - e)). split; [exists (1 - e)%Z; now left|]. nra.
Qed.
Lemma form_scaled w h l : form w h l -> h <> 0 ->
  exists c h' l', Sc c /\ h = c * h' /\ l = c * l' /\ unit_form w h' l'.
Proof.
  intros (Fh & Fl & B) N. destruct (scaled h N) as (c & S & L).
  assert (Nc := Sc_neq c S). exists (/ c), (c * h), (c * l).
  assert (G := Sc_inv c S). repeat split; try (field; assumption); try assumption; try (now apply F_sc); try lra.
  - apply F_below_2; [now apply F_sc|lra].
  - rewrite Rabs_mult. apply Rle_trans with (Rabs c * (ulp24 h / 2 * w)).
    { apply Rmult_le_compat_l; [apply Rabs_pos|assumption]. }
    replace (Rabs c * (ulp24 h / 2 * w)) with (ulp24 (c * h) / 2 * w) by (rewrite ulp_sc by assumption; field).
    rewrite ulp_unit by assumption. lra.
Qed.
Lemma form_sc w c h l : Sc c -> form w h l -> form w (c * h) (c * l).
Proof.
  intros S (Fh & Fl & B). repeat split; try now apply F_sc.
  rewrite Rabs_mult, ulp_sc by assumption. assert (H := Rabs_pos c).
  replace (Rabs c * ulp24 h / 2 * w) with (Rabs c * (ulp24 h / 2 * w)) by field. now apply Rmult_le_compat_l.
Qed.
Lemma form_0 w l : form w 0 l -> l = 0.
Proof.
  intros (_ & _ & B). rewrite ulp_0 in B. assert (H := Rabs_pos l).
  destruct (Req_dec l 0); [assumption|]. assert (0 < Rabs l) by now apply Rabs_pos_lt. lra.
Qed.
(* s = RN(v) leaves v - s at most half an ulp of s, and rounding keeps that. *)
Lemma rest_form v l : l = fl (v - fl v) -> form 1 (fl v) l.
Proof.
  intros ->. repeat split; try apply F_fl. rewrite Rmult_1_r.
  assert (H := error_le_half_ulp_round radix2 (FLX_exp 24) (fun z => negb (Z.even z)) v). fold (fl v) in H.
  assert (U : ulp24 (fl v) / 2 = pow (-1) * ulp24 (fl v)) by (simpl; lra).
  rewrite U. apply fl_abs_le.
  - rewrite Rmult_comm. apply F_scale. destruct (Req_dec (fl v) 0) as [-> | N]; [rewrite ulp_0; apply F_0|].
    rewrite ulp_neq_0 by assumption. apply F_pow.
  - rewrite <- U, Rabs_minus_sym. change (Znearest (fun z => negb (Z.even z))) with ZnearestE in H. 
    eapply Rle_trans; [exact H|]. lra.
Qed.

(* Powers of two as numbers. *)
Ltac pows :=
  repeat match goal with
  | |- context [bpow radix2 ?k] => let k' := eval vm_compute in k in
      match k' with
      | Zneg ?p => let n := eval vm_compute in (2 ^ Zpos p)%Z in change (bpow radix2 k) with (/ IZR n)
      | Zpos ?p => let n := eval vm_compute in (2 ^ Zpos p)%Z in change (bpow radix2 k) with (IZR n)
      | Z0 => change (bpow radix2 k) with 1
      end
  | H : context [bpow radix2 ?k] |- _ => let k' := eval vm_compute in k in
      match k' with
      | Zneg ?p => let n := eval vm_compute in (2 ^ Zpos p)%Z in change (bpow radix2 k) with (/ IZR n) in H
      | Zpos ?p => let n := eval vm_compute in (2 ^ Zpos p)%Z in change (bpow radix2 k) with (IZR n) in H
      | Z0 => change (bpow radix2 k) with 1 in H
      end
  end.

(* A number a little above 2^k is rounded to at most 2^k. *)
Lemma fl_mid k x d b : Rabs x <= pow k + d -> d < pow (k - 24) -> d <= b -> pow (k - 25) <= b ->
  Rabs (fl x) <= pow k /\ Rabs (fl x - x) <= b.
Proof.
  intros L D B1 B2. destruct (Rle_or_lt (Rabs x) (pow k)) as [H | H].
  { split; [apply fl_abs_le; [apply F_pow|assumption]|]. apply Rle_trans with (pow (k - 25)); [now apply half_ulp|assumption]. }
  assert (P : pow (k - 24) <= pow k) by (apply bpow_le; lia).
  assert (E : Rabs (fl x - x) <= pow (k - 24)).
  { replace (k - 24)%Z with (k + 1 - 25)%Z by lia. apply half_ulp. rewrite Z.add_comm, bpow_plus. simpl (pow 1). lra. }
  assert (U : Rabs (fl x) <= pow k).
  { apply Rnot_lt_le. intros C.
    assert (Mx : M (k - 23) (Rabs (fl x))).
    { assert (G := M_fl_big k x (Rlt_le _ _ H)). unfold Rabs. destruct (Rcase_abs (fl x)); [now apply M_opp|assumption]. }
    assert (G := M_gap (k - 23) (pow k) _ (M_pow (k - 23) k ltac:(lia)) Mx C).
    assert (T := Rabs_triang (fl x - x) x). replace (fl x - x + x) with (fl x) in T by ring.
    replace (k - 23)%Z with (1 + (k - 24))%Z in G by lia. rewrite bpow_plus in G. simpl (pow 1) in G. lra. }
  split; [assumption|].
  assert (S : Rabs (fl x - x) = Rabs x - Rabs (fl x)).
  { assert (Z := bpow_ge_0 radix2 k). revert H U. destruct (Rle_or_lt 0 x) as [X | X].
    - assert (Y : 0 <= fl x) by (rewrite <- fl_0; now apply fl_le). rewrite (Rabs_pos_eq x X), (Rabs_pos_eq _ Y).
      intros H U. rewrite Rabs_left1 by lra. ring.
    - assert (Y : fl x <= 0) by (rewrite <- fl_0; apply fl_le; lra). rewrite (Rabs_left x X), (Rabs_left1 _ Y).
      intros H U. rewrite Rabs_pos_eq by lra. ring. }
  assert (V : pow k <= Rabs (fl x)) by (apply fl_abs_ge; [apply F_pow|lra]). lra.
Qed.

Ltac abs_in := repeat match goal with H : Rabs _ <= _ |- _ => apply Rabs_le_inv in H end.
(* |x| <= c by linear arithmetic. *)
Ltac abs_le := apply Rabs_le; pows; split; lra.
Ltac abs_nra := apply Rabs_le; pows; split; nra.
(* The rounding error of fl x, for |x| at most 2^k. *)
Ltac half k x := let H := fresh "E" in assert (H := half_ulp k x); pows.
Lemma rest_pair v l : l = fl (v - fl v) -> pair (fl v) l.
Proof. intros H. apply pair_form. now apply rest_form. Qed.
Lemma M_IZR e k : (e <= 0)%Z -> M e (IZR k).
Proof. intros L. apply M_le with 0%Z; [assumption|]. exists k. simpl. lra. Qed.
Lemma pair_sc c h l : Sc c -> pair h l -> pair (c * h) (c * l).
Proof. intros S H. apply pair_form. apply form_sc; [assumption|]. now apply pair_form. Qed.
Lemma weak_sc c h l : Sc c -> weak h l -> weak (c * h) (c * l).
Proof. exact (form_sc (1 + 2 * u) c h l). Qed.
Lemma pair_0 : pair 0 0.
Proof. repeat split; try apply F_0. rewrite Rabs_R0, ulp_0. lra. Qed.
(* A float is c x with 1 <= x < 2. *)
Lemma float_scaled y : F y -> y <> 0 -> exists c y', Sc c /\ y = c * y' /\ F y' /\ 1 <= y' <= 2 - 2 * u.
Proof.
  intros H N. destruct (scaled y N) as (c & S & B). assert (Nc := Sc_neq c S). exists (/ c), (c * y).
  assert (Fy : F (c * y)) by now apply F_sc.
  repeat split; [now apply Sc_inv|now field|assumption|lra|now apply F_below_2].
Qed.
Lemma abs_sc c x b k : Rabs x <= k * Rabs b -> Rabs (c * x) <= k * Rabs (c * b).
Proof. intros H. rewrite !Rabs_mult. assert (P := Rabs_pos c). nra. Qed.
Ltac zeros := repeat (rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rplus_0_l, ?Rplus_0_r, ?Ropp_0, ?fl_0, ?Rminus_0_r, ?Rabs_R0).

(* ---- from operands with heads in [1, 2) to all *)
Definition kernel22 := R -> R -> R -> R -> R * R.
Definition kernel2 := R -> R -> R * R.
Definition kernel21 := R -> R -> R -> R * R.
Lemma lift22 (K : kernel22) (w w' k : R) (f : R -> R -> Prop) : 0 <= w <= 2 -> 0 <= k ->
  (forall h l, f h l <-> form w' h l) ->
  (forall c d xh xl yh yl, Sc c -> Sc d ->
    K (c * xh) (c * xl) (d * yh) (d * yl) = let (s, l) := K xh xl yh yl in (c * d * s, c * d * l)) ->
  (forall yh yl, K 0 0 yh yl = (0, 0)) -> (forall xh xl, K xh xl 0 0 = (0, 0)) ->
  (forall xh xl yh yl, unit_form w xh xl -> unit_form w yh yl -> let (s, l) := K xh xl yh yl in
    Rabs (s + l - (xh + xl) * (yh + yl)) <= k * ((xh + xl) * (yh + yl)) /\ f s l) ->
  forall xh xl yh yl, form w xh xl -> form w yh yl -> let (s, l) := K xh xl yh yl in
    Rabs (s + l - (xh + xl) * (yh + yl)) <= k * Rabs ((xh + xl) * (yh + yl)) /\ f s l.
Proof.
  intros Bw Bk Hf Hs H0 H1 Hu xh xl yh yl Wx Wy.
  assert (f00 : f 0 0). { apply Hf. repeat split; try apply F_0. rewrite Rabs_R0, ulp_0. lra. }
  destruct (Req_dec xh 0) as [-> | Nx].
  { rewrite (form_0 _ _ Wx), H0. zeros. split; [lra|assumption]. }
  destruct (Req_dec yh 0) as [-> | Ny].
  { rewrite (form_0 _ _ Wy), H1. zeros. split; [lra|assumption]. }
  destruct (form_scaled _ _ _ Wx Nx) as (c & h & l & S & -> & -> & U).
  destruct (form_scaled _ _ _ Wy Ny) as (d & h' & l' & S' & -> & -> & U').
  rewrite Hs by assumption. assert (H := Hu h l h' l' U U'). destruct (K h l h' l') as [s r]. destruct H as [H P].
  split; [|apply Hf, form_sc; [now apply Sc_mul|now apply Hf]].
  replace (c * d * s + c * d * r - (c * h + c * l) * (d * h' + d * l')) with (c * d * (s + r - (h + l) * (h' + l'))) by ring.
  replace ((c * h + c * l) * (d * h' + d * l')) with (c * d * ((h + l) * (h' + l'))) by ring.
  apply abs_sc. rewrite (Rabs_pos_eq (_ * _)); [exact H|].
  destruct U as (_ & _ & B1 & B2), U' as (_ & _ & B3 & B4). apply Rabs_le_inv in B2, B4.
  apply Rmult_le_pos; nra.
Qed.
Lemma lift2 (K : kernel2) (w w' k : R) (f : R -> R -> Prop) : 0 <= w <= 2 -> 0 <= k ->
  (forall h l, f h l <-> form w' h l) ->
  (forall c xh xl, Sc c -> K (c * xh) (c * xl) = let (s, l) := K xh xl in (c * c * s, c * c * l)) -> K 0 0 = (0, 0) ->
  (forall xh xl, unit_form w xh xl -> let (s, l) := K xh xl in
    Rabs (s + l - (xh + xl) * (xh + xl)) <= k * ((xh + xl) * (xh + xl)) /\ f s l) ->
  forall xh xl, form w xh xl -> let (s, l) := K xh xl in
    Rabs (s + l - (xh + xl) * (xh + xl)) <= k * Rabs ((xh + xl) * (xh + xl)) /\ f s l.
Proof.
  intros Bw Bk Hf Hs H0 Hu xh xl Wx.
  assert (f00 : f 0 0). { apply Hf. repeat split; try apply F_0. rewrite Rabs_R0, ulp_0. lra. }
  destruct (Req_dec xh 0) as [-> | Nx].
  { rewrite (form_0 _ _ Wx), H0. zeros. split; [lra|assumption]. }
  destruct (form_scaled _ _ _ Wx Nx) as (c & h & l & S & -> & -> & U).
  rewrite Hs by assumption. assert (H := Hu h l U). destruct (K h l) as [s r]. destruct H as [H P].
  split; [|apply Hf, form_sc; [now apply Sc_mul|now apply Hf]].
  replace (c * c * s + c * c * r - (c * h + c * l) * (c * h + c * l)) with (c * c * (s + r - (h + l) * (h + l))) by ring.
  replace ((c * h + c * l) * (c * h + c * l)) with (c * c * ((h + l) * (h + l))) by ring.
  apply abs_sc. rewrite (Rabs_pos_eq ((h + l) * (h + l))); [assumption|]. apply Rle_0_sqr.
Qed.
Lemma weak_form h l : weak h l <-> form (1 + 2 * u) h l. Proof. reflexivity. Qed.

(* The tie next above a power of two goes to it. *)
Lemma fl_tie k : fl (pow k + pow (k - 24)) = pow k.
Proof.
  replace (pow k + pow (k - 24)) with ((1 + pow (-24)) * pow k) by (replace (k - 24)%Z with (-24 + k)%Z by lia; rewrite bpow_plus; ring).
  rewrite fl_scale. replace (fl (1 + pow (-24))) with 1; [ring|]. symmetry.
  unfold fl, round, F2R, scaled_mantissa, cexp, FLX_exp.
  rewrite (mag_unique_pos radix2 _ 1) by (pows; lra). simpl Fnum; simpl Fexp.
  replace ((1 + pow (-24)) * pow (- (1 - 24))) with (IZR 8388608 + / 2) by (pows; lra).
  unfold Znearest. rewrite (Zfloor_imp 8388608) by (rewrite plus_IZR; lra).
  rewrite Rcompare_Eq by lra. simpl Z.even. simpl negb. pows. lra.
Qed.
Lemma fl_mid_tie k x d b : Rabs x <= pow k + d -> d <= pow (k - 24) -> d <= b -> pow (k - 25) <= b ->
  Rabs (fl x) <= pow k /\ Rabs (fl x - x) <= b.
Proof.
  intros L D B1 B2. assert (U : Rabs (fl x) <= pow k).
  { rewrite <- (fl_tie k). unfold fl at 1. rewrite <- round_NE_abs by apply _. apply fl_le. lra. }
  split; [assumption|]. destruct (Rle_or_lt (Rabs x) (pow k)) as [H | H].
  { apply Rle_trans with (pow (k - 25)); [now apply half_ulp|assumption]. }
  apply Rle_trans with (Rabs x - pow k); [|lra]. unfold Rabs in H. destruct (Rcase_abs x).
  - eapply Rle_trans; [apply (fl_near (- pow k) x); apply F_opp, F_pow|]. rewrite (Rabs_left x), Rabs_pos_eq by lra. lra.
  - eapply Rle_trans; [apply (fl_near (pow k) x); apply F_pow|]. rewrite (Rabs_pos_eq x), Rabs_left1 by lra. lra.
Qed.
Lemma rel_err' x : Rabs (fl x - x) <= u * Rabs (fl x).
Proof.
  assert (H := error_le_half_ulp_round radix2 (FLX_exp 24) (fun z => negb (Z.even z)) x).
  change (round radix2 (FLX_exp 24) (Znearest (fun z => negb (Z.even z))) x) with (fl x) in H.
  assert (G := ulp_FLX_le radix2 24 (fl x)). change (pow (1 - 24)) with (/ 8388608) in G. lra.
Qed.

(* ---- the sums' parts, as the header has them *)
Lemma add_comm a b : add a b = add b a. Proof. unfold add. now rewrite Rplus_comm. Qed.
Lemma two_sum p q : F p -> F q -> forall s, s = add p q -> let bb := add s (neg p) in let aa := add s (neg bb) in
  add (add q (neg bb)) (add p (neg aa)) = p + q - s.
Proof. intros Fp Fq s -> bb aa. rewrite add_comm. now apply two_sum_exact. Qed.
(* a is a multiple of 2^e and |b| < 2^(e + 24). *)
Lemma fast_sum_unit e a b : F a -> F b -> M e a -> Rabs b < pow (e + 24) ->
  let s := add a b in add b (neg (add s (neg a))) = a + b - s.
Proof.
  intros Fa Fb Ma B. destruct (Req_dec b 0) as [-> | N].
  { intros s. unfold s, add, neg. rewrite Rplus_0_r, (fl_id a) by assumption. replace (a + - a) with 0 by ring. rewrite fl_0, Ropp_0, Rplus_0_r, fl_0. ring. }
  apply fast_sum_exact; try assumption. right. right. exists (cexp radix2 (FLX_exp 24) b).
  assert (C : (mag radix2 b <= e + 24)%Z) by now apply mag_le_bpow.
  split; [apply M_le with e; [unfold cexp, FLX_exp; lia|assumption]|]. split; [now apply M_own|].
  assert (G := bpow_mag_gt radix2 b). assert (Mb : M (cexp radix2 (FLX_exp 24) b) (Rabs b)).
  { unfold Rabs. destruct (Rcase_abs b); [apply M_opp|]; now apply M_own. }
  replace (pow (cexp radix2 (FLX_exp 24) b + 24)) with (pow (mag radix2 b)) by (unfold cexp, FLX_exp; f_equal; lia).
  assert (Mp : M (cexp radix2 (FLX_exp 24) b) (pow (mag radix2 b))) by (apply M_pow; unfold cexp, FLX_exp; lia).
  assert (H := M_gap _ _ _ Mb Mp G). lra.
Qed.
Lemma sterbenz a b : F a -> F b -> Rabs b / 2 <= Rabs a <= 2 * Rabs b -> a * b <= 0 -> fl (a + b) = a + b.
Proof.
  intros Fa Fb L O. apply fl_id. destruct (Rle_or_lt 0 a) as [A | A].
  - destruct (Rle_lt_or_eq_dec 0 a A) as [A' | <-]; [|rewrite Rplus_0_l; assumption].
    assert (B : b <= 0) by (destruct (Rle_or_lt b 0) as [|P]; [assumption|]; assert (Q := Rmult_lt_0_compat _ _ A' P); lra). rewrite (Rabs_pos_eq a A), (Rabs_left1 b B) in L.
    replace (a + b) with (a - - b) by ring. apply Sterbenz.sterbenz; try apply _; [assumption|now apply F_opp|lra].
  - assert (B : 0 <= b) by (destruct (Rle_or_lt 0 b) as [|P]; [assumption|]; assert (Q := Rmult_lt_0_compat (- a) (- b) ltac:(lra) ltac:(lra)); lra). rewrite (Rabs_left a A), (Rabs_pos_eq b B) in L.
    replace (a + b) with (b - - a) by ring. apply Sterbenz.sterbenz; try apply _; [assumption|now apply F_opp|lra].
Qed.
(* The weak low word beside a head below 2^k. *)
Lemma form_low w k h l : 0 <= w -> form w h l -> Rabs h < pow k -> Rabs l <= pow (k - 25) * w.
Proof.
  intros W (Fh & Fl & B) L. eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r; [assumption|].
  destruct (Req_dec h 0) as [-> | N]; [rewrite ulp_0; assert (H := bpow_ge_0 radix2 (k - 25)); lra|].
  rewrite ulp_neq_0 by assumption. unfold cexp, FLX_exp.
  assert (C : (mag radix2 h <= k)%Z) by now apply mag_le_bpow.
  apply Rle_trans with (pow (k - 24) / 2); [apply Rmult_le_compat_r; [lra|]; apply bpow_le; lia|].
  replace (k - 24)%Z with (1 + (k - 25))%Z by lia. rewrite bpow_plus. simpl (pow 1). lra.
Qed.

(* From operands of which the larger head is in [1, 2) to all. *)
Lemma lift_sum (K : kernel22) (B : R -> R -> R -> R -> R) (w w' : R) :
  (forall c xh xl yh yl, Sc c ->
    K (c * xh) (c * xl) (c * yh) (c * yl) = let (s, l) := K xh xl yh yl in (c * s, c * l)) ->
  (forall c xh xl yh yl, B (c * xh) (c * xl) (c * yh) (c * yl) = Rabs c * B xh xl yh yl) ->
  K 0 0 0 0 = (0, 0) ->
  (forall xh xl yh yl, form w xh xl -> form w' yh yl -> (1 <= xh <= 2 - 2 * u /\ Rabs yh <= xh) \/ (1 <= yh <= 2 - 2 * u /\ Rabs xh <= yh) ->
    let (s, l) := K xh xl yh yl in Rabs (s + l - (xh + xl + (yh + yl))) <= B xh xl yh yl /\ pair s l) ->
  forall xh xl yh yl, form w xh xl -> form w' yh yl ->
    let (s, l) := K xh xl yh yl in Rabs (s + l - (xh + xl + (yh + yl))) <= B xh xl yh yl /\ pair s l.
Proof.
  intros Hs HB H0 Hu xh xl yh yl Wx Wy.
  assert (Go : forall c, Sc c -> (1 <= c * xh < 2 /\ Rabs yh <= Rabs xh) \/ (1 <= c * yh < 2 /\ Rabs xh <= Rabs yh) ->
    let (s, l) := K xh xl yh yl in Rabs (s + l - (xh + xl + (yh + yl))) <= B xh xl yh yl /\ pair s l).
  { intros c S C. assert (Nc := Sc_neq c S). assert (I := Sc_inv c S).
    assert (H := Hu (c * xh) (c * xl) (c * yh) (c * yl) (form_sc _ _ _ _ S Wx) (form_sc _ _ _ _ S Wy)).
    assert (G : (1 <= c * xh <= 2 - 2 * u /\ Rabs (c * yh) <= c * xh) \/ (1 <= c * yh <= 2 - 2 * u /\ Rabs (c * xh) <= c * yh)).
    { assert (P := Rabs_pos c). destruct C as [[C1 C2] | [C1 C2]]; [left|right];
        (split; [split; [lra|apply F_below_2; [apply F_sc; [assumption|apply Wx || apply Wy]|lra]]|]).
      - rewrite <- (Rabs_pos_eq (c * xh)) by lra. rewrite !Rabs_mult. now apply Rmult_le_compat_l.
      - rewrite <- (Rabs_pos_eq (c * yh)) by lra. rewrite !Rabs_mult. now apply Rmult_le_compat_l. }
    specialize (H G). rewrite Hs, HB in H by assumption. destruct (K xh xl yh yl) as [s l]. destruct H as [H P].
    split.
    - replace (c * s + c * l - (c * xh + c * xl + (c * yh + c * yl))) with (c * (s + l - (xh + xl + (yh + yl)))) in H by ring.
      rewrite Rabs_mult in H. apply Rmult_le_reg_l in H; [assumption|now apply Rabs_pos_lt].
    - assert (Q := pair_sc _ _ _ I P). rewrite <- !Rmult_assoc, Rinv_l, !Rmult_1_l in Q by assumption. exact Q. }
  destruct (Rle_or_lt (Rabs yh) (Rabs xh)) as [C | C].
  - destruct (Req_dec xh 0) as [-> | N].
    + rewrite Rabs_R0 in C. assert (yh = 0) by (destruct (Req_dec yh 0) as [E|E]; [assumption|apply Rabs_pos_lt in E; lra]). subst yh.
      rewrite (form_0 _ _ Wx), (form_0 _ _ Wy), H0. zeros. split; [|apply pair_0].
      assert (Z := HB 0 0 0 0 0). rewrite Rmult_0_l, Rabs_R0, Rmult_0_l in Z. rewrite Z. lra.
    + destruct (scaled xh N) as (c & S & L). apply (Go c S). now left.
  - assert (N : yh <> 0) by (intros ->; rewrite Rabs_R0 in C; assert (P := Rabs_pos xh); lra).
    destruct (scaled yh N) as (c & S & L). apply (Go c S). right. split; [assumption|lra].
Qed.

(* The last step leaves a pair. *)
Lemma last_pair s g : add g (neg (add (add s g) (neg s))) = s + g - add s g -> pair (add s g) (add g (neg (add (add s g) (neg s)))).
Proof.
  intros E. assert (G : F (s + g - add s g)) by (rewrite <- E; apply F_fl). rewrite E.
  apply rest_pair. symmetry. now apply fl_id.
Qed.

(* An exact product, and a head's scale. *)
Lemma two_prod_exact a b : F a -> F b -> fma a b (neg (mul a b)) = a * b - mul a b.
Proof. intros Fa Fb. unfold fma, neg, mul. apply fl_id. now apply prod_err. Qed.
Lemma M_unit h : F h -> 1 <= h -> M (-23) h.
Proof. intros H L. apply (M_F 0 h H). rewrite Rabs_pos_eq; pows; lra. Qed.
Lemma largest_head h : F h -> 2 - 4 * u < h -> 2 - 2 * u <= h.
Proof.
  intros Fh L. assert (M3 : M (-23) (2 - 4 * u)).
  { apply M_sub; [apply M_IZR; lia|]. replace (4 * u) with (pow (-22)) by (pows; lra). apply M_pow; lia. }
  assert (G := M_gap (-23) _ _ M3 (M_unit h Fh ltac:(lra)) L). pows. lra.
Qed.

(* Lemma A of docs/proofs/README.md: a + x for |x| <= a/4, of which x is not rounded on its own. *)
Lemma add_prod_exact a x : F a -> Rabs x <= a / 4 ->
  let v := x + a in let s := fl v in let l := fl (x + add a (neg s)) in
  pair s l /\ Rabs (s + l - v) <= u * u / 2 * v.
Proof.
  intros Fa B v s l. assert (Pa : 0 <= a) by (assert (P := Rabs_pos x); lra).
  assert (Hv := rel_err v). fold s in Hv. assert (V : 3 / 4 * a <= v <= 5 / 4 * a) by (unfold v; abs_in; lra).
  rewrite (Rabs_pos_eq v) in Hv by lra.
  assert (E : add a (neg s) = a - s).
  { unfold add, neg. fold (Rminus a s). apply fl_id. apply Sterbenz.sterbenz; try apply _; [assumption|apply F_fl|]. abs_in. lra. }
  assert (El : l = fl (v - s)) by (unfold l; rewrite E; f_equal; unfold v; ring).
  split; [now apply rest_pair|].
  replace (s + l - v) with (l - (v - s)) by ring. rewrite El.
  destruct (Req_dec v 0) as [Z | N].
  { unfold s. rewrite Z, fl_0, Rminus_0_r, fl_0, Rminus_0_r, Rabs_R0. lra. }
  destruct (mag radix2 v) as [k K]. specialize (K N). rewrite (Rabs_pos_eq v) in K by lra.
  assert (H1 := half_ulp k v). rewrite (Rabs_pos_eq v) in H1 by lra. fold s in H1. specialize (H1 ltac:(lra)).
  assert (H2 := half_ulp (k - 25) (v - s)). rewrite Rabs_minus_sym in H1. specialize (H2 H1).
  eapply Rle_trans; [exact H2|]. replace (k - 25 - 25)%Z with (-49 + (k - 1))%Z by lia. rewrite bpow_plus. pows.
  change (pow (-49)) with (/ 562949953421312). lra.
Qed.

Lemma div_sc c y : Sc c -> div 1 (c * y) = / c * div 1 y.
Proof.
  intros S. unfold div, Rdiv. rewrite !Rmult_1_l, <- fl_sc by now apply Sc_inv. f_equal. rewrite Rinv_mult. reflexivity.
Qed.
(* Residuals of a quotient q at the scale c/d, by a word of y at the scale d. *)
Lemma fma_res c d q b k : Sc c -> d <> 0 -> fma (c * / d * q) (d * b) (c * k) = c * fma q b k.
Proof. intros S N. unfold fma. rewrite <- fl_sc by assumption. f_equal. field. assumption. Qed.
Lemma fma_res' c d q b k : Sc c -> d <> 0 -> fma (d * b) (c * / d * q) (c * k) = c * fma b q k.
Proof. intros S N. unfold fma. rewrite <- fl_sc by assumption. f_equal. field. assumption. Qed.
Lemma fma_step c d r e q : Sc c -> Sc d -> fma (/ d * r) (c * e) (c * / d * q) = c * / d * fma r e q.
Proof. intros S T. unfold fma. rewrite <- fl_sc by (apply Sc_mul; [|apply Sc_inv]; assumption). f_equal. ring. Qed.
(* TwoSum's inner differences, a + b with s = RN(a + b): s - b is a float where b's power of two is that of a or above it. *)
Lemma seen_near e a b : F a -> F b -> pow e <= Rabs b < pow (e + 1) -> Rabs a < pow (e + 1) ->
  let s := fl (a + b) in fl (s - b) = s - b.
Proof.
  intros Fa Fb Bb Ba s. assert (Nb : b <> 0) by (intros ->; rewrite Rabs_R0 in Bb; assert (H := bpow_gt_0 radix2 e); lra).
  assert (Sg : exists c, Sc c /\ c * b = pow (- e) * Rabs b /\ Rabs (c * a) = pow (- e) * Rabs a).
  { assert (P := bpow_gt_0 radix2 (- e)). unfold Rabs at 1. destruct (Rcase_abs b).
    - exists (- pow (- e)). split; [exists (- e)%Z; now right|]. split; [ring|]. rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (pow _)) by lra. ring.
    - exists (pow (- e)). split; [exists (- e)%Z; now left|]. split; [ring|]. rewrite Rabs_mult, (Rabs_pos_eq (pow _)) by lra. ring. }
  destruct Sg as (c & S & Cb & Ca). assert (Nc := Sc_neq c S).
  assert (P1 : pow (- e) * pow e = 1) by (rewrite <- bpow_plus; now replace (- e + e)%Z with 0%Z by lia).
  assert (P2 : pow (- e) * pow (e + 1) = 2) by (rewrite <- bpow_plus; now replace (- e + (e + 1))%Z with 1%Z by lia).
  assert (P := bpow_gt_0 radix2 (- e)).
  assert (Bb' : 1 <= c * b < 2) by (rewrite Cb; clear - Bb P P1 P2; nra).
  assert (Ba' : Rabs (c * a) < 2) by (rewrite Ca; clear - Ba P P1 P2; nra).
  assert (Fa' := F_sc c a S Fa). assert (Fb' := F_sc c b S Fb).
  apply Rmult_eq_reg_l with c; [|assumption]. rewrite <- fl_sc by assumption. unfold s. rewrite !Rmult_minus_distr_l, <- fl_sc by assumption.
  rewrite Rmult_plus_distr_l. set (x := c * a) in *. set (y := c * b) in *. clearbody x y. clear - Bb' Ba' Fa' Fb'.
  assert (By := F_below_2 y Fb' Bb'). assert (Bx : Rabs x <= 2 - 2 * u).
  { destruct (Rle_or_lt 1 (Rabs x)) as [C|C]; [|lra]. apply F_below_2; [|lra]. unfold Rabs. destruct (Rcase_abs x); [now apply F_opp|assumption]. }
  destruct (Rle_or_lt x (- y / 2)) as [C | C].
  { rewrite (sterbenz x y) by (first [assumption | abs_in; rewrite (Rabs_pos_eq y), Rabs_left1; lra | nra]).
    replace (x + y - y) with x by ring. now apply fl_id. }
  abs_in. assert (Ms : / 2 <= fl (x + y)) by (apply fl_ge; [apply (F_pow (-1))|lra]).
  assert (My : M (-23) y) by (apply M_unit; [assumption|lra]).
  destruct (Rle_or_lt 1 (fl (x + y))) as [D | D].
  - assert (H := half_ulp 2 (x + y)). pows. specialize (H ltac:(rewrite Rabs_pos_eq; lra)).
    apply (fl_M (-23)); [apply M_sub; [apply M_unit; [apply F_fl|assumption]|assumption]|]. pows. abs_in. apply Rabs_le. lra.
  - assert (D' : x + y <= 1) by (apply Rnot_lt_le; intros G; assert (1 <= fl (x + y)) by (apply fl_ge; [apply (F_pow 0)|lra]); lra).
    assert (H := half_ulp 0 (x + y)). pows. specialize (H ltac:(rewrite Rabs_pos_eq; lra)).
    apply (fl_M (-24)).
    + apply M_sub; [apply (M_F (-1)); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]|apply M_le with (-23)%Z; [lia|assumption]].
    + pows. abs_in. apply Rabs_le. lra.
Qed.

(* Where b is below a's power of two, s - b is rounded, by at most half a unit of a; what is computed from it is exact. *)
Lemma seen_small e a b : F a -> F b -> Rabs b < pow e -> pow e <= Rabs a < pow (e + 1) ->
  let s := fl (a + b) in let seen := fl (s - b) in
  fl (s - seen) = s - seen /\ fl (a - seen) = a - seen /\ Rabs (seen - (s - b)) <= pow e * u /\ Rabs (s - (a + b)) <= 2 * (pow e * u) /\
  (Rabs a + Rabs b <= 2 * pow e -> Rabs (s - (a + b)) <= pow e * u).
Proof.
  intros Fa Fb Bb Ba s seen.
  assert (Sg : exists c, Sc c /\ c * a = pow (- e) * Rabs a /\ Rabs (c * b) = pow (- e) * Rabs b /\ Rabs c = pow (- e)).
  { assert (P := bpow_gt_0 radix2 (- e)). unfold Rabs at 1. destruct (Rcase_abs a).
    - exists (- pow (- e)). split; [exists (- e)%Z; now right|]. split; [ring|]. rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (pow _)) by lra. split; ring.
    - exists (pow (- e)). split; [exists (- e)%Z; now left|]. split; [ring|]. rewrite Rabs_mult, (Rabs_pos_eq (pow _)) by lra. split; ring. }
  destruct Sg as (c & S & Ca & Cb & Cc). assert (Nc := Sc_neq c S).
  assert (P1 : pow (- e) * pow e = 1) by (rewrite <- bpow_plus; now replace (- e + e)%Z with 0%Z by lia).
  assert (P2 : pow (- e) * pow (e + 1) = 2) by (rewrite <- bpow_plus; now replace (- e + (e + 1))%Z with 1%Z by lia).
  assert (P := bpow_gt_0 radix2 (- e)).
  assert (Ba' : 1 <= c * a < 2) by (rewrite Ca; clear - Ba P P1 P2; nra).
  assert (Bb' : Rabs (c * b) < 1) by (rewrite Cb; clear - Bb P P1 P2; nra).
  assert (Fa' := F_sc c a S Fa). assert (Fb' := F_sc c b S Fb).
  assert (Es : c * s = fl (c * a + c * b)) by (unfold s; rewrite <- fl_sc by assumption; f_equal; ring).
  assert (En : c * seen = fl (c * s - c * b)) by (unfold seen; rewrite <- fl_sc by assumption; f_equal; ring).
  assert (Go : fl (c * s - c * seen) = c * s - c * seen /\ fl (c * a - c * seen) = c * a - c * seen /\ Rabs (c * seen - (c * s - c * b)) <= u /\
    Rabs (c * s - (c * a + c * b)) <= 2 * u /\ (c * a + Rabs (c * b) <= 2 -> Rabs (c * s - (c * a + c * b)) <= u)).
  { rewrite En, Es. set (x := c * a) in *. set (y := c * b) in *. clearbody x y. clear - Ba' Bb' Fa' Fb'.
    assert (Bx := F_below_2 x Fa' Ba'). assert (Mx : M (-23) x) by (apply M_unit; [assumption|lra]).
    assert (Y1 : Rabs y <= 1 - u).
    { destruct (Rle_or_lt (/ 2) (Rabs y)) as [C | C]; [|lra]. assert (Fy : F (Rabs y)) by (unfold Rabs; destruct (Rcase_abs y); [now apply F_opp|assumption]).
      assert (My : M (-24) (Rabs y)) by (apply (M_F (-1)); [assumption|rewrite Rabs_Rabsolu; pows; lra]).
      assert (G := M_gap (-24) _ 1 My (M_IZR (-24) 1 ltac:(lia)) Bb'). pows. lra. }
    destruct (Rle_or_lt y (- x / 2)) as [C | C].
    { rewrite (sterbenz x y) by (first [assumption | abs_in; rewrite (Rabs_pos_eq x), (Rabs_left1 y); lra | nra]).
      replace (x + y - y) with x by ring. rewrite (fl_id x) by assumption. replace (x + y - x) with y by ring.
      replace (x - x) with 0 by ring. replace (x + y - (x + y)) with 0 by ring. rewrite fl_0, Rabs_R0, (fl_id y) by assumption. repeat split; intros; lra. }
    assert (H := half_ulp 2 (x + y)). pows. abs_in. specialize (H ltac:(apply Rabs_le; lra)).
    set (s := fl (x + y)) in *. assert (Ls : / 2 <= s) by (apply fl_ge; [apply (F_pow (-1))|lra]). set (k := s - (x + y)) in *.
    assert (Ek : s - y = x + k) by (unfold k; ring).
    assert (H1 := half_ulp 1 (s - y)). rewrite Ek in H1 at 1. pows. specialize (H1 ltac:(abs_in; apply Rabs_le; lra)).
    set (n := fl (s - y)) in *. assert (Ln : / 2 <= n) by (apply fl_ge; [apply (F_pow (-1))|abs_in; lra]).
    assert (Ms : M (-24) s) by (apply (M_F (-1)); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
    assert (Mn : M (-24) n) by (apply (M_F (-1)); [apply F_fl|rewrite Rabs_pos_eq; pows; lra]).
    split; [|split; [|split; [lra|split; [lra|]]]].
    - destruct (Rle_or_lt 1 s) as [D | D].
      + destruct (Rle_or_lt 1 (s - y)) as [G | G].
        * assert (1 <= n) by (apply fl_ge; [apply (F_pow 0)|lra]).
          apply (fl_M (-23)); [apply M_sub; (apply M_unit; [apply F_fl|assumption])|]. pows. abs_in. apply Rabs_le. lra.
        * assert (H0 := half_ulp 0 (s - y)). pows. fold n in H0. specialize (H0 ltac:(abs_in; apply Rabs_le; lra)).
          apply (fl_M (-24)); [now apply M_sub|]. pows. abs_in. apply Rabs_le. lra.
      + assert (D' : x + y <= 1) by (apply Rnot_lt_le; intros G; assert (1 <= s) by (apply fl_ge; [apply (F_pow 0)|lra]); lra).
        apply (fl_M (-24)); [now apply M_sub|]. pows. abs_in. apply Rabs_le. lra.
    - apply (fl_M (-24)); [apply M_sub; [apply M_le with (-23)%Z; [lia|assumption]|assumption]|]. pows. abs_in. apply Rabs_le. lra.
    - intros D. assert (H' := half_ulp 1 (x + y)). pows. fold s k in H'. assert (Q := Rle_abs y). specialize (H' ltac:(apply Rabs_le; lra)). lra. }
  destruct Go as (G1 & G2 & G3 & G4 & G5).
  assert (Back : forall z k, Rabs (c * z) <= k -> Rabs z <= pow e * k).
  { intros z k H. rewrite Rabs_mult, Cc in H. assert (Pe := bpow_gt_0 radix2 e).
    apply Rmult_le_compat_l with (r := pow e) in H; [|lra]. rewrite <- Rmult_assoc, (Rmult_comm (pow e)), P1 in H. lra. }
  split; [|split; [|split; [|split]]].
  - apply Rmult_eq_reg_l with c; [|assumption]. rewrite <- fl_sc, Rmult_minus_distr_l by assumption. assumption.
  - apply Rmult_eq_reg_l with c; [|assumption]. rewrite <- fl_sc, Rmult_minus_distr_l by assumption. assumption.
  - apply Back. replace (c * (seen - (s - b))) with (c * seen - (c * s - c * b)) by ring. assumption.
  - replace (2 * (pow e * u)) with (pow e * (2 * u)) by ring. apply Back. replace (c * (s - (a + b))) with (c * s - (c * a + c * b)) by ring. assumption.
  - intros H. apply Back. replace (c * (s - (a + b))) with (c * s - (c * a + c * b)) by ring. apply G5.
    rewrite Ca, Cb. assert (Pe := bpow_gt_0 radix2 e). clear - H P P1. nra.
Qed.
(* A product of which the scales cancel, and one of a scaled and an unscaled word. *)
Lemma fma_cancel c a b k : c <> 0 -> fma (/ c * a) (neg (c * b)) k = fma a (neg b) k.
Proof. intros N. unfold fma, neg. f_equal. field. assumption. Qed.
Lemma fma_left c a b k : Sc c -> fma (c * a) b (c * k) = c * fma a b k.
Proof. intros S. unfold fma. rewrite <- fl_sc by assumption. f_equal. ring. Qed.
(* A tie goes to an even multiple. *)
Lemma fl_even k x : M k x -> pow (k + 24) <= Rabs x <= pow (k + 25) -> fl x = x \/ M (k + 2) (fl x).
Proof.
  intros [n E] [B1 B2]. destruct (Z.Even_or_Odd n) as [[m En] | [m En]].
  - left. apply (fl_M (k + 1)); [|now replace (k + 1 + 24)%Z with (k + 25)%Z by lia].
    exists m. rewrite E, En, mult_IZR, bpow_plus. change (pow 1) with 2. ring.
  - right. assert (N : x <> 0) by (intros ->; rewrite Rabs_R0 in B1; assert (P := bpow_gt_0 radix2 (k + 24)); lra).
    assert (L : Rabs x < pow (k + 25)).
    { destruct B2 as [L | L]; [assumption|]. exfalso. rewrite E, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (pow k)), Z.add_comm, bpow_plus in L by apply bpow_ge_0.
      apply Rmult_eq_reg_r in L; [|assert (P := bpow_gt_0 radix2 k); lra]. change (pow 25) with (IZR 33554432) in L. apply eq_IZR in L. lia. }
    unfold fl, round, scaled_mantissa, cexp, FLX_exp. rewrite (mag_unique radix2 x (k + 25)) by (replace (k + 25 - 1)%Z with (k + 24)%Z by lia; tauto).
    replace (k + 25 - 24)%Z with (k + 1)%Z by lia.
    assert (Ex : x * pow (- (k + 1)) = IZR m + / 2).
    { rewrite E, En, Rmult_assoc, <- bpow_plus. replace (k + - (k + 1))%Z with (-1)%Z by lia. rewrite plus_IZR, mult_IZR. pows. lra. }
    rewrite Ex. unfold Znearest. rewrite (Zfloor_imp m) by (rewrite plus_IZR; lra).
    rewrite (Zceil_imp (m + 1)) by (replace (m + 1 - 1)%Z with m by lia; rewrite plus_IZR; lra). rewrite Rcompare_Eq by lra.
    unfold F2R. simpl Fnum; simpl Fexp. replace (k + 2)%Z with (1 + (k + 1))%Z by lia.
    assert (Ev : Z.Even (if negb (Z.even m) then m + 1 else m)).
    { destruct (Z.even m) eqn:Q; simpl; apply Z.even_spec; [assumption|]. rewrite Z.even_add, Q. reflexivity. }
    destruct Ev as [j ->]. exists j. rewrite mult_IZR, (bpow_plus radix2 1 (k + 1)). change (pow 1) with 2. ring.
Qed.
(* Both for any two words: by how much TwoSum misses the second, and that its differences are exact. *)
Lemma seen_any a b : F a -> F b -> let s := fl (a + b) in let seen := fl (s - b) in
  fl (s - seen) = s - seen /\ fl (a - seen) = a - seen /\ Rabs (s - seen - b) <= u * Rabs a.
Proof.
  intros Fa Fb s seen. assert (Pa := Rabs_pos a).
  assert (Near : seen = s - b -> fl (s - seen) = s - seen /\ fl (a - seen) = a - seen /\ Rabs (s - seen - b) <= u * Rabs a).
  { intros ->. replace (s - (s - b)) with b by ring. replace (a - (s - b)) with (a + b - s) by ring. replace (b - b) with 0 by ring.
    rewrite Rabs_R0. split; [now apply fl_id|]. split; [apply fl_id; now apply sum_err_F|lra]. }
  destruct (Req_dec b 0) as [Z | Nb].
  { apply Near. unfold seen, s. rewrite Z, Rplus_0_r, Rminus_0_r, (fl_id a), (fl_id a) by assumption. reflexivity. }
  destruct (mag radix2 b) as [n Hn]. specialize (Hn Nb). destruct (Rlt_or_le (Rabs a) (pow n)) as [C | C].
  { apply Near. replace n with (n - 1 + 1)%Z in Hn, C by lia. apply (seen_near (n - 1)); try assumption.
    replace (n - 1 + 1 - 1)%Z with (n - 1)%Z in Hn by lia. assumption. }
  assert (Na : a <> 0) by (intros ->; rewrite Rabs_R0 in C; assert (P := bpow_gt_0 radix2 n); lra).
  destruct (mag radix2 a) as [j Hj]. specialize (Hj Na).
  assert (L : (n <= j - 1)%Z) by (assert (n < j)%Z by (apply (lt_bpow radix2); lra); lia). apply (bpow_le radix2) in L.
  destruct (seen_small (j - 1) a b Fa Fb ltac:(lra)) as (H1 & H2 & H3 & _); [now replace (j - 1 + 1)%Z with j by lia|].
  change (Rabs (seen - (s - b)) <= pow (j - 1) * u) in H3. split; [exact H1|]. split; [exact H2|].
  replace (s - seen - b) with (- (seen - (s - b))) by ring. rewrite Rabs_Ropp.
  assert (pow (j - 1) * u <= Rabs a * u) by (apply Rmult_le_compat_r; lra). lra.
Qed.
