// Writes a function in HIR as JavaScript that does, block by block, what the HIR
// says: one switch over blocks within a loop. With it the function can be run as it
// is after any pass. Where the HIR says nothing, as at a phi without an operand for the
// block it is entered from, a __Broken is thrown.
//
// One variable stands for each identifier. Variables that closures assign to are
// boxes, of which a closure takes what it finds when it is made; of the others it
// takes the value, because an identifier in a loop has many.
'use strict';

// Unsupported says that there is no JavaScript for a function.
class Unsupported extends Error {}

// prelude is what emitted functions need around them.
const prelude = `
const __early = Symbol('not yet initialised');
class __Broken extends Error { get name() { return '__Broken'; } }
function __get(box) {
  if (box === undefined || box.v === __early) throw new ReferenceError('used before its declaration');
  return box.v;
}
function __keys(x) { const ks = []; for (const k in x) ks.push(k); return ks; }
`;

// boxes finds the identifiers that are boxes, and those of them that are declared
// before their declaration's place.
function boxes(fn) {
  const all = new Set();
  const early = new Set();
  const phis = [];
  const work = [fn];
  while (work.length > 0) {
    for (const block of work.pop().body.blocks.values()) {
      phis.push(...block.phis);
      for (const {value: v} of block.instructions) {
        switch (v.kind) {
          case 'DeclareContext':
            if (v.lvalue.kind.startsWith('Hoisted')) early.add(v.lvalue.place.identifier.id);
          // falls through
          case 'StoreContext':
            all.add(v.lvalue.place.identifier.id);
            break;
          case 'LoadContext':
            all.add(v.place.identifier.id);
            break;
          case 'FunctionExpression':
          case 'ObjectMethod':
            work.push(v.loweredFunc.func);
        }
      }
    }
  }
  // A phi of boxes is a box.
  for (let before = -1; before !== all.size; ) {
    before = all.size;
    for (const phi of phis) {
      const ids = [phi.place, ...phi.operands.values()].map(p => p.identifier.id);
      if (ids.some(id => all.has(id))) for (const id of ids) all.add(id);
    }
  }
  return {all, early};
}

function literal(v) {
  if (typeof v === 'number') return Object.is(v, -0) ? '(-0)' : v < 0 ? `(${v})` : String(v);
  return typeof v === 'string' ? JSON.stringify(v) : String(v);
}

// Emitter writes one function; those within it have emitters of their own.
class Emitter {
  constructor(fn, boxed) {
    this.fn = fn;
    this.blocks = fn.body.blocks;
    this.boxed = boxed;
    this.used = new Set();
    this.defined = new Set();
    this.extra = []; // variables of iterations
    this.owners = new Map(); // the terminal that has a block as fallthrough
    this.starts = new Map(); // the loop of a block that makes an iterator
    this.turns = new Set(); // branches that begin a turn of an iteration
    this.ends = new Map(); // where an iteration ends: block of the step -> {from, to, loop}
    for (const [, block] of this.blocks) {
      const t = block.terminal;
      if (t.kind !== 'branch' && t.fallthrough != null) this.owners.set(t.fallthrough, t);
      if (t.kind === 'for-of') this.iteration(t, t.init, 'IteratorNext');
      if (t.kind === 'for-in') this.iteration(t, t.init, 'NextPropertyOf');
    }
  }

  // iteration finds the step of a loop, and the edge by which the loop ends.
  iteration(t, from, step) {
    let id = from;
    let at;
    const work = [from];
    const seen = new Set(work);
    while (work.length > 0) {
      id = work.pop();
      const block = this.blocks.get(id);
      if (!block) return;
      if (block.instructions.some(i => i.value.kind === 'GetIterator')) this.starts.set(id, t);
      if (block.instructions.some(i => i.value.kind === step) && at === undefined) at = id;
      const next = block.terminal;
      if (next.kind === 'branch' && (next.alternate === t.fallthrough || next.consequent === t.loop)) {
        if (at !== undefined) {
          this.ends.set(at, {from: id, to: next.alternate, loop: t});
          // It tests the item, whatever that is.
          this.turns.add(next);
        }
        return;
      }
      for (const s of [next.block, next.test, next.consequent, next.alternate, next.continuation]) {
        if (typeof s === 'number' && !seen.has(s) && s !== t.loop && s !== t.fallthrough) {
          seen.add(s);
          work.push(s);
        }
      }
    }
  }

  raw(place) {
    const id = place.identifier.id;
    this.used.add(id);
    return `$${id}`;
  }

