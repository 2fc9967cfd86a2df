// The React Compiler behind the protocol of package peers/command.
//
//   node adapter.js [--compiler=DIRECTORY]
//
// The directory holds another version of babel-plugin-react-compiler than the one
// that is installed beside this file.
'use strict';

const fs = require('fs');
const path = require('path');
const Module = require('module');
const readline = require('readline');
const {run, guilty} = require('./run.js');
const {emit, Unsupported} = require('./emit.js');
const hydrate = require('./hydrate.js');
const {createRequire} = Module;

const here = createRequire(__filename);
const flags = Object.fromEntries(
  process.argv.slice(2).map(a => {
    const m = /^--([a-z-]+)=(.*)$/s.exec(a);
    if (!m) fail(`expected --flag=value, found ${a}`);
    return [m[1], m[2]];
  }),
);

function fail(message) {
  process.stderr.write(`adapter.js: ${message}\n`);
  process.exit(2);
}

const babel = here('@babel/core');

// Names inside the bundle that the adapter uses beside what the bundle exports.
const internals = [
  'CompilerError',
  'printFunction',
  'printPlace',
  'printPhi',
  'printTerminal',
  'GeneratedSource',
  'enterSSA',
  'eliminateRedundantPhi',
  'alignReactiveScopesToBlockScopesHIR',
  'mergeOverlappingReactiveScopesHIR',
  'buildReactiveScopeTerminalsHIR',
  '_nextIdentifer',
  '_nextBlock',
  '_nextScope',
];

// load runs the compiler's bundle with a line behind it that exports what is
// private to it. Nothing on disk changes.
function load(file) {
  const source =
    fs.readFileSync(file, 'utf8') +
    `\nmodule.exports.__internals = {${internals
      .map(n => `get ${n}() { return typeof ${n} === 'undefined' ? undefined : ${n}; }`)
      .join(', ')}};\n`;
  const m = new Module(file, module);
  m.filename = file;
  m.paths = Module._nodeModulePaths(path.dirname(file));
  m._compile(source, file);
  return m.exports;
}

let compiler;
try {
  const from = flags.compiler ? createRequire(path.resolve(flags.compiler, 'package.json')) : here;
  compiler = load(
    flags.compiler
      ? from.resolve(path.resolve(flags.compiler, 'dist', 'index.js'))
      : here.resolve('babel-plugin-react-compiler'),
  );
} catch (e) {
  fail(`the compiler cannot be loaded: ${e.message}`);
}
const inside = compiler.__internals;

// The compiler reports a broken invariant without the place in it that found it, so
// that is kept here.
Error.stackTraceLimit = Infinity;
let thrownAt = '';
if (inside.CompilerError) {
  const check = inside.CompilerError.invariant;
  inside.CompilerError.invariant = function invariant(...args) {
    try {
      check.apply(this, args);
    } catch (e) {
      thrownAt = String(e.stack);
      throw e;
    }
  };
}

// passNames are passes that are logged by another name than that of their function.
const passNames = {lower: 'HIR', enterSSA: 'SSA', codegenFunction: 'Codegen'};

