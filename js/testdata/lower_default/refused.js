function keyword(a) {
  var b = a;
}
function finallyBlock(a) {
  try {
    a();
  } finally {
    a(1);
  }
}
function finallyAndCatch(a) {
  try {
    a();
  } catch {
  } finally {
    a(1);
  }
}
function constant(a) {
  const b = 1;
  b = a;
}
function constantUpdate(a) {
  const b = 1;
  b++;
}
function constantPattern(a) {
  const b = 1;
  [b] = a;
}
function constantInner(a) {
  const b = 1;
  return () => {
    b = a;
  };
}
function constantCompound(a) {
  const b = 1;
  b += a;
}
function thisExpression() {
  return this;
}
function evalCall() {
  return eval("1");
}
function argumentsObject() {
  return arguments;
}
function selfName() {
  return function self() {
    return self;
  };
}
function caseCall(a) {
  switch (a) {
    case a(1):
  }
}
function patternKey(a) {
  const { [a]: b } = a;
}
function interpolatedTag(a) {
  return a`x${a}`;
}
function escapedTag(a) {
  return a`\n`;
}
function deadDeclaration(a) {
  f();
  return a;
  function f() {}
}
function deleteChain(a) {
  return delete a?.b;
}
const arrow = (a) => {
  return this;
};
function fine() {}
