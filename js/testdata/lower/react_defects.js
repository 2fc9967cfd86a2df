function lostContext(a) {
  let x = 1;
  const f = () => {
    [x] = a;
    for (x of a);
  };
  let y;
  for (y of a);
  return [f, x, () => y];
}

function selfName() {
  return function self() {
    return self();
  };
}

function argumentsObject() {
  return arguments;
}

function ownParameter() {
  function g(g) {
    return g;
  }
  return g;
}

function methodKey(a) {
  return { [a]() {} };
}

function constant(a) {
  const c = 1;
  c += a;
  return c;
}

function caseCalls(a) {
  switch (a) {
    case a(1):
      return 1;
  }
}

function listOrder(a) {
  do {
    if (a) return 1;
    else return 2;
  } while (a);
}
