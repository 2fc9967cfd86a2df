function assignments(a, b) {
  let c, d = (c = a);
  c = d = b;
  c += 1;
  d **= c >>>= 2;
  a.p = c;
  a[0] = d;
  a["q"] = a[b] = c;
  a.p += 1;
  a[0] -= (a[b] *= 3);
  b = (c = 1) + c;
  glob = b;
  glob += 1;
  top = glob;
  return (a.p = b);
}
let top;