  read(place) {
    return this.boxed.all.has(place.identifier.id) ? `__get(${this.raw(place)})` : this.raw(place);
  }

  target(place) {
    if (this.boxed.all.has(place.identifier.id)) return `${this.raw(place)}.v`;
    this.defined.add(place.identifier.id);
    return `$${place.identifier.id}`;
  }

  // box declares a box.
  box(place, value) {
    this.defined.add(place.identifier.id);
    return `$${place.identifier.id} = {v: ${value}}`;
  }

  // list writes arguments, elements and the like.
  list(items) {
    return items
      .map(x => (x.kind === 'Spread' ? `...${this.read(x.place)}` : x.kind === 'Hole' ? '' : this.read(x)))
      .join(', ');
  }

  key(k) {
    switch (k.kind) {
      case 'computed':
        return `[${this.read(k.name)}]`;
      case 'number':
        return `[${k.name}]`;
      default:
        return `[${JSON.stringify(k.name)}]`;
    }
  }

  pattern(p) {
    if (p.kind === 'ArrayPattern') {
      const items = p.items.map(x =>
        x.kind === 'Spread' ? `...${this.target(x.place)}` : x.kind === 'Hole' ? '' : this.target(x),
      );
      // A hole at the end needs its comma.
      return `[${items.join(', ')}${p.items.length > 0 && p.items[p.items.length - 1].kind === 'Hole' ? ',' : ''}]`;
    }
    return `{${p.properties
      .map(x => (x.kind === 'Spread' ? `...${this.target(x.place)}` : `${this.key(x.key)}: ${this.target(x.place)}`))
      .join(', ')}}`;
  }

  // closure writes a nested function, which takes what it reads of this one's
  // variables when it is made.
  closure(fn, name) {
    const e = new Emitter(fn, this.boxed);
    const text = e.text(name || '');
    const free = [...e.used].filter(id => !e.defined.has(id)).sort((a, b) => a - b);
    for (const id of free) this.used.add(id);
    const names = free.map(id => `$${id}`).join(', ');
    return `((${names}) => ${text})(${names})`;
  }

  // end writes the leap out of a loop that has nothing more to go through.
  end(block) {
    const e = this.ends.get(block.id);
    if (!e) throw new Unsupported(`bb${block.id}: a step of no loop`);
    return `{ p = ${e.from}; b = ${e.to}; continue; }`;
  }

  instruction(instr, block) {
    const v = instr.value;
    const expression = this.value(v, block);
    const before = Array.isArray(expression) ? expression[0] : '';
    const value = Array.isArray(expression) ? expression[1] : expression;
    return `${before}${this.target(instr.lvalue)} = ${value};`;
  }

