package js

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// parseTests are sources and their canonical form, without its final newline. The
// form is the source itself where it is left out.
var parseTests = []struct{ src, want string }{
	// Statements.
	{"", ""},
	{"let a = 1, b; const c = 2; var d", "let a = 1, b;\nconst c = 2;\nvar d;"},
	{"if (a) b; else c", "if (a) b;\nelse c;"},
	{"if (a) {b} else if (c) {d} else {e}", "if (a) {\n  b;\n} else if (c) {\n  d;\n} else {\n  e;\n}"},
	{"if (a) if (b) c; else d", "if (a) if (b) c;\nelse d;"},
	{"if (a) { if (b) c } else d", "if (a) {\n  if (b) c;\n} else d;"},
	{"if (a) while (b) if (c) d; else e", "if (a) while (b) if (c) d;\nelse e;"},
	{"if (a) function f() {} else function g() {}", "if (a) function f() {}\nelse function g() {}"},
	{"while (a) { continue }", "while (a) {\n  continue;\n}"},
	{"do a(); while (b) c", "do a(); while (b);\nc;"},
	{"do { a } while (b)\nc", "do {\n  a;\n} while (b);\nc;"},
	{"for (;;) ;", "for (;;) ;"},
	{"for (let i=0,j;i<3;i++,j--) {break}", "for (let i = 0, j; i < 3; i++, j--) {\n  break;\n}"},
	{"for (a in b, c) d; for (const [a, b=1] of c) d; for (var x of y) z", "for (a in b, c) d;\nfor (const [a, b = 1] of c) d;\nfor (var x of y) z;"},
	{"for ([a.b, c] of d) ; for ({a: b[0]} in c) ;", "for ([a.b, c] of d) ;\nfor ({ a: b[0] } in c) ;"},
	{"for ((async) of x); for (async.y of x); for (async in x);", "for ((async) of x) ;\nfor (async.y of x) ;\nfor (async in x) ;"},
	{"for (x.async of y);", "for ((x.async) of y) ;"},
	{"for (of of of) ;", "for (of of of) ;"},
	{"for (let of of of); for (let async of x); for (let yield = 1;;);", "for (let of of of) ;\nfor (let async of x) ;\nfor (let yield = 1;;) ;"},
	{"for ((let) of x); for ((let).a in x); for ((let)[0];;);", "for ((let) of x) ;\nfor ((let).a in x) ;\nfor ((let)[0];;) ;"},
	{"switch (a) { case 1: case 2: b; break; default: { c } case 3: }", "switch (a) {\n  case 1:\n  case 2:\n    b;\n    break;\n  default:\n    {\n      c;\n    }\n  case 3:\n}"},
	{"switch (a) {}", "switch (a) {}"},
	{"a: for (;;) { b: { break b; continue a } }", "a: for (;;) {\n  b: {\n    break b;\n    continue a;\n  }\n}"},
	{"a: b: while (0) continue a", "a: b: while (0) continue a;"},
	{"a: function f() {}", "a: function f() {}"},
	{"let: x; async: x", "let: x;\nasync: x;"},
	{"try { a } catch { b } try { a } catch ({b, c}) { } finally { d }", "try {\n  a;\n} catch {\n  b;\n}\ntry {\n  a;\n} catch ({ b, c }) {} finally {\n  d;\n}"},
	{"try {} finally {}", "try {} finally {}"},
	{"throw a, b; debugger; ;", "throw a, b;\ndebugger;\n;"},
	{"function f() { return\n1 }", "function f() {\n  return;\n  1;\n}"},
	{"{ { } }", "{\n  {}\n}"},
	// Semicolons that are not there.
	{"a\nb\n++c\nd", "a;\nb;\n++c;\nd;"},
	{"a\n(b)\n[c]\n`d`", "a(b)[c]`d`;"},
	{"a = b\n/re/g", "a = b / re / g;"},
	{"if (a) b\nelse c", "if (a) b;\nelse c;"},
	{"function f() { let a\n; return /* \n */; return a\n;;throw a\n;debugger\n;b\n;\n;{}\n; }", "function f() {\n  let a;\n  return;\n  return a;\n  ;\n  throw a;\n  debugger;\n  b;\n  ;\n  {}\n  ;\n}"},
	{"let\nx = 1\nlet // comment\ny", "let x = 1;\nlet y;"},
	{"a = () => {}\n/re/.test(b)", "a = () => {};\n/re/.test(b);"},
	{"var a = 1\nfunction f() {}\n/re/.test(a)", "var a = 1;\nfunction f() {}\n/re/.test(a);"},
	{"{}\n/re/; ({})\n/re/g", "{}\n/re/;\n({}) / re / g;"},
	{"a++\n/re/ 1", "a++ / re / 1;"},
	// Functions.
	{"function f(a, {b = 1, c: [d]}, [e, , f] = [], ...g) {}", "function f(a, { b = 1, c: [d] }, [e, , f] = [], ...g) {}"},
	{"async function f() { await a; for (;;) await (await b)() }", "async function f() {\n  await a;\n  for (;;) await (await b)();\n}"},
	{"function* g() { var yield_ }", "function* g() {\n  var yield_;\n}"},
	{"async function* g() {}", "async function* g() {}"},
	{"a = function () {}; b = function c() { return }", "a = function () {};\nb = function c() {\n  return;\n};"},
	{"(function () {})(); (function () {}.a)", "(function () {})();\n(function () {}).a;"},
	{"(async function () {})()", "(async function () {})();"},
	{"a = x => x; b = (x, y = 1) => ({}); c = async x => { await x }; d = async () => 1", "a = (x) => x;\nb = (x, y = 1) => ({});\nc = async (x) => {\n  await x;\n};\nd = async () => 1;"},
	{"(() => {})(); (() => 1) ? 2 : 3; a = () => (1, 2)", "(() => {})();\n(() => 1) ? 2 : 3;\na = () => (1, 2);"},
	{"a => ({}).b; a => ({b} = a); a => [b]; a => function () {}", "(a) => ({}).b;\n(a) => ({ b } = a);\n(a) => [b];\n(a) => function () {};"},
	{"(a, b) => c => d => e", "(a, b) => (c) => (d) => e;"},
	{"(...[a]) => a; ({a}, ...b) => a", "(...[a]) => a;\n({ a }, ...b) => a;"},
	{"async(x); async\n(x); async => 1; async async => async", "async(x);\nasync(x);\n(async) => 1;\nasync (async) => async;"},
	{"function f() { 'use memo'; \"it's\"; 'a\"b'; ('c') }", "function f() {\n  \"use memo\";\n  \"it's\";\n  'a\"b';\n  (\"c\");\n}"},
	{"'use strict'; 'a'; b; 'c'", "\"use strict\";\n\"a\";\nb;\n\"c\";"},
	{"('use strict'); 'a'", "(\"use strict\");\n\"a\";"},
	{"function f() { ('use strict') }", "function f() {\n  (\"use strict\");\n}"},
	{"() => { 'use memo' }", "() => {\n  \"use memo\";\n};"},
	{"'use strict' + 1; 'a'.b", "\"use strict\" + 1;\n\"a\".b;"},
	// Objects, arrays, patterns.
	{"a = {}; b = {c: 1, 'd e': 2, 3: 4, [f]: 5, g, ...h, if: 6}", "a = {};\nb = { c: 1, \"d e\": 2, 3: 4, [f]: 5, g, ...h, if: 6 };"},
	{"a = {b() {}, async c() {}, *d() {}, 'e'(x) {}, 1() {}, [f]() {}, get() {}, set: 1, async: 2, async async() {}}", "a = {\n  b() {},\n  async c() {},\n  *d() {},\n  \"e\"(x) {},\n  1() {},\n  [f]() {},\n  get() {},\n  set: 1,\n  async: 2,\n  async async() {}\n};"},
	{"a = {b: function () {}, c: () => 1, d: () => {}}", "a = {\n  b: function () {},\n  c: () => 1,\n  d: () => {}\n};"},
	{"a = {__proto__: b}; a = {__proto__}; a = {'__proto__': b}; a = {['__proto__']: b}; a = {__proto__() {}}", "a = { __proto__: b };\na = { __proto__ };\na = { \"__proto__\": b };\na = { [\"__proto__\"]: b };\na = {\n  __proto__() {}\n};"},
	{"a = {a: a, a, 0x10: 1, 1e21: 2, .5: 3, 1e999: 4}", "a = { a: a, a, 16: 1, 1e+21: 2, 0.5: 3, 1e400: 4 };"},
	{"({}).x; ({}); ({a} = b); [a, b] = [b, a]", "({}).x;\n({});\n({ a } = b);\n[a, b] = [b, a];"},
	{"[,]; [, a]; [a, ,]; [a, , b]; [...a, ...b]", "[,];\n[, a];\n[a, ,];\n[a, , b];\n[...a, ...b];"},
	{"let {a, b: c, 'd': e, 1: f, [g]: h, i = 1, j: k = 2, ...l} = m", "let { a, b: c, \"d\": e, 1: f, [g]: h, i = 1, j: k = 2, ...l } = m;"},
	{"let [] = a, {} = b, [, c, , ...[d]] = e", "let [] = a, {} = b, [, c, , ...[d]] = e;"},
	{"[a.b, c[d], (e), ...f.g] = h; ({a: b.c, ...d.e} = f)", "[a.b, c[d], e, ...f.g] = h;\n({ a: b.c, ...d.e } = f);"},
	{"let [[a = 1] = []] = b; [[a = 1] = []] = b; function f([[a = 1] = []]) {}", "let [[a = 1] = []] = b;\n[[a = 1] = []] = b;\nfunction f([[a = 1] = []]) {}"},
	{"[...é] = [...𝒳] = x", "[...é] = [...𝒳] = x;"},
	// Operators.
	{"a + b - c * d / e % f ** g ** h", "a + b - c * d / e % f ** g ** h;"},
	{"(a + b) * (c - (d - e)); a - (b + c); (a ** b) ** c; a ** (b ** c)", "(a + b) * (c - (d - e));\na - (b + c);\n(a ** b) ** c;\na ** b ** c;"},
	{"(-1) ** 2; (await_) ** 2; 2 ** -1; (+a) ** b; a++ ** b; ++a ** b; (typeof a) ** b", "(-1) ** 2;\nawait_ ** 2;\n2 ** -1;\n(+a) ** b;\na++ ** b;\n++a ** b;\n(typeof a) ** b;"},
	{"async () => (await a) ** 2", "async () => (await a) ** 2;"},
	{"-(-x); + +x; - --x; -(+x); !(!x); ~-x; - -1; a - -b; a + +b; a+ ++b; a-- - b", "- -x;\n+ +x;\n- --x;\n-+x;\n!!x;\n~-x;\n- -1;\na - -b;\na + +b;\na + ++b;\na-- - b;"},
	{"typeof a.b; void 0; delete a[b]; typeof (a + b); !(a, b)", "typeof a.b;\nvoid 0;\ndelete a[b];\ntypeof (a + b);\n!(a, b);"},
	{"a < b < c; a < (b < c); (a < b) < c; a in b in c; a instanceof b > c; a < ((b) < c); a < (b < c) < d; a < b << c", "(a < b) < c;\na < (b < c);\n(a < b) < c;\n(a in b) in c;\n(a instanceof b) > c;\na < (b < c);\n(a < (b < c)) < d;\na < b << c;"},
	{"a < t`x` < b; a < (t`x` < b); a < (b.c(d) < e); a < ((b) + (c) < d)", "(a < t`x`) < b;\na < (t`x` < b);\na < (b.c(d) < e);\na < (b + c < d);"},
	{"a == b == c; a == (b == c); a & b | c ^ d; a << b >> c >>> d", "a == b == c;\na == (b == c);\na & b | c ^ d;\na << b >> c >>> d;"},
	{"a && b || c; a && (b || c); (a ?? b) || c; a ?? (b || c); (a && b) ?? c; a ?? b ?? c; a ?? (b ?? c); a || (b || c); a && (b ?? c)", "a && b || c;\na && (b || c);\n(a ?? b) || c;\na ?? (b || c);\n(a && b) ?? c;\na ?? b ?? c;\na ?? (b ?? c);\na || (b || c);\na && (b ?? c);"},
	{"a ? b : c ? d : e; (a ? b : c) ? d : e; a ? (b, c) : d; a ? b = c : d; (a = b) ? c : d", "a ? b : c ? d : e;\n(a ? b : c) ? d : e;\na ? (b, c) : d;\na ? b = c : d;\n(a = b) ? c : d;"},
	{"a = b = c; a += b; a **= b; a >>>= b; a &&= b; a ||= b; a ??= b; a.b = c; a[b] -= c; (a) = b", "a = b = c;\na += b;\na **= b;\na >>>= b;\na &&= b;\na ||= b;\na ??= b;\na.b = c;\na[b] -= c;\na = b;"},
	{"(a, b), c; a, (b, c); f((a, b)); [(a, b)]; ({a: (b, c)})", "(a, b), c;\na, (b, c);\nf((a, b));\n[(a, b)];\n({ a: (b, c) });"},
	{"a++; --a; a.b++; ++a[b]; (a)++", "a++;\n--a;\na.b++;\n++a[b];\na++;"},
	// Calls and members.
	{"a.b.c[d](e, ...f)(g)", "a.b.c[d](e, ...f)(g);"},
	{"new a; new a(); new a.b(c); new (f())(); new (a.b().c); new (a().b)(); new a().b; new (new a)(); new new a()(); new (a, b)", "new a();\nnew a();\nnew a.b(c);\nnew (f())();\nnew (a.b().c)();\nnew (a().b)();\nnew a().b;\nnew new a()();\nnew new a()();\nnew (a, b)();"},
	{"new (function () {}); new a`b`; new (a()`b`); new (a?.b); new (a?.b).c", "new function () {}();\nnew a`b`();\nnew (a()`b`)();\nnew (a?.b)();\nnew (a?.b).c();"},
	{"a?.b.c; (a?.b).c; a?.[b]; a?.(b); a?.b?.c; (a?.b)(); (a?.b)`x`; a.b?.c(d)[e]; (a?.b.c)?.d", "a?.b.c;\n(a?.b).c;\na?.[b];\na?.(b);\na?.b?.c;\n(a?.b)();\n(a?.b)`x`;\na.b?.c(d)[e];\n(a?.b.c)?.d;"},
	{"delete a?.b; typeof a?.b; a?.b + 1; (a?.b).c = d; a ? .5 : 1; a?.5:1", "delete a?.b;\ntypeof a?.b;\na?.b + 1;\n(a?.b).c = d;\na ? 0.5 : 1;\na ? 0.5 : 1;"},
	{"1..toString(); 1.0.x; (1).x; 1[a]; 1.5.x; 1e400.x; 1?.x", "(1).toString();\n(1).x;\n(1).x;\n1[a];\n(1.5).x;\n(1e400).x;\n1?.x;"},
	{"a.if.class.null.new.async.let; a.\nfunction\nb", "a.if.class.null.new.async.let;\na.function;\nb;"},
	{"(a + b).c; (a, b)(); (() => 1)(); (await_)(); (a = b).c; (a ? b : c)(); (-a).b; (a++).b; (`x`).y; [].a; this.a; 'a'.b; /a/.b", "(a + b).c;\n(a, b)();\n(() => 1)();\nawait_();\n(a = b).c;\n(a ? b : c)();\n(-a).b;\n(a++).b;\n`x`.y;\n[].a;\nthis.a;\n\"a\".b;\n/a/.b;"},
	{"(let)[0] = 1; (let[0]).x; let; let.a; x = let[0]; (let) = 1", "(let)[0] = 1;\n(let)[0].x;\n(let);\n(let).a;\nx = let[0];\n(let) = 1;"},
	// The operator in within the head of a for.
	{"for (a = (b in c); ;) ; for (let a = (b in c) ? d : e;;) ; for (a = [b in c];;) ; for (let a = () => (b in c);;) ;", "for (a = (b in c);;) ;\nfor (let a = (b in c) ? d : e;;) ;\nfor (a = [b in c];;) ;\nfor (let a = () => (b in c);;) ;"},
	{"for (a = b ? c in d : e;;) ; for (a = function () { return b in c };;) ; for (f(a in b);;) ; for (`${a in b}`;;) ;", "for (a = b ? c in d : e;;) ;\nfor (a = function () {\n  return b in c;\n};;) ;\nfor (f(a in b);;) ;\nfor (`${a in b}`;;) ;"},
	{"for (let {a = (b in c)} of d) ; for (let {[(a in b)]: c} = d;;) ; for (a = (b = (c in d)) => e;;) ;", "for (let { a = (b in c) } of d) ;\nfor (let { [(a in b)]: c } = d;;) ;\nfor (a = (b = (c in d)) => e;;) ;"},
	{"for (a[(b in c)] of d) ; for (a of (b in c)) ; for (a in b in c) ;", "for (a[b in c] of d) ;\nfor (a of b in c) ;\nfor (a in b in c) ;"},
	// Literals.
	{"0; 1.0; .5; 5.; 0x1F; 0b101; 0o17; 017; 08.5; 1e3; 1E-7; 1_000.5; 1e1_0; 123456789012345680000; 1e21; 1e400", "0;\n1;\n0.5;\n5;\n31;\n5;\n15;\n15;\n8.5;\n1000;\n1e-7;\n1000.5;\n10000000000;\n123456789012345680000;\n1e+21;\n1e400;"},
	{"0x20000000000001; 0x20000000000003; 0b111111111111111111111111111111111111111111111111111111111111111111111; 0o7777777777777777777777777", "9007199254740992;\n9007199254740996;\n590295810358705700000;\n3.777893186295716e+22;"},
	{`x; 'a"b\'c'; "\x41\u0042\u{43}\u{1F600}\ud83d\ude00"; "\ud800"; "\udc00\ud800"; '\0'; '\01\7\777\8'`, "x;\n\"a\\\"b'c\";\n\"ABC😀😀\";\n\"\\ud800\";\n\"\\udc00\\ud800\";\n\"\\0\";\n\"\\x01\\x07?78\";"},
	{"x = '\\n\\r\\t\\b\\v\\f\\x1f\\x7f\\\\\\a'; x = '\u2028\u2029\ufeff'; x = 'a\\\nb'; x = '</script></Script><script></style>'", "x = \"\\n\\r\\t\\b\\v\\f\\x1f\\x7f\\\\a\";\nx = \"\\u2028\\u2029\\ufeff\";\nx = \"ab\";\nx = \"<\\/script><\\/Script><script></style>\";"},
	{`x = "\u{10FFFF}\u{10ffff}"`, "x = \"\U0010FFFF\U0010FFFF\";"},
	{"`a`; `a${b}c${d, e}`; `\\`\\${\\n`; `\n`; t`\\u{`; `$`; `$$${a}$`; `${`${a}`}`; `}`", "`a`;\n`a${b}c${d, e}`;\n`\\`\\${\\n`;\n`\n`;\nt`\\u{`;\n`$`;\n`$$${a}$`;\n`${`${a}`}`;\n`}`;"},
	{"`a\r\nb\rc`", "`a\nb\nc`;"},
	{"/a/; /[/]\\//g; /=/; a = /[\\]/]/; a / b / c; a /= /b/; (a) / 2; [a] / 2; x = {} / 2; if (a) /b/.c; a.return / 2 / b; !/a/", "/a/;\n/[/]\\//g;\n/=/;\na = /[\\]/]/;\na / b / c;\na /= /b/;\na / 2;\n[a] / 2;\nx = {} / 2;\nif (a) /b/.c;\na.return / 2 / b;\n!/a/;"},
	{"async function f() { await /a/; } function g() { await / 1 / 2 } async () => await /a/ ? () => await / 2 : await /c/", "async function f() {\n  await /a/;\n}\nfunction g() {\n  await / 1 / 2;\n}\nasync () => await /a/ ? () => await / 2 : await /c/;"},
	{"({async await() { await /a/ }, b() { await / 1 / 2 }})", "({\n  async await() {\n    await /a/;\n  },\n  b() {\n    await / 1 / 2;\n  }\n});"},
	{"true; false; null; this; undefined; NaN", "true;\nfalse;\nnull;\nthis;\nundefined;\nNaN;"},
	// Comments and spaces.
	{"#! /usr/bin/env node\n/* a */ b // c\n/* d\n*/ e /**/ + /* ) */ f\u00a0;\u3000\ufeffg", "b;\ne + f;\ng;"},
	{"a /* \n */ b", "a;\nb;"},
	{"a //\u2028b", "a;\nb;"},
	{"// [ ( {\n/* ` */ '(' + /[(]/ + `(`", "\"(\" + /[(]/ + `(`;"},
	// Names.
	{"é; 𝒳; \\u0061; a\\u{62}c; _$1; ü: for (;;) break ü; ö: ä: for (;;) continue ä", "é;\n𝒳;\na;\nabc;\n_$1;\nü: for (;;) break ü;\nö: ä: for (;;) continue ä;"},
	{"x.\\u0069f; ({\\u0069f: 1}); \\u006cet\nx", "x.if;\n({ if: 1 });\n(let);\nx;"},
	{"a.\\u0062; ({\\u0061, b: \\u0063}) => \\u0061", "a.b;\n({ a, b: c }) => a;"},
	{"await; yield; let; static; async; of; get; set; implements; await(x); yield\nx", "await;\nyield;\n(let);\nstatic;\nasync;\nof;\nget;\nset;\nimplements;\nawait(x);\nyield;\nx;"},
}

