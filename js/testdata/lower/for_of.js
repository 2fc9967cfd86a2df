function loops(list, o) {
  let last, other;
  for (const x of list) {
    if (x) continue;
    last = x;
  }
  for (let y of list) y();
  for (o.p of list) break;
  for (const [k, v = 1] of list) o[k] = v;
  for (const { p, ...rest } of list) o(p, rest);
  for (last of list);
  for ([last, other] of list);
  return last + other;
}
