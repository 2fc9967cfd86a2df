#!/usr/bin/env python3
"""Removes redundant phis from functions in HIR: a pass that assay can test.

It reads requests from standard input and answers on standard output, a line of
JSON each (see `go doc ./peers/command`). It has a mistake: see README.md.
"""
import json
import re
import sys

# A phi as the text of HIR has it: "  <unknown> x$18: phi(bb0: <unknown> x$2, ...)".
PHI = re.compile(r'^  \S+ (?P<place>\S*\$\d+)\S*: phi\((?P<operands>.*)\)$')
OPERAND = re.compile(r'bb\d+: \S+ (?P<name>[^$\s]*)\$(?P<id>\d+)')


def identifier(place):
    """The id of a place such as x$18."""
    return int(place.rpartition('$')[2])


def redundant(lines):
    """The first phi that chooses from one value and itself: its line, its id, and
    the value."""
    for i, line in enumerate(lines):
        phi = PHI.match(line)
        if not phi:
            continue
        own = identifier(phi['place'])
        values = {}
        for operand in OPERAND.finditer(phi['operands']):
            if int(operand['id']) != own:
                # One variable, one value. (It is not: a variable has many.)
                values[operand['name'] or operand['id']] = operand['name'] + '$' + operand['id']
        if len(values) == 1:
            return i, own, next(iter(values.values()))
    return None


def eliminate(text):
    lines = text.split('\n')
    while (found := redundant(lines)) is not None:
        at, old, new = found
        del lines[at]
        lines = [re.sub(r'[^\s$(\[{]*\$%d(?!\d)' % old, lambda _: new, line) for line in lines]
    return '\n'.join(lines)


for line in sys.stdin:
    request = json.loads(line)
    if request.get('pass') not in ('eliminate', ''):
        answer = {'error': {'kind': 'unsupported', 'message': 'only the pass eliminate is known'}}
    else:
        answer = {'snapshots': [{'pass': 'eliminate', 'hir': eliminate(request['hir'])}]}
    print(json.dumps({'id': request['id'], **answer}), flush=True)
