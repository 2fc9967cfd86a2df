function unreachable(a) {
  while (true) {
    if (a) {
      break;
      a();
    }
    continue;
    a(1);
  }
  {
    return a;
  }
  let b = 1;
  while (b) b();
  return b;
}
