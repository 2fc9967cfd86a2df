// seed 0
function main(a, b) {
  const c = b * 9;
  let d = c;
  d = f(d | d);
  if (c > 3) for (let e of [a]) {
    break;
  }
  else {
    b = d || a;
    try {
      const i = a;
      a = b;
      b = i;
      a = d = a;
    } catch {
      return [d, c, b, a];
    }
  }
  return [d, c, b, a];
}

// seed 1
function main(a, b) {
  let c = a ^ 5 * 5 + (() => b)();
  let d = a == a ? 3 * b + (a - a) : c;
  debugger;
  let e = { x: b, y: 13 * d + a - a, a };
  let i = 3;
  while (i > 0) {
    i -= 1;
    a = d;
  }
  return [i, d, c, b, a];
}

// seed 2
function main(a, b, c) {
  let d = c;
  let q = (b += d) > 3 ? b : ((e, i) => {
    const k = (j) => 6;
    L0: for (let l = 0, m = 31 * d + 1; l < 4; ++l) {
      switch (b) {
        case 0:
          break;
        case i:
          m = c = i;
          break;
        default:
          let n = 0;
          while (m != 4 && n < 2) {
            n = n + 1;
            break L0;
          }
      }
      let p = b;
      b = d;
      d = p;
    }
    return e;
  })(a, c);
  b = d;
  d = c;
  return [q, d, c, b, a];
}

// seed 3
function main(a, b = 4) {
  let c = 7 * (b - 0) + a;
  const d = [c **= c, c];
  let e = 0;
  while (e++ < 3 && f(c, a, e)) {}
  f(e);
  for (let d = 0; d++ < 4 && f(e);) {
    for (const a in { x: 6 }) {
      f(b, c);
      if (c) {
        c %= e;
      }
      for (let c = 0, i = c === 0 ? 4 : c; c < 4; c += 1) {
        break;
      }
      const d = c;
      c = b;
      b = d;
    }
  }
  return [e, c, b, a];
}

// seed 4
function main(a, b, { x: c }) {
  let d = a, e = 7 * [3 * c + d][b & 1] + c;
  let i = 0;
  while (i < 3) {
    if (b) {
      f(c);
      e = b, d = e = c;
      L0: {}
      if (a == 0) {
        if (!f(a, b, i)) break;
        a = (d = a, 7) >= d ? a : c;
      }
    }
    i = i + 1;
  }
  return [i, e, d, c, b, a];
}

// seed 5
function main(a, b, c) {
  let d = 0;
  while (d++ < 6) {
    const b = a;
    a = c;
    c = b;
    a += { x: a, b }.z;
  }
  return [d, c, b, a];
}

// seed 6
function main({ x: a, y: b }) {
  a = b;
  b = a;
  return [b, a];
}

// seed 7
function main(a, b) {
  function c() {
    let a = b;
    L1: for (let d of [a]) {
      d = a;
      a = b;
      let e = 0;
      while (e < 4) {
        e += 1;
        d = a;
        a = d;
        L0: {
          if (b == 3) return d;
          try {
            if (e == 2) break L1;
            const l = (i) => {
              for (let j of [4]) {
                let b = 0;
                while (b < 3) {
                  b = b + 1;
                  let k = { x: b, y: b || b };
                  k.x = b;
                  j = i;
                }
              }
              return i;
            };
          } catch (m) {
            let n = d;
            d = a;
            a = m;
            m = n;
          }
        }
      }
      let p = a;
      a = d;
      d = p;
    }
    return a;
  }
  a = c();
  return [b, a];
}

// seed 8
function main(a) {
  let b = f(a);
  if (f(a, a)) return [b, a];
  return 31 * b + a;
}

// seed 9
function main(a, b, { x: c, y: d }) {
  let e = d;
  {
    for (let i in { x: a, y: d }) {
      let j = e;
      continue;
      switch (8) {
        case 0:
          f(e, e, c);
        case e:
        case 2:
          let k = b;
          b = a;
          a = k;
        case 3:
          f(j, b, j);
      }
    }
  }
  return [e, d, c, b, a];
}

// seed a
function main(a, b) {
  for (const c of [9 + a, a, b]) {
    let d = 0;
    while (b <= 0 && (d += 1) <= 3) {
      b = 31 * b + 9;
      G = b;
      const k = {
        x: 5,
        m(e, i = 1) {
          for (const [i, c] of [[d, e], [a, b]]) {
            const j = b;
            b = e;
            e = a;
            a = j;
            b = e;
          }
          return b;
        }
      };
    }
  }
  return [b, a];
}

// seed b
function main(a, b, c) {
  let d = c & b;
  d = 37 * 8 + 3;
  b += 3;
  f(d);
  let e = 4 + b;
  let i;
  b &&= 17 * c + 0;
  a = e;
  return [i, e, d, c, b, a];
}

