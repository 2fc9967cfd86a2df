function loops(a) {
  for (let i = 0, j = a; i < j; i++, j--) {
    if (i === 3) continue;
    if (j === 3) break;
    a(i, j);
  }
  for (let k = a; k; ) a(k);
  for (let i = 0; i < 1; i++) {
    return;
  }
}