func TestParsePrint(t *testing.T) {
	for _, c := range parseTests {
		want := c.want
		p, err := Parse("test.js", []byte(c.src))
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		if got := strings.TrimSuffix(Print(p), "\n"); got != want {
			t.Errorf("%q prints as\n%s\nbut should as\n%s", c.src, got, want)
			continue
		}
		checkRoundTrip(t, p)
	}
}

// errorTests are sources and the errors in them, and the canonical form of the rest.
var errorTests = []struct{ src, want, rest string }{
	// What the syntax tree does not hold. The other statements remain.
	{"a; class A { b() { '}' } c = /}/ } d", "1:4: unsupported: class declaration", "a;\nd;"},
	{"x = class {}; y", "1:5: unsupported: class expression", "y;"},
	{"class A { static { } get a() {} static async *b() { yield /}/ } 'c'() {} [d]\ne = 1; #f }\ng", "1:1: unsupported: class declaration", "g;"},
	{"a; x = {get b() { return 1 }, set b(c) {}}; d", "1:9: unsupported: getter\n1:31: unsupported: setter", "a;\nd;"},
	{"with (a) b; c", "1:1: unsupported: with statement", "c;"},
	{"function* g() { yield 1; yield* a }\nb", "1:17: unsupported: yield expression\n1:26: unsupported: yield expression", "b;"},
	{"function f() { new.target } g", "1:16: unsupported: new.target", "g;"},
	{"x = {a() { super.b }}", "1:12: unsupported: super", ""},
	{"1n; 0x1Fn; a", "1:1: unsupported: BigInt literal\n1:5: unsupported: BigInt literal", "a;"},
	{"({1n: 2}); a", "1:3: unsupported: BigInt literal", "a;"},
	{"import('a'); b; import.meta.c; d", "1:1: unsupported: import expression\n1:17: unsupported: import expression", "b;\nd;"},
	{"async function f() { for await (a of b); }\nc", "1:22: unsupported: for await statement", "c;"},
	{"import a, {b as c, default as d} from 'e'\nimport * as f from \"g\"; import 'h'\ni", "1:1: unsupported: import declaration\n2:1: unsupported: import declaration\n2:25: unsupported: import declaration", "i;"},
	{"import {\n  a,\n} from 'b' with {type: 'json'}\nfunction f() {}", "1:1: unsupported: import declaration", "function f() {}"},
	{"export function f() {}\nexport default function () {}\nexport const a = 1;\nexport {a as b}\nfrom 'c'\nexport * from 'd'\nexport default {a: 1}\ng", "1:1: unsupported: export declaration\n2:1: unsupported: export declaration\n3:1: unsupported: export declaration\n4:1: unsupported: export declaration\n6:1: unsupported: export declaration\n7:1: unsupported: export declaration", "g;"},
	{"export default async () => {}\nexport async function f() { await /a/ }\n/b/", "1:1: unsupported: export declaration\n2:1: unsupported: export declaration", "/b/;"},
	{"a.#b; c", "1:3: unsupported: private name", "c;"},
	// Syntax errors, one for each statement that has any.
	{"a; let = = 1; b", "1:10: unexpected token =", "a;\nb;"},
	{"function f() { ) }\nfunction g() {}\nlet x = ;\ny", "1:16: unexpected token )\n3:9: unexpected token ;", "function g() {}\ny;"},
	{"a\nb c\nd", "2:3: unexpected identifier", "a;\nd;"},
	{"a; let[...[0", "1:13: unexpected end of input", "a;"},
	{"if (", "1:5: unexpected end of input", ""},
	{"function f() {\n  a(\n}\n\n", "3:1: unexpected token }", ""},
	{"a; function f() {  \n\n", "1:18: unexpected end of input", "a;"},
	{"break; a", "1:1: illegal break statement", "a;"},
	{"continue; while (1) { break a }", "1:1: illegal continue statement\n1:23: undefined label 'a'", ""},
	{"return 1; a", "1:1: illegal return statement", "a;"},
	{"for (;;) break ü", "1:10: undefined label 'ü'", ""},
	{"a: { for (;;) continue a }", "1:15: continue to label a, which is not the label of a loop", ""},
	{"a: a: b", "1:4: label 'a' already exists", ""},
	{"1 = 2; f() = 1; a?.b = 1; ({a}) = 1; b", "1:1: invalid left-hand side in assignment\n1:8: invalid left-hand side in assignment\n1:17: invalid left-hand side in assignment\n1:28: invalid left-hand side in assignment", "b;"},
	{"let [a.b] = c; let {a: b.c} = d; function f([a.b]) {}", "1:6: invalid target of a declaration\n1:24: invalid destructuring binding target\n1:46: invalid target of a declaration", ""},
	{"const a; let b", "1:7: missing initializer in const declaration", "let b;"},
	{"async () => await a ** 2; b", "1:13: an await expression before ** needs parentheses", "b;"},
	{"async () => (await a ** 2, 3); b", "1:14: an await expression before ** needs parentheses", "b;"},
	{"(a) && b ?? c; a ?? (b) && c; ((a) && b) ?? (c); d", "1:2: && and || cannot be mixed with ?? without parentheses\n1:16: && and || cannot be mixed with ?? without parentheses", "(a && b) ?? c;\nd;"},
	{"((a) && b ?? c); a ?? ((b) || c)", "1:3: && and || cannot be mixed with ?? without parentheses", "a ?? (b || c);"},
	{"new a?.b(); f(new a?.[b]); (new a)?.b; new a()?.b", "1:1: the callee of new cannot be an optional chain\n1:15: the callee of new cannot be an optional chain", "new a()?.b;\nnew a()?.b;"},
	{"x = {__proto__: a, '__proto__': b}; ({__proto__: a, ['__proto__']: b, __proto__() {}}); ({__proto__: a, __proto__: b} = c)", "1:20: __proto__ is set twice", "({\n  __proto__: a,\n  [\"__proto__\"]: b,\n  __proto__() {}\n});\n({ __proto__: a, __proto__: b } = c);"},
	{"[([a])] = b; [(a = 1)] = b; ({a: ({b})} = c); [...([a])] = b; [([a]) = 1] = b; let [(a)] = b; ([(a), (b.c), (a) = 1, ...(b)] = d)", "1:3: parentheses around a part of a pattern\n1:16: parentheses around a part of a pattern\n1:35: parentheses around a part of a pattern\n1:52: parentheses around a part of a pattern\n1:65: invalid left-hand side in assignment\n1:86: parentheses around a part of a pattern", "[a, b.c, a = 1, ...b] = d;"},
	{"((a)) => b; (a, (b)) => c; f((a) => b); f(a => b); ((a = 1) => b)(); (async (a) => b); f((a, b) => c, ({a}) => d)", "1:3: parentheses around a parameter\n1:18: parentheses around a parameter", "f((a) => b);\nf((a) => b);\n((a = 1) => b)();\nasync (a) => b;\nf((a, b) => c, ({ a }) => d);"},
	{"({...a,} = b); let {...c, } = d; [...a] = b", "1:7: a comma after the rest element\n1:25: a comma after the rest element", "[...a] = b;"},
	{"let {a}; b", "1:8: missing initializer in destructuring declaration", "b;"},
	{"let let = 1", "1:5: let is not allowed as a name in let and const declarations", ""},
	{"({a = 1}); ({a = 1} = b)", "1:3: a shorthand property cannot have an initializer", "({ a = 1 } = b);"},
	{"while (a) function f() {}", "1:11: functions cannot be declared in a single-statement context", ""},
	{"if (a) async function f() {}", "1:8: async functions and generators cannot be declared in a single-statement context", ""},
	{"if (a) b: function f() {}", "1:11: functions cannot be declared in a single-statement context", ""},
	{"if (a) let b", "1:12: unexpected identifier", ""},
	{"-1 ** 2", "1:4: unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence", ""},
	{"a ?? b || c", "1:8: logical expressions and coalesce expressions cannot be mixed. Wrap either by parentheses", ""},
	{"i\\u0066 (a) b; c", "1:13: unexpected identifier", "c;"},
	{"x = \\u0069f; c", "1:5: the reserved word if cannot be a variable", "c;"},
	{"async () => { x = \\u0061wait }; c", "1:19: the reserved word await cannot be a variable", "c;"},
	// Errors of the scan.
	{"'a\nb", "1:1: string not terminated", "b;"},
	{"x = `a${b", "1:10: unexpected end of input", ""},
	{"x = `a", "1:5: template not terminated", ""},
	{"a; /* b", "1:4: comment not terminated", ""},
	{"a = /b\nc", "1:5: regular expression not terminated", "c;"},
	{"/a/gg; /a/x; /a/g", "1:4: invalid flags of a regular expression\n1:11: invalid flags of a regular expression", "/a/g;"},
	{"'\\u{110000}'; '\\xg'; '\\u12'; a", "1:2: invalid escape sequence\n1:16: invalid escape sequence\n1:23: invalid escape sequence", "a;"},
	{"`\\u{`; `\\01`; a", "1:2: invalid escape sequence in template\n1:9: invalid escape sequence in template", "a;"},
	{"'\\u{x}'; a", "1:2: invalid escape sequence", "a;"},
	{"1a; 0x; 1e; 1__0; 0b2; 1_; 0_1; b", "1:2: identifier or digit directly after a number\n1:7: number without digits\n1:11: exponent without digits\n1:14: misplaced numeric separator\n1:21: number without digits\n1:25: misplaced numeric separator\n1:29: misplaced numeric separator", "b;"},
	{"\\x; a\\u{110000}; b", "1:1: invalid escape sequence in a name\n1:6: invalid escape sequence in a name", "b;"},
	{"a @ b; €; \x01; \xff; 'x\xff'; c", "1:3: unexpected character '@'\n1:8: unexpected character '€'\n1:13: unexpected character U+0001\n1:16: invalid UTF-8\n1:21: invalid UTF-8", "c;"},
	{"#; a", "1:1: unexpected character '#'", "a;"},
	{"a\u0085b", "1:2: unexpected character U+0085", ""},
}