// passOf returns the pass in which a stack was taken, or the default.
function passOf(stack, otherwise) {
  const frames = stack.split('\n').flatMap(line => {
    const m = /^ +at (?:async )?(?:[\w$]+\.)?([\w$]+) \(/.exec(line);
    return m ? [m[1]] : [];
  });
  const i = frames.indexOf('runWithEnvironment');
  if (i <= 0) return otherwise;
  // A version may have a function for the passes in between.
  const name = frames[i - 1].replace(/\d+$/, '');
  return passNames[name] || name[0].toUpperCase() + name.slice(1);
}

// counters are the next ids of a function's environment.
function counters(env) {
  const read = map => (map && map.has(env) ? map.get(env) : undefined);
  const identifier = read(inside._nextIdentifer);
  if (identifier === undefined) return undefined;
  return {identifier, block: read(inside._nextBlock), scope: read(inside._nextScope)};
}

// scopeRanges are the ranges of all scopes that places of a function, or of those
// nested in it, mention.
function scopeRanges(fn) {
  const ranges = {};
  const next = counters(fn.env);
  if (next && next.scope === 0) return ranges; // no scopes yet
  const seen = new Set();
  const work = [fn.params, fn.context, fn.returns, [...fn.body.blocks.values()]];
  while (work.length > 0) {
    const x = work.pop();
    if (x === null || typeof x !== 'object' || seen.has(x)) continue;
    seen.add(x);
    if (x.identifier && x.identifier.scope) {
      const s = x.identifier.scope;
      ranges[s.id] = [s.range.start, s.range.end];
    }
    if (x.kind === 'scope' || x.kind === 'pruned-scope') {
      ranges[x.scope.id] = [x.scope.range.start, x.scope.range.end];
    }
    const values = x instanceof Map ? x.values() : x instanceof Set ? x : Array.isArray(x) ? x : fields(x);
    for (const v of values) {
      if (v !== null && typeof v === 'object') work.push(v);
    }
  }
  return ranges;
}

// fields are the parts of an object that can lead to places.
function* fields(x) {
  for (const k of Object.keys(x)) {
    if (k !== 'loc' && k !== 'env' && k !== 'type' && k !== 'scope' && k !== 'aliasingEffects' && k !== 'effects') yield x[k];
  }
}

function snapshot(pass, fn) {
  return {
    pass,
    function: fn.id === null ? '' : String(fn.id),
    hir: inside.printFunction(fn),
    next: counters(fn.env),
    ranges: scopeRanges(fn),
  };
}

// What the compiler documents it does not take: syntax it does not know, and
// programs that break its rules.
const findings = new Set(['Invariant']);

function detailError(d, fn, pass) {
  const o = d.options || d;
  const category = String(o.category || d.category || o.severity || d.severity || 'Error');
  let message = o.reason || d.reason || d.message || String(d);
  if (o.description) message += '. ' + o.description;
  const at = thrownAt;
  thrownAt = '';
  return {
    kind: findings.has(category) ? 'invariant' : 'unsupported',
    message: `${category}: ${message}`,
    function: fn,
    pass: passOf(at, pass),
  };
}

// compile has a program compiled, and calls look with each function in HIR, if it is
// given, instead of taking snapshots.
function compile(request, look) {
  thrownAt = '';
  const want = request.want && request.want.length > 0 ? new Set(request.want) : null;
  const snapshots = [];
  const errors = [];
  let fn = '';
  let pass = '';
  const result = babel.transformSync(request.js, {
    filename: 'program.tsx',
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: {plugins: request.js.includes('@flow') ? ['jsx', 'flow'] : ['jsx', 'typescript']},
    plugins: [
      [
        // A fresh function lets each request have its own options.
        function plugin(...args) {
          return compiler.default(...args);
        },
        {
          compilationMode: 'all',
          panicThreshold: 'none',
          target: '19',
          logger: {
            logEvent(_file, e) {
              if (e.kind === 'CompileError') errors.push(detailError(e.detail, fn, pass));
              else if (e.kind === 'PipelineError') {
                errors.push({kind: 'exception', message: String(e.data).split('\n')[0], function: fn, pass: passOf(String(e.data), pass)});
              }
            },
            debugLogIRs(v) {
              if (v.kind === 'hir') {
                fn = v.value.id === null ? '' : String(v.value.id);
                if (look) look(v.name, v.value);
                else if (!want || want.has(v.name)) snapshots.push(snapshot(v.name, v.value));
              }
              pass = v.name;
            },
          },
        },
      ],
    ],
  });
  const answer = {snapshots, js: result.code};
  if (request.run && !look && errors.length === 0) {
    try {
      answer.runs = run(request.js, result.code, request.run);
      const bad = answer.runs.find(differs) || (request.bisect && answer.runs[0]);
      if (bad) answer.guilty = bisect(request, bad.render.split(' ').pop());
    } catch (e) {
      errors.push({kind: 'exception', message: `the compiled program does not load: ${e.name}: ${String(e.message).split('\n')[0]}`, function: fn, pass: 'Codegen'});
    }
  }
  if (errors.length > 0) {
    errors.sort((a, b) => (a.kind === 'unsupported') - (b.kind === 'unsupported'));
    answer.error = errors[0];
    answer.errors = errors;
  }
  return answer;
}

function differs(r) {
  return r.source !== r.compiled || r.sourceCalls !== r.compiledCalls;
}

// bisect returns the first pass after which the function does something else than the
// source when it is rendered with the arguments of that name, "" if there is none.
function bisect(request, args) {
  const forms = [];
  compile(request, (pass, fn) => {
    if (fn.id !== request.run) return;
    try {
      forms.push({pass, js: emit(fn, '__emitted')});
    } catch (e) {
      if (!(e instanceof Unsupported)) throw e;
    }
  });
  return guilty(request.js, request.run, forms, '__emitted', args);
}

// passes are the passes that can be applied to a function by itself.
const passes = {
  ssa: inside.enterSSA,
  eliminate: inside.eliminateRedundantPhi,
  align: inside.alignReactiveScopesToBlockScopesHIR,
  merge: inside.mergeOverlappingReactiveScopesHIR,
  build: inside.buildReactiveScopeTerminalsHIR,
};

// environment is what passes use of a function's environment: its counters.
function environment(request) {
  const first = pattern => Math.max(-1, ...Array.from(request.hir.matchAll(pattern), m => Number(m[1]))) + 1;
  const next = request.next || {identifier: first(/\$(\d+)/g), block: first(/\bbb(\d+)/g), scope: first(/_@(\d+)/g)};
  return {
    next: {...next},
    get nextIdentifierId() { return this.next.identifier++; },
    get nextBlockId() { return this.next.block++; },
    get nextScopeId() { return this.next.scope++; },
  };
}

// apply applies one pass to a function in HIR.
function apply(request) {
  const pass = passes[request.pass];
  if (!pass) return {error: {kind: 'request', message: `expected a pass of ${Object.keys(passes).join(', ')}, found ${request.pass}`}};
  const env = environment(request);
  let fn;
  try {
    fn = hydrate.read(request.hir, {ranges: request.ranges, env, loc: inside.GeneratedSource});
    const back = hydrate.print(fn, inside);
    if (back.trimEnd() !== request.hir.trimEnd()) throw new hydrate.Unreadable('the text does not come back');
  } catch (e) {
    if (!(e instanceof hydrate.Unreadable)) throw e;
    return {error: {kind: 'unreadable', message: e.message, pass: request.pass}};
  }
  try {
    pass(fn);
  } catch (e) {
    if (e && e.details && e.details.length > 0) return {error: detailError(e.details[0], fn.id || '', request.pass)};
    return {error: {kind: 'exception', message: `${e.name}: ${e.message}`, pass: request.pass}};
  }
  const ranges = Object.fromEntries(Object.entries(scopeRanges(fn)));
  return {snapshots: [{pass: request.pass, function: fn.id || '', hir: hydrate.print(fn, inside), next: env.next, ranges}]};
}

function answer(request) {
  if (typeof request.hir === 'string') {
    try {
      return apply(request);
    } catch (e) {
      return {error: {kind: 'exception', message: `${(e && e.name) || 'Error'}: ${String((e && e.message) || e)}`, pass: request.pass}};
    }
  }
  if (typeof request.js !== 'string') {
    return {error: {kind: 'request', message: 'expected a program in js'}};
  }
  try {
    return compile(request);
  } catch (e) {
    // Babel's parser, or the plugin itself.
    const syntax = e && e.code === 'BABEL_PARSE_ERROR';
    return {
      error: {
        kind: syntax ? 'unsupported' : 'exception',
        message: `${syntax ? 'Syntax' : (e && e.name) || 'Error'}: ${String((e && e.message) || e).split('\n')[0].replace(/^(?:[^ ]*\/)?program\.tsx: /, '')}`,
      },
    };
  }
}

readline.createInterface({input: process.stdin, crlfDelay: Infinity}).on('line', line => {
  if (line.trim() === '') return;
  let request;
  try {
    request = JSON.parse(line);
  } catch (e) {
    fail(`expected a request in JSON: ${e.message}`);
  }
  process.stdout.write(JSON.stringify({id: request.id, ...answer(request)}) + '\n');
});
