// Runs a program and what the compiler made of it, as a renderer would, and tells
// what each render gives.
'use strict';

const vm = require('vm');

// Unknown functions are pure and depend on nothing but their arguments, as the
// Rules of React ask for. This text runs inside of each world.
const world = `
'use strict';
const calls = [];
let depth = 0;
function show(x, path = []) {
  switch (typeof x) {
    case 'number': return Object.is(x, -0) ? '-0' : String(x);
    case 'string': return JSON.stringify(x);
    case 'function': return 'function';
    case 'symbol': return 'symbol';
    case 'bigint': return x + 'n';
    case 'undefined': case 'boolean': return String(x);
  }
  if (x === null) return 'null';
  if (path.includes(x)) return '^' + (path.length - path.indexOf(x));
  if (path.length > 12) return '...';
  const p = [...path, x];
  if (x instanceof RegExp) return String(x);
  if (Array.isArray(x)) {
    const parts = [];
    for (let i = 0; i < x.length && i < 50; i++) parts.push(i in x ? show(x[i], p) : '');
    return '[' + parts.join(',') + (x.length > 50 ? ',...' + x.length : '') + ']';
  }
  const name = x.constructor && x.constructor !== Object && x.constructor.name ? x.constructor.name : '';
  return name + '{' + Object.keys(x).sort().map(k => k + ':' + show(x[k], p)).join(',') + '}';
}
function hash(s) {
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619);
  return h >>> 0;
}
function unknown(name) {
  return function (...args) {
    const text = name + '(' + args.map(a => show(a)).join(',') + ')';
    calls.push(text);
    if (calls.length > 2000) throw new RangeError('too many calls');
    const h = hash(text);
    switch (h % 8) {
      case 0: return h % 3;
      case 1: return String.fromCharCode(97 + h % 5);
      case 2: return h % 2 === 0;
      case 3: return Object.freeze([h % 4, h % 5]);
      case 4: return Object.freeze({a: h % 4, x: h % 3, y: Object.freeze([h % 2])});
      case 5: return undefined;
      default: return h % 7;
    }
  };
}
const f = unknown('f'), g = unknown('g'), h = unknown('h'), tag = unknown('tag');
function C(...args) { const v = unknown('C')(...args); this.v = v; Object.freeze(this); }
const G = Object.freeze({a: 1, x: Object.freeze([1, 2]), f, g, h});
const H = Object.freeze([3, Object.freeze({a: 2})]);
`;

// The arguments of renders: equal ones are made anew each time, but for A2.
const argumentLists = {
  A: '[1, Object.freeze([1, 2, 3]), Object.freeze({a: 1, x: 2, y: Object.freeze([4])})]',
  B: '[2, "s", Object.freeze([5, 0])]',
  C: '[0, undefined, Object.freeze({x: Object.freeze({a: 3})})]',
  D: '[1, 2, 3]',
};

// orders are the renders that share a memo cache.
const orders = [['A'], ['B'], ['C'], ['D'], ['A', 'A', 'B', 'A'], ['D', 'B', 'D', 'C', 'D']];

// Milliseconds for one render, and for one that has to end, because the source does,
// on a machine that is busy.
const limit = 300;
const patience = 10000;
const endless = 'does not end';

// script makes the text that defines the program in a world.
function script(js, entry) {
  const body = js
    .replace(/^import \{ c as (\w+) \} from "react\/compiler-runtime";?/m, (_, n) => `const ${n} = __cache;`)
    .replace(/^export default /m, '')
    .replace(/^export /gm, '');
  return `${world}
const sentinel = Symbol.for('react.memo_cache_sentinel');
let caches = [], nextCache = 0;
function __cache(size) {
  const i = nextCache++;
  if (!caches[i]) caches[i] = new Array(size).fill(sentinel);
  return caches[i];
}
${body}
;({
  fresh() { caches = []; },
  render(args) {
    nextCache = 0;
    calls.length = 0;
    let value;
    try {
      value = 'returns ' + show(${entry}(...args()));
    } catch (e) {
      value = 'throws ' + (e instanceof Error ? e.name : show(e));
    }
    return {value, calls: calls.join(' ')};
  },
})`;
}

class Instance {
  constructor(js, entry) {
    this.context = vm.createContext({});
    this.context.api = vm.runInContext(script(js, entry), this.context, {timeout: patience});
    this.args = {};
    for (const [k, text] of Object.entries(argumentLists)) {
      this.args[k] = vm.runInContext(`(() => ${text})`, this.context);
    }
  }

  fresh() {
    this.context.api.fresh();
  }

  render(name, timeout) {
    this.context.args = this.args[name];
    try {
      return vm.runInContext('api.render(args)', this.context, {timeout});
    } catch (e) {
      return {value: e && e.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? endless : `throws ${e && e.name}`, calls: ''};
    }
  }
}

// run returns the renders: what the source gives and what the compiled program does.
function run(source, compiled, entry) {
  const before = new Instance(source, entry);
  const after = new Instance(compiled, entry);
  const expected = {};
  const runs = [];
  for (const order of orders) {
    after.fresh();
    for (const [i, name] of order.entries()) {
      const a = (expected[name] ??= before.render(name, limit));
      // Nothing can be said of what does not end; the cache is as it may be then.
      if (a.value === endless) break;
      const b = after.render(name, patience);
      runs.push({
        render: order.slice(0, i + 1).join(' '),
        source: a.value,
        compiled: b.value,
        // A render from the cache need not call what it has called before.
        ...(i === 0 ? {sourceCalls: a.calls, compiledCalls: b.calls} : {}),
      });
      if (b.value === endless) return runs;
    }
  }
  return runs;
}

// guilty returns the first of the forms of a function that does something else than
// the source, "" if there is none. A form is a pass and the JavaScript that defines
// the function, by another name, as it is after it.
function guilty(source, entry, forms, name, args) {
  const a = new Instance(source, entry).render(args, limit);
  if (a.value === endless) return '';
  let last = '';
  for (const {pass, js} of forms) {
    if (js === last) continue;
    last = js;
    const b = new Instance(`${source}\n${js}`, name).render(args, patience);
    if (b.value === 'throws __Broken') continue; // that is for others to tell
    if (a.value !== b.value || a.calls !== b.calls) return pass;
  }
  return '';
}

module.exports = {run, guilty, Instance};
