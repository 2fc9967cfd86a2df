function directives(a) {
  "use strict";
  "use foo";
  const f = () => {
    "use bar";
    return a;
  };
  debugger;
  return f;
}
