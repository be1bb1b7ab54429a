(* A step of the accumulator from z, and its result: within (5 u^2 + 30 u^3)(|x y| + |z|) of x y + z for floats, and within
(12 u^2 + 100 u^3)(|x y| + |z|) for float-floats; z, x and y weak.  docs/proofs/accumulator.md. *)
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From ff Require Import floats kernels.
Open Scope R_scope.

(* What a step does with its head, a low word c, and the product q of two floats. *)
Definition step (hi c x y : R) :=
  let p := mul x y in let s := add hi p in let seen := add s (neg p) in
  (s, add (add hi (neg seen)) (add c (fma x y (neg (add s (neg seen)))))).
Definition result (st : R * R) := let (s, l) := st in
  let r := add s l in let b := add r (neg s) in let a := add r (neg b) in
  (r, add (add l (neg b)) (add s (neg a))).
Lemma result_exact s l : F s -> F l -> let (r, e) := result (s, l) in r + e = s + l /\ pair r e.
Proof.
  intros Fs Fl. unfold result. cbv zeta. assert (H := two_sum s l Fs Fl (add s l) eq_refl). cbv zeta in H. rewrite H.
  split; [ring|]. apply rest_pair. symmetry. apply fl_id. now apply sum_err_F.
Qed.
Lemma step_error hi c x y : F hi -> F c -> F x -> F y -> let q := x * y in let (s, l) := step hi c x y in
  Rabs (s + l - (hi + c + q)) <= 2 * u * Rabs c + u * u * (4 * Rabs q + 3 * Rabs hi) + u * u * Rabs c + 6 * u * u * u * (Rabs q + Rabs hi) /\ F s /\ F l.
