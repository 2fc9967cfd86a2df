function context(a, b, c) {
  let n = 0;
  const inc = () => {
    n += 1;
    return n;
  };
  let m = 1;
  const get = () => m;
  m = 2;
  let k = 1;
  const same = () => k;
  let u;
  const set = () => {
    u = a;
    [u] = b;
    ({ u, v: u.w } = c);
  };
  const deep = () => {
    let n = 1;
    return () => {
      n = 2;
      c = n;
      return () => n;
    };
  };
  for (let i = 0; i < 3; i += 1) a(() => i);
  for (const j of a) b(() => j);
  let [p, { q }] = a;
  const r = () => {
    p = q = 1;
  };
  return [inc, get, same, set, deep, n, m, k, u, p, q, r];
}
