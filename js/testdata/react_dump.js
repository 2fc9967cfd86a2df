// Prints the HIR that the React Compiler makes of programs. It reads one JSON
// object a line, {"src": "..."}, and answers one a line:
// {"functions": [{"HIR": "...", "PruneMaybeThrows": "...", ...}], "errors": ["..."]}.
//
// Usage, in a folder with babel-plugin-react-compiler and @babel/core installed:
//   node react_dump.js HIR,PruneMaybeThrows < programs.jsonl
const { createRequire } = require('module');
const load = createRequire(process.cwd() + '/');
const babel = load('@babel/core');
const plugin = load('babel-plugin-react-compiler');

const passes = process.argv[2].split(',');
const last = passes[passes.length - 1];
const enough = 'the last pass asked for is done';

function dump(src) {
  const functions = [], errors = [];
  let current = null;
  const logger = {
    logEvent(_, event) {
      current = null;
      if (event.kind === 'CompileSuccess' || String(event.data).includes(enough)) return;
      const d = event.detail;
      errors.push(d ? `${d.reason}${d.description ? '. ' + d.description : ''}` : String(event.data));
    },
    debugLogIRs(ir) {
      if (ir.kind !== 'hir') return;
      if (ir.name === 'HIR') functions.push((current = { type: ir.value.fnType }));
      if (!current || !passes.includes(ir.name) || ir.name in current) return;
      current[ir.name] = plugin.printFunctionWithOutlined(ir.value);
      if (ir.name === last) throw new Error(enough);
    },
  };
  try {
    babel.transformSync(src, {
      filename: 'a.js', configFile: false, babelrc: false, code: false, ast: false,
      plugins: [[plugin, { compilationMode: 'all', panicThreshold: 'none', logger }]],
    });
  } catch (e) {
    return { functions: [], errors: [], syntaxError: e.message };
  }
  return { functions, errors };
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line) process.stdout.write(JSON.stringify(dump(JSON.parse(line).src)) + '\n');
});
