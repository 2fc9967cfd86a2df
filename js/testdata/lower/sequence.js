function sequence(a, b) {
  a(), b();
  const c = (a(1), b(2), 3);
  for (let i = (a, 0); (b, i < 3); i++, a(i));
  return (a, (b, c));
}