func TestErrors(t *testing.T) {
	for _, c := range errorTests {
		p, errs := ParsePartial("f", []byte(c.src))
		got := strings.ReplaceAll(errs.Error(), "f:", "")
		if got != c.want {
			t.Errorf("%q gives\n%s\nbut should give\n%s", c.src, got, c.want)
		}
		if got := strings.TrimSuffix(Print(p), "\n"); got != c.rest {
			t.Errorf("%q leaves\n%s\nbut should leave\n%s", c.src, got, c.rest)
		}
		if q, err := Parse("f", []byte(c.src)); q != nil || err == nil || err.Error() != errs.Error() {
			t.Errorf("%q: Parse gives %v, %v", c.src, q, err)
		}
		checkRoundTrip(t, p)
	}
}

func TestErrorList(t *testing.T) {
	_, err := Parse("dir/f.js", []byte("a\n  b c"))
	var e *Error
	if !errors.As(err, &e) || *e != (Error{"dir/f.js", 2, 5, "unexpected identifier"}) {
		t.Errorf("got %#v", e)
	}
	if got := err.Error(); got != "dir/f.js:2:5: unexpected identifier" {
		t.Error(got)
	}
	if ErrorList(nil).Err() != nil || ErrorList(nil).Error() != "no errors" {
		t.Error("an empty list is an error")
	}
}

