function members(a, b) {
  return a.b.c[b].d[0][1.5][1e21]["s"][`t`][b.c[a]];
}
