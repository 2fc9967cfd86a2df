function destructuring({ a, b: [c, , d = 1], ...e }, [f = glob] = [], g = f, ...[h, i]) {
  const { j, "k l": k, 1: m, n: { o = a } = {} } = e;
  let [p, [q], ...r] = h;
  [p, q] = r;
  [p, ...q] = r;
  [p.x, q = j] = r;
  ({ p, q: r } = a);
  ({ p, ...q } = a);
  ({ p: q.x, r: [p] } = a);
  ({ glob } = a);
  const [...{ length }] = r;
  return [c, d, g, i, j, k, m, o, length];
}
