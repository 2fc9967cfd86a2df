function loops(a) {
  let i = 0;
  while (i < a) {
    i += 1;
    if (i === 3) continue;
    if (i === 5) break;
    a(i);
  }
  while (a) {
    return i;
  }
  return a;
}
