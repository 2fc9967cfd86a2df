function loops(o) {
  let k;
  for (const x in o) {
    if (x) continue;
    o(x);
  }
  for (k in o) break;
  for (o[0] in o);
  return k;
}
