function literals() {
  return [null, true, false, undefined, NaN, 0, -0, 1.5, 1e21, 1e-7, 255, 256, "s", "\"\n\u2028é", /a\/b/gi, `t`];
}
