# docs/proofs/mul22.md, sqr22 with |T| <= 2u and s < 2: t = RN(2 xh xl), s = RN(xh^2 + t), r = RN(xh^2 - s), l = RN(r + t).
@rnd = float<ieee_32, ne>;
xh=rnd(xh_); xl=rnd(xl_);
T = 2*xh*xl;
t = rnd(T);
v = xh*xh + t;
s = rnd(v);
R = xh*xh - s;
r = rnd(R);
l = rnd(r + t);
XX = (xh+xl)*(xh+xl);
{ xh in [1,1.99999988079071044921875] /\ |xl| <= 1b-24 /\ |T| <= 1b-23 /\ s in [1,1.99999988079071044921875]
  -> @FIX(R,-46) /\ r - R in [0,0] /\ |(s + l) - XX| <= 7b-49 }
R -> (v - s) - t;
v - s -> -(s - v);
(s + l) - XX -> (l - (r+t)) + (r - R) + (t - T) - xl*xl;
r + t -> (r - R) + (v - s);