func TestPositions(t *testing.T) {
	src := "let a;\r\nif (é) {\u2028 b.c(d) }\rx => y\n"
	p, err := Parse("f", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	WalkProgram(p, func(n Node) bool {
		line, col := p.Position(n.Position())
		got = append(got, fmt.Sprintf("%s %d:%d", strings.TrimPrefix(fmt.Sprintf("%T", n), "*js."), line, col))
		return true
	})
	want := "VarDecl 1:1, Declarator 1:5, Ident 1:5, If 2:1, Ident 2:5, Block 2:9, ExprStmt 3:2, Call 3:2, Member 3:2, Ident 3:2, Ident 3:6, " +
		"ExprStmt 4:1, FunctionExpr 4:1, Ident 4:1, Ident 4:6"
	if g := strings.Join(got, ", "); g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
	if line, col := p.Position(0); line != 0 || col != 0 {
		t.Errorf("no place is at %d:%d", line, col)
	}
	if line, col := (&Program{}).Position(3); line != 0 || col != 0 {
		t.Errorf("no source is at %d:%d", line, col)
	}
}

// TestEveryNodeHasItsPlace checks that the text at the place of a node is what the
// node starts with, for all kinds of node.
func TestEveryNodeHasItsPlace(t *testing.T) {
	starts := func(n Node, text string) bool {
		word := func(w string) bool { return strings.HasPrefix(text, w) }
		switch n := n.(type) {
		case *Ident:
			return word(n.Name) || word("\\u") || word("a\\u")
		case *If:
			return word("if")
		case *While:
			return word("while")
		case *DoWhile:
			return word("do")
		case *For, *ForOf, *ForIn:
			return word("for")
		case *VarDecl:
			return word(strings.TrimSpace(varKinds[n.Kind]))
		case *Spread:
			return word("...")
		case *Prop:
			return !n.Spread || word("...")
		case *Unary:
			return word(n.Op)
		case *Update:
			return word(n.Op) == n.Prefix
		case *New:
			return word("new")
		case *AwaitExpr:
			return word("await")
		case *Template:
			return word("`")
		case *RegExpLit:
			return word("/" + n.Pattern + "/" + n.Flags)
		case *StringLit:
			return word("'") || word("\"")
		case *Block, *ObjectLit, *ObjectPattern:
			return word("{")
		case *ArrayLit, *ArrayPattern:
			return word("[")
		case *Try:
			return word("try")
		case *Switch:
			return word("switch")
		case *Case:
			return word("case") || word("default")
		case *Return:
			return word("return")
		case *FunctionDecl:
			return word("function") || word("async")
		}
		return text != ""
	}
	for _, c := range parseTests {
		p, err := Parse("f", []byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		WalkProgram(p, func(n Node) bool {
			if at := int(n.Position()) - 1; at < 0 || at >= len(c.src) || !starts(n, c.src[at:]) {
				t.Errorf("%q: %T at %d", c.src, n, at)
			}
			return true
		})
	}
}

// TestNesting nests each construct in itself, as deep as the limit allows and
// deeper: nothing may exhaust the stack or take long.
func TestNesting(t *testing.T) {
	for _, c := range []struct{ open, middle, close string }{
		{"(", "a", ")"}, {"[", "a", "]"}, {"x={a:", "a", "}"}, {"f(", "a", ")"}, {"a[", "b", "]"}, {"a?.[", "b", "]"},
		{"`${", "a", "}`"}, {"a`${", "b", "}`"}, {"{", "a", "}"}, {"if(a){", "b", "}"}, {"if(a);else{", "b", "}"},
		{"function f(){", "a", "}"}, {"x=function(){", "a", "}"}, {"()=>{", "a", "}"}, {"x={a(){", "b", "}}"}, {"try{", "a", "}finally{}"},
		{"switch(a){case 1:", "b", "}"}, {"(a=", "b", ")"}, {"(a=", "b", ")=>c"}, {"async(a=", "b", ")=>c"}, {"x=>(", "a", ")"}, {"(x,y)=>(", "a", ")"},
		{"class A{b(){", "c", "}}"}, {"class A extends(", "B", "){}"}, {"[...", "a", "]"}, {"[a,[", "b", "]]=c"}, {"({a:", "b", "}=c)"},
		{"!", "a", ""}, {"- ", "a", ""}, {"typeof ", "a", ""}, {"new ", "a", ""}, {"a=", "b", ""}, {"a?b:", "c", ""}, {"a?", "b", ":c"},
		{"a**", "b", ""}, {"a<", "b", ""}, {"a+", "b", ""}, {"a&&", "b", ""}, {"a??", "b", ""}, {"a.", "b", ""}, {"a?.", "b", ""}, {"", "a", "()"}, {"", "a", "[0]"}, {"", "a", "`x`"},
		{"x=>", "a", ""}, {"()=>", "a", ""}, {"async x=>", "a", ""}, {"(x,y)=>", "a", ""},
		{"if(a)", "b", ""}, {"if(a);else ", "b", ""}, {"if(a)b\nelse ", "b", ""}, {"if(a){}else ", "b", ""}, {"while(a)", "b", ""}, {"for(;;)", "b", ""}, {"for(a of b)", "c", ""}, {"do ", "a", ";while(a)"},
		{"with(a)", "b", ""}, {"async function f(){await ", "a", ""}, {"function*f(){yield ", "a", ""}, {"a,", "b", ""}, {"a;", "b", ""}, {"a\n", "b", ""}, {"a\n++\n", "b", ""},
		{"case 1:", "", ""}, {"'use strict'\n", "a", ""}, {"let a\n", "b", ""}, {"{break;}if(x){", "", ""}, {"/", "a", ""}, {"a/(", "b", ""}, {"'", "", ""}, {"}", "", ""}, {")", "", ""}, {"import ", "", ""}, {"export {", "", ""},
	} {
		counts := []int{1_000, 19_000}
		switch c.open {
		case "!", "a+", "a.", "a=", "(", "{", "x=>", "if(a);else ", "case 1:", "{break;}if(x){":
			counts = append(counts, 240_000)
		}
		for _, n := range counts {
			if n > 1_000 && (testing.Short() || raced) {
				break
			}
			src := strings.Repeat(c.open, n) + c.middle + strings.Repeat(c.close, n)
			start := time.Now()
			p, errs := ParsePartial("f", []byte(src))
			if len(errs) == 0 {
				q := Clone(p)
				text := Print(q)
				nodes := 0
				WalkProgram(q, func(Node) bool { nodes++; return true })
				if !Equal(p, q) || (nodes == 0) != (len(text) == 0) {
					t.Errorf("%q %d times: the copy differs", c.open, n)
				}
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("%q %q %d times takes %v", c.open, c.close, n, d)
			}
		}
	}
}

// TestLongChains reads chains of 100,000 statements or operators, each within the one
// before.
func TestLongChains(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("slow")
	}
	for _, each := range []string{"if(a)", "if(a);else ", "if(a){}else ", "while(a)", "for(;;)", "a+", "a.b+", "!", "a=", "a?b:", "f()||", "a[0].", "do "} {
		src := strings.Repeat(each, 100_000) + "b"
		if each == "do " {
			src += strings.Repeat(";while(a)", 100_000)
		}
		p, errs := ParsePartial("f", []byte(src))
		if len(errs) > 0 {
			t.Errorf("%q: %v", each, errs[0])
			continue
		}
		nodes := 0
		WalkProgram(p, func(Node) bool { nodes++; return true })
		if nodes < 100_000 {
			t.Errorf("%q: %d nodes", each, nodes)
		}
	}
}

// TestLabelsNested nests labels, which are compared with each other.
func TestLabelsNested(t *testing.T) {
	for _, n := range []int{1000, 100_000} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "a%d:", i)
		}
		b.WriteString("b")
		_, err := Parse("f", []byte(b.String()))
		if (err != nil) != (n > 1000) {
			t.Errorf("%d labels: %v", n, err)
		}
	}
}