  // value writes the value of an instruction, or statements that go before it and the
  // value.
  value(v, block) {
    switch (v.kind) {
      case 'LoadLocal':
      case 'LoadContext':
        return this.read(v.place);
      case 'StoreLocal':
        return `${this.target(v.lvalue.place)} = ${this.read(v.value)}`;
      case 'DeclareLocal':
        return `${this.target(v.lvalue.place)} = undefined`;
      case 'DeclareContext': {
        const place = v.lvalue.place;
        if (v.lvalue.kind.startsWith('Hoisted')) return [`${this.box(place, '__early')}; `, 'undefined'];
        if (this.boxed.early.has(place.identifier.id)) return `${this.raw(place)}.v = undefined`;
        return [`${this.box(place, 'undefined')}; `, 'undefined'];
      }
      case 'StoreContext': {
        const place = v.lvalue.place;
        const value = this.read(v.value);
        if (v.lvalue.kind !== 'Reassign' && !this.boxed.early.has(place.identifier.id)) {
          return [`${this.box(place, value)}; `, value];
        }
        return `${this.raw(place)}.v = ${value}`;
      }
      case 'Destructure':
        return `(${this.pattern(v.lvalue.pattern)} = ${this.read(v.value)})`;
      case 'PrefixUpdate':
      case 'PostfixUpdate': {
        const value = this.read(v.value);
        const to = this.target(v.lvalue);
        return [`${to} = ${value}; `, v.kind === 'PrefixUpdate' ? `${v.operation}${to}` : `${to}${v.operation}`];
      }
      case 'Primitive':
        return literal(v.value);
      case 'BinaryExpression':
        return `${this.read(v.left)} ${v.operator} ${this.read(v.right)}`;
      case 'UnaryExpression':
        return `${v.operator} ${this.read(v.value)}`;
      case 'TypeCastExpression':
        return this.read(v.value);
      case 'NewExpression':
        return `new ${this.raw(v.callee)}(${this.list(v.args)})`;
      case 'CallExpression':
        return `(0, ${this.read(v.callee)})(${this.list(v.args)})`;
      case 'MethodCall':
        return `${this.read(v.property)}.call(${[this.read(v.receiver), this.list(v.args)].filter(x => x).join(', ')})`;
      case 'PropertyLoad':
        return `${this.read(v.object)}[${JSON.stringify(v.property)}]`;
      case 'PropertyDelete':
        return `delete ${this.read(v.object)}[${JSON.stringify(v.property)}]`;
      case 'PropertyStore':
        return `${this.read(v.object)}[${JSON.stringify(v.property)}] = ${this.read(v.value)}`;
      case 'ComputedLoad':
        return `${this.read(v.object)}[${this.read(v.property)}]`;
      case 'ComputedDelete':
        return `delete ${this.read(v.object)}[${this.read(v.property)}]`;
      case 'ComputedStore':
        return `${this.read(v.object)}[${this.read(v.property)}] = ${this.read(v.value)}`;
      case 'ArrayExpression': {
        const hole = v.elements.length > 0 && v.elements[v.elements.length - 1].kind === 'Hole';
        return `[${this.list(v.elements)}${hole ? ',' : ''}]`;
      }
      case 'ObjectExpression':
        return `{${v.properties
          .map(x => (x.kind === 'Spread' ? `...${this.read(x.place)}` : `${this.key(x.key)}: ${this.read(x.place)}`))
          .join(', ')}}`;
      case 'FunctionExpression':
      case 'ObjectMethod':
        return this.closure(v.loweredFunc.func, v.name);
      case 'TaggedTemplateExpression':
        return `${this.raw(v.tag)}\`${v.value.raw}\``;
      case 'TemplateLiteral':
        return `\`${v.quasis.map((q, i) => q.raw + (i < v.subexprs.length ? `\${${this.read(v.subexprs[i])}}` : '')).join('')}\``;
      case 'LoadGlobal':
        return v.binding.name;
      case 'StoreGlobal':
        return `${v.name} = ${this.read(v.value)}`;
      case 'RegExpLiteral':
        return `/${v.pattern}/${v.flags}`;
      case 'GetIterator': {
        // The body goes back to it, but it makes one iterator for all turns.
        const loop = this.starts.get(block.id);
        if (!loop) throw new Unsupported(`bb${block.id}: an iterator of no loop`);
        return `${this.state(loop)} ??= ${this.read(v.collection)}[Symbol.iterator]()`;
      }
      case 'IteratorNext': {
        const step = `n${block.id}`;
        this.extra.push(step);
        return [`${step} = ${this.read(v.iterator)}.next(); if (${step}.done) ${this.end(block)} `, `${step}.value`];
      }
      case 'NextPropertyOf': {
        const exit = this.end(block);
        const keys = this.state(this.ends.get(block.id).loop);
        return [`${keys} ??= __keys(${this.read(v.value)}); if (${keys}.length === 0) ${exit} `, `${keys}.shift()`];
      }
      case 'Debugger':
      case 'StartMemoize':
      case 'FinishMemoize':
        return 'undefined';
    }
    throw new Unsupported(v.kind);
  }

  // state names the variable that holds the iterator of a loop, or the keys still to
  // come.
  state(loop) {
    const name = `i${loop.init}`;
    this.extra.push(name);
    return name;
  }

  // answer writes the condition of a branch: by what construct it belongs to.
  answer(t) {
    if (this.turns.has(t)) return 'true';
    const owner = this.owners.get(t.fallthrough);
    if (owner && owner.kind === 'optional') return owner.optional ? `${this.read(t.test)} != null` : 'true';
    // The first way of a logical operator is that the left side is the result.
    if (owner && owner.kind === 'logical' && owner.operator === '??') return `${this.read(t.test)} != null`;
    if (owner && owner.kind === 'logical' && owner.operator === '&&') return `!${this.read(t.test)}`;
    return this.read(t.test);
  }