Proof.
  intros Fh Fc Fx Fy q. unfold step. cbv zeta. change (mul x y) with (fl q). set (p := fl q). assert (Fp : F p) by apply F_fl.
  change (add hi p) with (fl (hi + p)). set (s := fl (hi + p)). change (add s (neg p)) with (fl (s - p)). set (seen := fl (s - p)).
  destruct (seen_any hi p Fh Fp) as (H1 & H2 & H3). change (fl (s - seen) = s - seen) in H1. change (fl (hi - seen) = hi - seen) in H2.
  change (Rabs (s - seen - p) <= u * Rabs hi) in H3. change (add hi (neg seen)) with (fl (hi - seen)). change (add s (neg seen)) with (fl (s - seen)).
  rewrite H1, H2. set (p' := s - seen) in *. change (fma x y (neg p')) with (fl (q - p')). set (k := fl (q - p')).
  change (add c k) with (fl (c + k)). set (f := fl (c + k)). change (add (hi - seen) f) with (fl (hi - seen + f)). set (l := fl (hi - seen + f)).
  split; [|split; apply F_fl].
  assert (Ep := rel_err q). fold p in Ep. assert (Es := rel_err (hi + p)). fold s in Es.
  assert (Ek := rel_err (q - p')). fold k in Ek. assert (Ef := rel_err (c + k)). fold f in Ef. assert (El := rel_err (hi - seen + f)). fold l in El.
  set (rk := k - (q - p')) in *. set (rf := f - (c + k)) in *. set (rl := l - (hi - seen + f)) in *. set (rs := s - (hi + p)) in *. set (rp := p - q) in *.
  assert (T0 := Rabs_triang q rp). replace (q + rp) with p in T0 by (unfold rp; ring). assert (T1 := Rabs_triang hi p).
  assert (A : Rabs (q - p') <= u * Rabs q + u * Rabs hi).
  { replace (q - p') with (- rp + - (p' - p)) by (unfold rp; ring). eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_Ropp. lra. }
  assert (T2 := Rabs_triang (q - p') rk). replace (q - p' + rk) with k in T2 by (unfold rk; ring). assert (T3 := Rabs_triang c k).
  assert (Id : hi - seen + f = c - rs - rp + rk + rf) by (unfold rf, rk, rs, rp, p'; ring).
  assert (T4 : Rabs (hi - seen + f) <= Rabs c + Rabs rs + Rabs rp + Rabs rk + Rabs rf).
  { rewrite Id. unfold Rminus. assert (Q1 := Rabs_triang (c + - rs + - rp + rk) rf). assert (Q2 := Rabs_triang (c + - rs + - rp) rk).
    assert (Q3 := Rabs_triang (c + - rs) (- rp)). assert (Q4 := Rabs_triang c (- rs)). rewrite Rabs_Ropp in Q3, Q4. lra. }
  replace (s + l - (hi + c + q)) with (rk + rf + rl) by (unfold rl, rf, rk, p'; ring).
  assert (T5 := Rabs_triang (rk + rf) rl). assert (T6 := Rabs_triang rk rf). assert (Pq := Rabs_pos q). assert (Ph := Rabs_pos hi). assert (Pc := Rabs_pos c). lra.
Qed.

Lemma weak_low h l : weak h l -> Rabs l <= (u + 2 * u * u) * Rabs h /\ Rabs h <= (1 + 2 * u) * Rabs (h + l).
Proof.
  intros (_ & _ & B). assert (G := ulp_FLX_le radix2 24 h). change (pow (1 - 24)) with (/ 8388608) in G.
  assert (L : Rabs l <= (u + 2 * u * u) * Rabs h) by lra. split; [assumption|]. assert (T := Rabs_triang (h + l) (- l)). rewrite Rabs_Ropp in T.
  replace (h + l + - l) with h in T by ring. assert (P := Rabs_pos h). lra.
Qed.
Lemma abs_mul_le x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof. intros. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. Qed.

Theorem add_product_weak zh zl x y : weak zh zl -> F x -> F y -> let (s, l) := add_product zh zl x y in
  Rabs (s + l - (zh + zl + x * y)) <= (5 * u * u + 30 * u * u * u) * (Rabs (zh + zl) + Rabs (x * y)) /\ pair s l.
Proof.
  intros Wz Fx Fy. change (add_product zh zl x y) with (result (step zh zl x y)).
  assert (H := step_error zh zl x y (proj1 Wz) (proj1 (proj2 Wz)) Fx Fy). cbv zeta in H. destruct (step zh zl x y) as [s l]. destruct H as (H & Fs & Fl).
  assert (R := result_exact s l Fs Fl). destruct (result (s, l)) as [r e]. destruct R as [-> P]. split; [|assumption].
  destruct (weak_low zh zl Wz) as (L1 & L2). assert (P1 := Rabs_pos (x * y)). assert (P2 := Rabs_pos (zh + zl)). lra.
Qed.
Theorem add_product22_weak zh zl xh xl yh yl : weak zh zl -> weak xh xl -> weak yh yl -> let (s, l) := add_product22 zh zl xh xl yh yl in
  Rabs (s + l - (zh + zl + (xh + xl) * (yh + yl))) <= (12 * u * u + 100 * u * u * u) * (Rabs (zh + zl) + Rabs ((xh + xl) * (yh + yl))) /\ pair s l.
Proof.
  intros Wz Wx Wy. set (c1 := fl (xl * yh + zl)). set (c := fl (xh * yl + c1)).
  change (add_product22 zh zl xh xl yh yl) with (result (step zh c xh yh)).
  assert (H := step_error zh c xh yh (proj1 Wz) (F_fl _) (proj1 Wx) (proj1 Wy)). cbv zeta in H. destruct (step zh c xh yh) as [s l]. destruct H as (H & Fs & Fl).
  assert (R := result_exact s l Fs Fl). destruct (result (s, l)) as [r e]. destruct R as [-> P]. split; [|assumption].
  destruct (weak_low zh zl Wz) as (Z1 & Z2). destruct (weak_low xh xl Wx) as (X1 & X2). destruct (weak_low yh yl Wy) as (Y1 & Y2).
  assert (R1 := rel_err (xl * yh + zl)). fold c1 in R1. assert (R2 := rel_err (xh * yl + c1)). fold c in R2.
  assert (T1 := Rabs_triang (xl * yh) zl). assert (T2 := Rabs_triang (xh * yl) c1).
  set (r1 := c1 - (xl * yh + zl)) in *. set (r2 := c - (xh * yl + c1)) in *.
  assert (T3 := Rabs_triang (xl * yh + zl) r1). replace (xl * yh + zl + r1) with c1 in T3 by (unfold r1; ring).
  assert (T4 := Rabs_triang (xh * yl + c1) r2). replace (xh * yl + c1 + r2) with c in T4 by (unfold r2; ring).
  assert (Q1 := abs_mul_le xl yh _ _ X1 (Rle_refl _)). assert (Q2 := abs_mul_le xh yl _ _ (Rle_refl _) Y1). assert (Q3 := abs_mul_le xl yl _ _ X1 Y1).
  assert (Q4 := abs_mul_le (xh + xl) (yh + yl) _ _ (Rle_refl _) (Rle_refl _)).
  assert (Q5 : Rabs (xh * yh) <= (1 + 2 * u) * (1 + 2 * u) * Rabs ((xh + xl) * (yh + yl))).
  { eapply Rle_trans; [exact (abs_mul_le xh yh _ _ X2 Y2)|]. rewrite Rabs_mult. apply Req_le. ring. }
  assert (Eq : Rabs (xh * yh) = Rabs xh * Rabs yh) by apply Rabs_mult.
  replace (s + l - (zh + zl + (xh + xl) * (yh + yl))) with (s + l - (zh + c + xh * yh) + (r1 + r2 - xl * yl)) by (unfold r2, r1; ring).
  assert (T5 := Rabs_triang (s + l - (zh + c + xh * yh)) (r1 + r2 - xl * yl)). assert (T6 := Rabs_triang (r1 + r2) (- (xl * yl))). rewrite Rabs_Ropp in T6.
  assert (T7 := Rabs_triang r1 r2). unfold Rminus in T5, T6.
  fold (Rminus (r1 + r2) (xl * yl)) in T5, T6. fold (Rminus (s + l) (zh + c + xh * yh)) in T5.
  replace ((u + 2 * u * u) * Rabs xh * Rabs yh) with ((u + 2 * u * u) * (Rabs xh * Rabs yh)) in Q1 by ring.
  replace (Rabs xh * ((u + 2 * u * u) * Rabs yh)) with ((u + 2 * u * u) * (Rabs xh * Rabs yh)) in Q2 by ring.
  replace ((u + 2 * u * u) * Rabs xh * ((u + 2 * u * u) * Rabs yh)) with ((u + 2 * u * u) * (u + 2 * u * u) * (Rabs xh * Rabs yh)) in Q3 by ring.
  rewrite <- Eq in Q1, Q2, Q3. clear Eq. set (XY := Rabs ((xh + xl) * (yh + yl))) in *. set (Q := Rabs (xh * yh)) in *.
  assert (P1 : 0 <= XY) by apply Rabs_pos. assert (P2 := Rabs_pos (zh + zl)). assert (P3 : 0 <= Q) by apply Rabs_pos.
  eapply Rle_trans; [exact T5|]. lra.
Qed.
Print Assumptions add_product_weak.
Print Assumptions add_product22_weak.