// TestWideSources reads sources that are long but not deep.
func TestWideSources(t *testing.T) {
	n := 20_000
	if testing.Short() || raced {
		n = 2_000
	}
	for _, c := range []struct{ before, each, after string }{
		{"", "f(a, [b]) + c;\n", ""},
		{"function f() {\n", "  x = (a / b) | 0; if (x) { y(x); } else z = `${x}`;\n", "}\n"},
		{"x = [", "[1, 2], ", "]"},
		{"x = {", "a: {b: c}, ", "}"},
		{"switch (a) {", "case 1: case 2: b;", "}"},
		{"if (a) {}", "else if (b) {}", ""},
		{"x = a", " + a", ""},
		{"x = a", ".b", ""},
		{"class A {", "a() {}\n", "}"},
		{"x = `", "${a}", "`"},
		{"", "do a(); while (b)\n", ""},
		{"(function () {", "a(function () { b(); });", "})()"},
	} {
		src := c.before + strings.Repeat(c.each, n) + c.after
		start := time.Now()
		p, errs := ParsePartial("f", []byte(src))
		if len(errs) > 0 && errs[0].Msg != "unsupported: class declaration" {
			t.Errorf("%q %d times: %v", c.each, n, errs[0])
			continue
		}
		t.Logf("%q: %d bytes in %v", c.each, len(src), time.Since(start))
		if q, err := Parse("f", AppendProgram(nil, p)); err != nil || !Equal(p, q) {
			t.Errorf("%q %d times: printed wrong: %v", c.each, n, err)
		}
		// With an error at the end, everything else is still read.
		_, errs = ParsePartial("f", []byte(src+"; ) ;"))
		if len(errs) == 0 || len(errs) > 2 {
			t.Errorf("%q %d times, wrong at the end: %d errors", c.each, n, len(errs))
		}
	}
}

