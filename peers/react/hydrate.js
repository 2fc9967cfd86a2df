// Makes the compiler's objects of a function's text, so that one of its passes can be
// applied to any function in HIR, and prints what the pass has made of it.
//
// A pass sees of most instructions only which places they read. So these become array
// literals of those places, in the order of the text, which is the order in which
// places are visited; the text between the places is kept beside. Instructions that
// define something, functions, phis and terminals are what they are.
'use strict';

// Unreadable says that a text is not taken, and why.
class Unreadable extends Error {}

const type = String.raw`(?::T\w+(?:<[\w.]*>)?(?:\(\))?(?::  (?=:T))?)*`;
const place = String.raw`(<unknown>|freeze|read|capture|mutate-iterator\?|mutate\?|mutate|store) ([^\s$(){}\[\],:]*)\$(\d+)(?:_@(\d+))?(?:\[(\d+):(\d+)\])?(${type})(\{reactive\})?`;
const placePattern = new RegExp(place, 'g');

function readType(text) {
  if (text === '') return {kind: 'Type', id: 0};
  const m = /^:T(\w+?)(?:<([\w.]*)>)?(\(\))?(?::  (:T.*))?$/s.exec(text);
  if (!m) throw new Unreadable(`type ${text}`);
  const [, kind, shapeId, call, result] = m;
  if (kind === 'Function') {
    if (!call) throw new Unreadable(`type ${text}`);
    return {kind, shapeId: shapeId || null, return: readType(result || ''), isConstructor: false};
  }
  return {kind, shapeId: shapeId || null};
}

class Reader {
  constructor(env, ranges, loc) {
    this.env = env;
    this.ranges = ranges || {};
    this.loc = loc;
    this.identifiers = new Map();
    this.scopes = new Map();
  }

  scope(id, range) {
    let s = this.scopes.get(id);
    if (!s) {
      const given = this.ranges[id] || range;
      if (!given) throw new Unreadable(`the range of scope ${id} is not known`);
      s = {
        id,
        range: {start: given[0], end: given[1]},
        dependencies: new Set(),
        declarations: new Map(),
        reassignments: new Set(),
        earlyReturnValue: null,
        merged: new Set(),
        loc: this.loc,
      };
      this.scopes.set(id, s);
    }
    return s;
  }

  place([, effect, name, digits, scopeDigits, start, end, typeText, reactive]) {
    const id = Number(digits);
    const range = start === undefined ? null : [Number(start), Number(end)];
    let identifier = this.identifiers.get(id);
    if (!identifier) {
      const scope = scopeDigits === undefined ? null : this.scope(Number(scopeDigits), range);
      identifier = {
        id,
        declarationId: id,
        name: name === '' ? null : {kind: name.startsWith('#') ? 'promoted' : 'named', value: name},
        mutableRange: scope ? scope.range : {start: range ? range[0] : 0, end: range ? range[1] : 0},
        scope,
        type: readType(typeText),
        loc: this.loc,
      };
      this.identifiers.set(id, identifier);
    }
    return {kind: 'Identifier', identifier, effect, reactive: reactive !== undefined, loc: this.loc};
  }

  // split takes a text apart: its places and what is between them.
  split(text) {
    const places = [];
    const between = [];
    let at = 0;
    for (const m of text.matchAll(placePattern)) {
      between.push(text.slice(at, m.index));
      places.push(this.place(m));
      at = m.index + m[0].length;
    }
    between.push(text.slice(at));
    const rest = between.find(t => /\$\d/.test(t));
    if (rest !== undefined) throw new Unreadable(`${rest} mentions an identifier that is no place`);
    return {places, between};
  }

