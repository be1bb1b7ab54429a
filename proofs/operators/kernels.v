(* The steps of include/ff/arithmetic.hpp, type/accumulate.hpp and fast/kernels.hpp, printed by steps.cpp.  Not written by hand. *)
From Coq Require Import Reals.
From ff Require Import floats.
Open Scope R_scope.

Definition add22 (xh xl yh yl : R) :=
  let v6 := add xh yh in
  let v8 := add v6 (neg yh) in
  let v10 := add v6 (neg v8) in
  let v11 := add xh (neg v8) in
  let v13 := add yh (neg v10) in
  let v14 := add v11 v13 in
  let v15 := add xl yl in
  let v17 := add v15 (neg yl) in
  let v19 := add v15 (neg v17) in
  let v20 := add xl (neg v17) in
  let v22 := add yl (neg v19) in
  let v23 := add v20 v22 in
  let v24 := add v6 v15 in
  let v26 := add v24 (neg v6) in
  let v28 := add v15 (neg v26) in
  let v29 := add v14 v23 in
  let v30 := add v28 v29 in
  let v31 := add v24 v30 in
  let v33 := add v31 (neg v24) in
  let v35 := add v30 (neg v33) in
  (v31, v35).
Definition add22_accurate (xh xl yh yl : R) :=
  let v6 := add xh yh in
  let v8 := add v6 (neg yh) in
  let v10 := add v6 (neg v8) in
  let v11 := add xh (neg v8) in
  let v13 := add yh (neg v10) in
  let v14 := add v11 v13 in
  let v15 := add xl yl in
  let v17 := add v15 (neg yl) in
  let v19 := add v15 (neg v17) in
  let v20 := add xl (neg v17) in
  let v22 := add yl (neg v19) in
  let v23 := add v20 v22 in
  let v24 := add v14 v15 in
  let v25 := add v6 v24 in
  let v27 := add v25 (neg v6) in
  let v29 := add v24 (neg v27) in
  let v30 := add v23 v29 in
  let v31 := add v25 v30 in
  let v33 := add v31 (neg v25) in
  let v35 := add v30 (neg v33) in
  (v31, v35).
Definition add22_sloppy (xh xl yh yl : R) :=
  let v6 := add xh yh in
  let v8 := add v6 (neg xh) in
  let v10 := add v6 (neg v8) in
  let v11 := add yh (neg v8) in
  let v13 := add xh (neg v10) in
  let v14 := add v11 v13 in
  let v15 := add xl yl in
  let v16 := add v14 v15 in
  let v17 := add v6 v16 in
  let v19 := add v17 (neg v6) in
  let v21 := add v16 (neg v19) in
  (v17, v21).
Definition add21 (xh xl y : R) :=
  let v5 := add xh y in
  let v7 := add v5 (neg xh) in
  let v9 := add v5 (neg v7) in
  let v10 := add y (neg v7) in
  let v12 := add xh (neg v9) in
  let v13 := add v10 v12 in
  let v14 := add xl v13 in
  let v15 := add v5 v14 in
  let v17 := add v15 (neg v5) in
  let v19 := add v14 (neg v17) in
  (v15, v19).
Definition mul22 (xh xl yh yl : R) :=
  let v6 := mul xh yl in
  let v7 := fma xl yh v6 in
  let v8 := fma xh yh v7 in
  let v10 := fma xh yh (neg v8) in
  let v11 := add v7 v10 in
  (v8, v11).
Definition mul22_dw (xh xl yh yl : R) :=
  let v6 := mul xh yh in
  let v8 := fma xh yh (neg v6) in
  let v9 := mul xl yl in
  let v10 := fma xh yl v9 in
  let v11 := fma xl yh v10 in
  let v12 := add v8 v11 in
  let v13 := add v6 v12 in
  let v14 := add (neg v6) v13 in
  let v16 := add v12 (neg v14) in
  (v13, v16).
Definition mul22_commutative (xh xl yh yl : R) :=
  let v6 := mul xh yh in
  let v8 := fma xh yh (neg v6) in
  let v9 := mul xl yh in
  let v10 := mul xh yl in
  let v11 := add v9 v10 in
  let v12 := add v8 v11 in
  let v13 := add v6 v12 in
  let v14 := add (neg v6) v13 in
  let v16 := add v12 (neg v14) in
  (v13, v16).
Definition mul21 (xh xl y : R) :=
  let v5 := mul xl y in
  let v6 := fma xh y v5 in
  let v8 := fma xh y (neg v6) in
  let v9 := add v5 v8 in
  (v6, v9).
Definition mul21_dw (xh xl y : R) :=
  let v5 := mul xh y in
  let v7 := fma xh y (neg v5) in
  let v8 := fma xl y v7 in
  let v9 := add v5 v8 in
  let v10 := add (neg v5) v9 in
  let v12 := add v8 (neg v10) in
  (v9, v12).
Definition sqr22 (xh xl : R) :=
  let v4 := add xh xh in
  let v5 := mul xl v4 in
  let v6 := fma xh xh v5 in
  let v8 := fma xh xh (neg v6) in
  let v9 := add v5 v8 in
  (v6, v9).
Definition rcp22 (xh xl : R) :=
  let v5 := div 1 xh in
  let v7 := fma v5 (neg xh) 1 in
  let v9 := fma v5 (neg xl) v7 in
  let v10 := fma v9 v9 v9 in
  let v11 := fma v5 v10 v5 in
  let v13 := add v5 (neg v11) in
  let v14 := fma v5 v10 v13 in
  (v11, v14).
