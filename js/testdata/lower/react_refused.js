function catchVariable(a) {
  try {
    a();
  } catch (e) {
    return () => e;
  }
}

function parameterPattern({ x }, ...[y]) {
  return () => {
    x = 1;
    y = 2;
  };
}
