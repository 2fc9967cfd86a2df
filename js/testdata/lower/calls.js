function calls(a, b) {
  a();
  a(1, ...b, b);
  a.m(b);
  a.m.n(a.o(1), ...b);
  a[0](1);
  a[b](2);
  a(1)(2)(3);
  new a();
  new a.b(1, ...b);
  glob(top, calls);
  (a, b)(1);
  return (a || b)(a);
}
const top = 1;
