function logical(a, b) {
  a && b();
  const c = (a || b) && (a ?? b);
  if ((a && b) || c) return c;
  while (a ?? b) a();
  return a || (b && (c ?? a));
}
