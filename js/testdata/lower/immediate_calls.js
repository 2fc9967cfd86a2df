function immediate(a) {
  const x = (() => a)();
  const y = (() => {
    if (a) return 1;
    return 2;
  })();
  (function () {
    while (a) a();
  })();
  (() => {
    throw a;
  })();
  return [x, y];
}

function notInlined(a) {
  (async () => a)();
  ((b) => b)(1);
  (() => a)(1);
  const f = () => a;
  f();
  return a ? (() => 1)() : (() => (() => a)())();
}

function inTry(a) {
  try {
    (() => {
      if (a()) return 1;
      a(2);
    })();
  } catch {
    a(3);
  }
  let n = 0;
  (() => {
    n = 1;
    return () => n;
  })();
  return n;
}