  terminal(t, id) {
    const go = to => `p = ${id}; b = ${to}; continue;`;
    switch (t.kind) {
      case 'goto':
      case 'sequence':
      case 'label':
      case 'scope':
      case 'pruned-scope':
      case 'try':
        return go(t.block);
      case 'if':
      case 'branch':
        return go(`${t.kind === 'if' ? this.read(t.test) : this.answer(t)} ? ${t.consequent} : ${t.alternate}`);
      case 'logical':
      case 'ternary':
      case 'optional':
      case 'while':
        return go(t.test);
      case 'do-while':
        return go(t.loop);
      case 'for':
        return go(t.init);
      case 'for-of':
      case 'for-in':
        return `${this.state(t)} = undefined; ${go(t.init)}`;
      case 'maybe-throw':
        return go(t.continuation);
      case 'switch': {
        const test = this.read(t.test);
        let last;
        let text = '';
        for (const c of t.cases) {
          if (c.test === null) last = c.block;
          else text += `${test} === ${this.read(c.test)} ? ${c.block} : `;
        }
        return go(text + (last === undefined ? t.fallthrough : last));
      }
      case 'return':
        return `return ${this.read(t.value)};`;
      case 'throw':
        return `throw ${this.read(t.value)};`;
      case 'unreachable':
        return `throw new __Broken('bb${id} is reached');`;
    }
    throw new Unsupported(t.kind);
  }

  // phis writes the copies at the start of a block, which all happen at once.
  phis(block) {
    if (block.phis.size === 0) return '';
    const phis = [...block.phis];
    const preds = new Set();
    for (const phi of phis) for (const pred of phi.operands.keys()) preds.add(pred);
    const to = phis.map(phi => {
      this.defined.add(phi.place.identifier.id);
      return `$${phi.place.identifier.id}`;
    });
    let text = '';
    for (const pred of preds) {
      const from = phis.map(phi => (phi.operands.has(pred) ? this.raw(phi.operands.get(pred)) : 'undefined'));
      text += `if (p === ${pred}) [${to.join(', ')}] = [${from.join(', ')}]; else `;
    }
    return `${text}throw new __Broken('bb${block.id} has no phi operand for bb' + p); `;
  }

  // text writes the function.
  text(name) {
    const {fn} = this;
    if (fn.async || fn.generator) throw new Unsupported('async or generator');
    let start = '';
    const params = fn.params.map(p => {
      const place = p.kind === 'Spread' ? p.place : p;
      const id = place.identifier.id;
      this.defined.add(id);
      if (this.boxed.all.has(id)) start += `$${id} = {v: $${id}}; `;
      return {id, text: `${p.kind === 'Spread' ? '...' : ''}$${id}`};
    });
    const handlers = new Map();
    for (const [, block] of this.blocks) {
      const t = block.terminal;
      if (t.kind === 'try') {
        handlers.set(t.handler, t.handlerBinding ? `${this.target(t.handlerBinding)} = e; ` : '');
      }
    }
    let cases = '';
    let caught = '';
    for (const [id, block] of this.blocks) {
      cases += `case ${id}: ${this.phis(block)}\n`;
      for (const i of block.instructions) cases += `${this.instruction(i, block)}\n`;
      cases += `${this.terminal(block.terminal, id)}\n`;
      const handler = block.terminal.kind === 'maybe-throw' ? block.terminal.handler : null;
      if (handler != null) caught += `case ${id}: ${handlers.get(handler) || ''}p = ${id}; b = ${handler}; continue;\n`;
    }
    const own = new Set(this.defined);
    for (const p of params) own.delete(p.id);
    const names = [...own].map(id => `$${id}`).concat([...new Set(this.extra)]);
    const body = `switch (b) {\n${cases}default: throw new __Broken('there is no bb' + b); }`;
    return `function ${name}(${params.map(p => p.text).join(', ')}) {
${names.length > 0 ? `let ${names.join(', ')};` : ''}
let b = ${fn.body.entry}, p = -1;
${start}
for (;;) ${caught === '' ? body : `try { ${body} } catch (e) { if (!(e instanceof __Broken)) switch (b) { ${caught} } throw e; }`}
}`;
  }
}

// emit returns the text of a function, by the name given, with those that the compiler
// has taken out of it. The error is an Unsupported.
function emit(fn, name) {
  let text = prelude;
  for (const {fn: outlined} of fn.env.getOutlinedFunctions()) {
    text += `${new Emitter(outlined, boxes(outlined)).text(outlined.id)}\n`;
  }
  const e = new Emitter(fn, boxes(fn));
  const main = e.text(name);
  const free = [...e.used].filter(id => !e.defined.has(id));
  // What is used and never defined is undefined.
  return `${text}${free.length > 0 ? `let ${free.map(id => `$${id}`).join(', ')};\n` : ''}${main}`;
}

module.exports = {emit, Unsupported};