  // function reads the lines of a function; that of them which holds its context is
  // read already.
  function(lines, context) {
    const head = this.split(lines[0]);
    if (head.places.length === 0) throw new Unreadable(`expected a function, found ${lines[0]}`);
    const returns = head.places[head.places.length - 1];
    const params = head.places.slice(0, -1).map((p, i) => (head.between[i].endsWith('...') ? {kind: 'Spread', place: p} : p));
    const id = /^(?:<<anonymous>>)?([^ (]*)/.exec(lines[0])[1];
    const fn = {
      loc: this.loc, id: id === '' ? null : id, nameHint: null, fnType: 'Other', env: this.env, params,
      returnTypeAnnotation: null, returns, context, effects: null, body: null, generator: false, async: false,
      directives: [], aliasingEffects: null, head: head.between, notes: [],
    };
    const blocks = new Map();
    let block = null;
    let i = 1;
    for (; i < lines.length && !/^bb\d+ \(/.test(lines[i]); i++) fn.notes.push(lines[i]);
    while (i < lines.length) {
      const line = lines[i++];
      const start = /^bb(\d+) \((\w+)\):$/.exec(line);
      if (start) {
        const id = Number(start[1]);
        block = {kind: start[2], id, instructions: [], terminal: null, preds: new Set(), phis: new Set()};
        blocks.set(id, block);
        continue;
      }
      const text = line.slice(2);
      if (block === null || !line.startsWith('  ') || text.startsWith('  ')) throw new Unreadable(`line ${line}`);
      if (text.startsWith('predecessor blocks:')) {
        for (const m of text.matchAll(/bb(\d+)/g)) block.preds.add(Number(m[1]));
        continue;
      }
      if (!/^\[\d+\] /.test(text)) {
        block.phis.add(this.phi(text));
        continue;
      }
      const more = [];
      while (i < lines.length && (lines[i].startsWith('      ') || /^ {4}(Case|Default|Fallthrough)\b/.test(lines[i]))) more.push(lines[i++]);
      const [, idText, body] = /^\[(\d+)\] (.*)$/s.exec(text);
      const id = Number(idText);
      const instruction = new RegExp(`^${place} = `).exec(body);
      if (instruction) block.instructions.push(this.instruction(id, this.place(instruction), body.slice(instruction[0].length), more));
      else block.terminal = this.terminal(id, body, more);
    }
    for (const b of blocks.values()) if (b.terminal === null) throw new Unreadable(`bb${b.id} has no terminal`);
    fn.body = {entry: blocks.keys().next().value, blocks};
    return fn;
  }

  phi(text) {
    const m = new RegExp(`^${place}(?:\\[\\d+:\\d+\\])?${type}: phi\\(`).exec(text);
    if (!m) throw new Unreadable(`line ${text}`);
    const operands = new Map();
    for (const o of text.slice(m[0].length).matchAll(new RegExp(`bb(\\d+): ${place}`, 'g'))) {
      operands.set(Number(o[1]), this.place(o.slice(1)));
    }
    return {kind: 'Phi', place: this.place(m), operands};
  }

  instruction(id, lvalue, text, more) {
    const nested = /^(?:Function|ObjectMethod) /.test(text);
    if (more.length > 0 && !nested) throw new Unreadable(`lines after ${text}`);
    const {places, between} = this.split(text);
    const loc = this.loc;
    const kind = /^\w+/.exec(text);
    const assigned = /^\w+ (\w+) /.exec(text);
    let value;
    switch (kind && kind[0]) {
      case 'StoreLocal':
        value = {kind: 'StoreLocal', lvalue: {kind: assigned[1], place: places[0]}, value: places[1], type: null, loc};
        break;
      case 'StoreContext':
        value = {kind: 'StoreContext', lvalue: {kind: assigned[1], place: places[0]}, value: places[1], loc};
        break;
      case 'DeclareLocal':
        value = {kind: 'DeclareLocal', lvalue: {kind: assigned[1], place: places[0]}, type: null, loc};
        break;
      case 'DeclareContext':
        value = {kind: 'DeclareContext', lvalue: {kind: assigned[1], place: places[0]}, loc};
        break;
      case 'Destructure':
        value = {
          kind: 'Destructure',
          lvalue: {kind: assigned[1], pattern: {kind: 'ArrayPattern', items: places.slice(0, -1), loc}},
          value: places[places.length - 1],
          loc,
        };
        break;
      case 'PrefixUpdate':
      case 'PostfixUpdate':
        value = {kind: kind[0], lvalue: places[0], operation: '++', value: places[1], loc};
        break;
      case 'Function':
      case 'ObjectMethod': {
        const func = this.function(more.map(l => l.slice(6)), places);
        value = {kind: kind[0] === 'Function' ? 'FunctionExpression' : 'ObjectMethod', name: null, nameHint: null, loweredFunc: {func}, type: 'ArrowFunctionExpression', loc};
        break;
      }
      default:
        value = {kind: 'ArrayExpression', elements: places, loc};
    }
    return {id, lvalue, value, effects: null, loc, between};
  }

  terminal(id, text, more) {
    const {places, between} = this.split(text);
    const common = {id, loc: this.loc};
    // The text without places: what is left are names and blocks.
    const shape = between.join('');
    const bb = name => {
      const m = new RegExp(`\\b${name}[:=]bb(\\d+|null)`).exec(shape);
      if (!m) throw new Unreadable(`expected ${name} in ${text}`);
      return m[1] === 'null' ? null : Number(m[1]);
    };
    const fallthrough = () => bb('fallthrough');
    const kind = /^[\w<>]+/.exec(text)[0];
    if (kind !== 'Switch' && more.length > 0) throw new Unreadable(`lines after ${text}`);
    switch (kind) {
      case 'If':
      case 'Branch':
        return {...common, kind: kind.toLowerCase(), test: places[0], consequent: bb('then'), alternate: bb('else'), fallthrough: fallthrough()};
      case 'Logical':
        return {...common, kind: 'logical', operator: /^Logical (\S+)/.exec(text)[1], test: bb('test'), fallthrough: fallthrough()};
      case 'Ternary':
        return {...common, kind: 'ternary', test: bb('test'), fallthrough: fallthrough()};
      case 'Optional':
        return {...common, kind: 'optional', optional: text.includes('optional=true'), test: bb('test'), fallthrough: fallthrough()};
      case 'Throw':
        return {...common, kind: 'throw', value: places[0]};
      case 'Return':
        return {...common, kind: 'return', returnVariant: /^Return (\w+)/.exec(text)[1], value: places[0], effects: null};
      case 'Goto': {
        const m = /^Goto(?:\((\w+)\))? bb(\d+)$/.exec(text);
        if (!m) throw new Unreadable(`terminal ${text}`);
        return {...common, kind: 'goto', variant: m[1] || 'Break', block: Number(m[2])};
      }
      case 'Switch': {
        const t = {...common, kind: 'switch', test: places[0], cases: [], fallthrough: 0};
        for (const line of more) {
          const c = this.split(line.trim());
          const to = Number(/bb(\d+)$/.exec(line)[1]);
          if (line.trim().startsWith('Fallthrough')) t.fallthrough = to;
          else t.cases.push({test: c.places[0] || null, block: to});
        }
        return t;
      }
      case 'DoWhile':
        return {...common, kind: 'do-while', loop: bb('loop'), test: bb('test'), fallthrough: fallthrough()};
      case 'While':
        return {...common, kind: 'while', test: bb('test'), loop: bb('loop'), fallthrough: fallthrough()};
      case 'For':
        return {...common, kind: 'for', init: bb('init'), test: bb('test'), update: bb('update'), loop: bb('loop'), fallthrough: fallthrough()};
      case 'ForOf':
        return {...common, kind: 'for-of', init: bb('init'), test: bb('test'), loop: bb('loop'), fallthrough: fallthrough()};
      case 'ForIn':
        return {...common, kind: 'for-in', init: bb('init'), loop: bb('loop'), fallthrough: fallthrough()};
      case 'Label':
      case 'Sequence':
        return {...common, kind: kind.toLowerCase(), block: bb('block'), fallthrough: fallthrough()};
      case 'Unreachable':
      case 'Unsupported':
        return {...common, kind: kind.toLowerCase()};
      case 'MaybeThrow':
        return {...common, kind: 'maybe-throw', continuation: bb('continuation'), handler: bb('handler'), effects: null};
      case 'Try':
        return {...common, kind: 'try', block: bb('block'), handler: bb('handler'), handlerBinding: places[0] || null, fallthrough: fallthrough()};
    }
    throw new Unreadable(`terminal ${text}`);
  }
}

// placesOf returns the places of an instruction's value in the order of its text.
function placesOf(v) {
  switch (v.kind) {
    case 'StoreLocal':
    case 'StoreContext':
      return [v.lvalue.place, v.value];
    case 'DeclareLocal':
    case 'DeclareContext':
      return [v.lvalue.place];
    case 'Destructure':
      return [...v.lvalue.pattern.items, v.value];
    case 'PrefixUpdate':
    case 'PostfixUpdate':
      return [v.lvalue, v.value];
    case 'FunctionExpression':
    case 'ObjectMethod':
      return v.loweredFunc.func.context;
  }
  return v.elements;
}

function join(between, places, print) {
  return between.map((t, i) => (i < places.length ? t + print.printPlace(places[i]) : t)).join('');
}

// lines prints a function; print holds the compiler's printers.
function lines(fn, print) {
  const params = fn.params.map(p => (p.kind === 'Spread' ? p.place : p));
  const out = [join(fn.head, [...params, fn.returns], print), ...fn.notes];
  for (const [id, block] of fn.body.blocks) {
    out.push(`bb${id} (${block.kind}):`);
    if (block.preds.size > 0) out.push(`  predecessor blocks: ${[...block.preds].map(p => `bb${p}`).join(' ')}`);
    for (const phi of block.phis) out.push(`  ${print.printPhi(phi)}`);
    for (const i of block.instructions) {
      out.push(`  [${i.id}] ${print.printPlace(i.lvalue)} = ${join(i.between, placesOf(i.value), print)}`);
      if (i.value.loweredFunc) out.push(...lines(i.value.loweredFunc.func, print).map(l => `      ${l}`));
    }
    const t = print.printTerminal(block.terminal);
    for (const l of Array.isArray(t) ? t : [t]) out.push(`  ${l}`);
  }
  return out;
}

// read makes a function of text. The error is an Unreadable.
function read(text, {ranges, env, loc}) {
  return new Reader(env, ranges, loc).function(text.replace(/\n+$/, '').split('\n'), []);
}

module.exports = {read, print: (fn, printers) => lines(fn, printers).join('\n'), Unreadable};