// TestLargeStatement reads one statement that goja's parser could exhaust the stack
// with if it were given it as it is, with and without an error in it.
func TestLargeStatement(t *testing.T) {
	const n = 30_000
	line := "  x = (a / b) | 0; if (x) { y(x); } else z = `${x}`;\n"
	for _, c := range []struct{ at, want string }{
		{"", ""},
		{"  y = = 1;\n", "f:20002:7: unexpected token ="},
		{"  break;\n", "f:20002:3: illegal break statement"},
		{"  x = class {};\n", "f:20002:7: unsupported: class expression"},
	} {
		src := "function f() {\n" + strings.Repeat(line, 20_000) + c.at + strings.Repeat(line, n-20_000) + "}\nfunction g() {}\n"
		p, errs := ParsePartial("f", []byte(src))
		if c.want == "" {
			if len(errs) > 0 || len(p.Body) != 2 || len(p.Body[0].(*FunctionDecl).Func.Body) != 2*n {
				t.Errorf("read wrong: %v", errs)
			}
			continue
		}
		if len(errs) != 1 || errs[0].Error() != c.want || len(p.Body) != 1 {
			t.Errorf("%q: got %v", c.at, errs)
		}
	}
	// The worst that goja's search for a place to go on can do: each part seems to be
	// within all before it.
	src := "function f() {" + strings.Repeat("{break;}if(x){}", 60_000) + "}"
	if _, errs := ParsePartial("f", []byte(src)); len(errs) != 1 || errs[0].Error() != "f:1:16: illegal break statement" {
		t.Errorf("got %v", errs)
	}
}
