function ternary(a, b) {
  const c = a ? b : a ? 1 : b ? 2 : 3;
  if (a ? b : c) a();
  a[a ? 1 : 2] = b ? a : b;
  return (a ? b : c) ? a() : b();
}
