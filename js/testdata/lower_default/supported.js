function throwInTry(a) {
  try {
    if (a) throw a.b;
    a();
  } catch (e) {
    return e;
  }
  try {
    throw 1;
  } catch {
    a();
  }
}

function logicalAssignment(a, b) {
  a ||= 1;
  a.p &&= b;
  a[b] ??= a.q;
  let c = 1;
  return () => (c ??= b);
}

function sharedUpdates(a) {
  let n = 0;
  const f = () => n++;
  glob--;
  return [f, ++n, --glob];
}

function bareFor(a) {
  let i;
  for (i = 0; i < 3; i++) a(i);
  for (;;) {
    if (a()) break;
  }
  for (; a; );
}

function anyDefault(a, b = a + 1, { c = a.b, d = () => c } = new a()) {
  return [b, c, d];
}

function anyKey(a) {
  return { [a + 1]: 1, [2]: 2, [`k`](x) {} };
}

function deadFunctions(a) {
  return a;
  const f = () => a;
  function g() {}
}

function outerLabel(a) {
  k: l: while (a) {
    a();
    continue k;
  }
}

function catchPattern(a) {
  try {
    a();
  } catch ({ x, y: [z = 1] }) {
    return () => x + z;
  }
}

function fbt(fbt) {
  return fbt;
}

function swallowed(a) {
  const f = function g() {
    let g = 1;
    return () => g;
  };
  return f;
}
