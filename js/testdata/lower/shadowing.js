function scopes(x) {
  let y = x;
  {
    let y = 1;
    {
      const y = 2;
      x(y);
    }
    x(y);
  }
  {
    let y_0 = 3;
    x(y_0);
  }
  for (let y = 0; y < 1; y++) x(y);
  if (x) {
    let x = 4;
    y = x;
  }
  {
    function y() {}
    x(y);
  }
  const f = (x, y) => x + y;
  return f(x, y);
}
