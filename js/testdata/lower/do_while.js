function loops(a) {
  do {
    if (a) continue;
    a();
  } while (a.b);
  do {
    break;
  } while (a.c);
  return a;
}