Definition div22 (xh xl yh yl : R) :=
  let v7 := div 1 yh in
  let v8 := mul xh v7 in
  let v10 := fma v8 (neg yl) xl in
  let v12 := fma v8 (neg yh) xh in
  let v13 := add v10 v12 in
  let v14 := fma v7 v13 v8 in
  let v15 := fma (neg yl) v14 xl in
  let v16 := fma (neg yh) v14 xh in
  let v17 := add v15 v16 in
  let v18 := fma v7 v17 v14 in
  let v20 := add v14 (neg v18) in
  let v21 := fma v7 v17 v20 in
  (v18, v21).
Definition div21 (xh xl y : R) :=
  let v6 := div 1 y in
  let v7 := mul xh v6 in
  let v9 := fma v7 (neg y) xh in
  let v10 := add xl v9 in
  let v11 := fma v6 v10 v7 in
  let v12 := fma (neg y) v11 xh in
  let v13 := add xl v12 in
  let v14 := fma v6 v13 v11 in
  let v16 := add v11 (neg v14) in
  let v17 := fma v6 v13 v16 in
  (v14, v17).
Definition sqrt22 (half_reciprocal : R -> R) (xh xl : R) :=
  let v4 := root xh in
  let v5 := half_reciprocal v4 in
  let v7 := fma v4 (neg v4) xh in
  let v8 := add xl v7 in
  let v9 := fma v5 v8 v4 in
  let v11 := add v4 (neg v9) in
  let v12 := fma v5 v8 v11 in
  (v9, v12).
Definition rsqrt22 (reciprocal_root : R -> R) (xh xl : R) :=
  let v4 := reciprocal_root xh in
  let v5 := mul xh v4 in
  let v7 := fma xh v4 (neg v5) in
  let v8 := fma xl v4 v7 in
  let v10 := fma v4 (neg v5) 1 in
  let v12 := fma v4 (neg v8) v10 in
  let v14 := mul v12 (/ 2) in
  let v15 := fma v4 v14 v4 in
  let v17 := add v4 (neg v15) in
  let v18 := fma v4 v14 v17 in
  (v15, v18).
Definition div12 (x yh yl : R) :=
  let v6 := div 1 yh in
  let v7 := mul x v6 in
  let v9 := fma v7 (neg yh) x in
  let v11 := fma v7 (neg yl) v9 in
  let v12 := fma v6 v11 v7 in
  let v13 := fma (neg yh) v12 x in
  let v14 := fma (neg yl) v12 v13 in
  let v15 := fma v6 v14 v12 in
  let v17 := add v12 (neg v15) in
  let v18 := fma v6 v14 v17 in
  (v15, v18).
Definition fma22 (xh xl yh yl zh zl : R) :=
  let v8 := mul xl yl in
  let v9 := fma xh yl v8 in
  let v10 := fma xl yh v9 in
  let v11 := fma xh yh v10 in
  let v12 := add zh v11 in
  let v14 := add v12 (neg v11) in
  let v16 := add v12 (neg v14) in
  let v18 := fma xh yh (neg v16) in
  let v19 := add v10 v18 in
  let v20 := add zh (neg v14) in
  let v21 := add zl v20 in
  let v22 := add v19 v21 in
  let v23 := add v12 v22 in
  let v25 := add v23 (neg v12) in
  let v27 := add v22 (neg v25) in
  (v23, v27).
Definition add_product (zh zl x y : R) :=
  let v6 := mul x y in
  let v7 := add zh v6 in
  let v9 := add v7 (neg v6) in
  let v11 := add v7 (neg v9) in
  let v12 := add zh (neg v9) in
  let v14 := fma x y (neg v11) in
  let v15 := add zl v14 in
  let v16 := add v12 v15 in
  let v17 := add v7 v16 in
  let v19 := add v17 (neg v7) in
  let v21 := add v17 (neg v19) in
  let v22 := add v16 (neg v19) in
  let v24 := add v7 (neg v21) in
  let v25 := add v22 v24 in
  (v17, v25).
Definition add_product22 (zh zl xh xl yh yl : R) :=
  let v8 := mul xh yh in
  let v9 := add zh v8 in
  let v11 := add v9 (neg v8) in
  let v13 := add v9 (neg v11) in
  let v14 := fma xl yh zl in
  let v15 := fma xh yl v14 in
  let v16 := add zh (neg v11) in
  let v18 := fma xh yh (neg v13) in
  let v19 := add v15 v18 in
  let v20 := add v16 v19 in
  let v21 := add v9 v20 in
  let v23 := add v21 (neg v9) in
  let v25 := add v21 (neg v23) in
  let v26 := add v20 (neg v23) in
  let v28 := add v9 (neg v25) in
  let v29 := add v26 v28 in
  (v21, v29).
Definition fast_add_product (zh zl xh xl yh yl : R) :=
  let v8 := mul xh yh in
  let v9 := add zh v8 in
  let v11 := add v9 (neg v8) in
  let v13 := add v9 (neg v11) in
  let v15 := fma xh yh (neg v13) in
  let v16 := fma xl yh zl in
  let v17 := fma xh yl v16 in
  let v18 := add v15 v17 in
  let v19 := add zh (neg v11) in
  let v20 := add v18 v19 in
  let v21 := add v9 v20 in
  let v23 := add v21 (neg v9) in
  let v25 := add v20 (neg v23) in
  (v21, v25).
