import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { sessionRequest } from '@shared/requests/reading-requests';
import { readRequestText, toRequestText } from './request-text';
import { updateRequestText } from './update-request-text';

const request: SavedRequest = {
  id: '5e550000-0000-4000-8000-000000000001',
  folder: '',
  name: 'Charge',
  description: 'Line one\nline two',
  profileId: 'p',
  request: sessionRequest('5e550000-0000-4000-8000-000000000002'),
  form: null,
  expectations: [
    { kind: 'status', status: 200 },
    { kind: 'json-path', path: '$.id', is: { how: 'exists' } },
  ],
  order: 0,
  example: null,
};

const COMMENTED = `# Ask Ada before you change this.
id: 5e550000-0000-4000-8000-000000000001
version: 2 # the newest
name: 'Charge'
description: |-
  Line one
  line two
request:
  # The sample session.
  operation: get_checkout_session
  path: { session_id: 5e550000-0000-4000-8000-000000000002 }
expect:
  - status: 200 # never 201
  - path: $.id
    exists: true
`;

it('keeps comments and hand-written formatting', () => {
  const text = updateRequestText(COMMENTED, {
    ...request,
    name: 'Charge: again',
    order: 20,
    expectations: [{ kind: 'status', status: 202 }, ...request.expectations.slice(1)],
  });
  const changed = text.split('\n').filter((line) => !COMMENTED.split('\n').includes(line));
  expect(changed).toEqual(['name: "Charge: again"', 'order: 20', '  - status: 202 # never 201']);
  expect(text).toContain('# Ask Ada');
  expect(updateRequestText(COMMENTED, request)).toBe(COMMENTED);
});

it('keeps comments in their column, but not what looks like one in a text', () => {
  const text = COMMENTED.replace('2 # the', '2    # the')
    .replace('200 # never', '200   # never')
    .replace('Line one', 'Line   # one');
  const saved = { ...request, description: 'Line   # one\nline two', name: 'Another' };
  expect(updateRequestText(text, saved)).toBe(text.replace("'Charge'", 'Another'));
  const [read] = readRequestText(updateRequestText(text, { ...saved, description: 'Line # one\nline two' }));
  expect(read).toMatchObject({ ok: true, request: { description: 'Line # one\nline two' } });
});

it('keeps each comment with what it is about when an item of a list is added, removed or changed', () => {
  const headers = ['first', 'second', 'third'].map((name) => ({ name, value: '1', secret: false }));
  const asked = { ...request, request: { ...request.request, headers } };
  const text = toRequestText([asked], false)
    .replace('    - name: first', '    # Of Ada.\n    - name: first')
    .replace('    - name: second', '    # Of Bob.\n    - name: second # second')
    .replace('name: third', 'name: third # third')
    .replace('  - path', '  # Of Carl.\n  - path');
  const updated = (rows: typeof headers, expectations = request.expectations): string =>
    updateRequestText(text, { ...asked, request: { ...asked.request, headers: rows }, expectations });
  const added = { name: 'new', value: '2', secret: false };
  const row = '    - name: new\n      value: "2"\n';
  expect(updated(headers)).toBe(text);
  expect(updated([added, ...headers])).toBe(text.replace('    # Of Ada.', `${row}    # Of Ada.`));
  expect(updated(headers.slice(1))).toBe(text.replace(/ {4}# Of Ada.*\n.*\n.*\n/, ''));
  expect(updated(headers.map((one, at) => (at === 1 ? { ...one, value: '3' } : one)).slice(1))).toBe(
    text.replace(/ {4}# Of Ada.*\n.*\n.*\n/, '').replace(/(second # second\n.*)1/, '$13'),
  );
  expect(updated(headers, request.expectations.slice(1))).toBe(text.replace('  - status: 200\n', ''));
});

it('rewrites a text to the same request as a new one, whatever is changed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('a\n b\n', '', '- x', '#'),
  );
  const some = fc.record({
    description: text,
    order: fc.integer({ min: 0, max: 100 }),
    expectations: fc.array(
      fc.integer({ min: 100, max: 599 }).map((status) => ({ kind: 'status' as const, status })),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(some, some, fc.boolean(), (before, after, commented) => {
      const old = toRequestText([{ ...request, ...before }], false);
      const wanted = { ...request, ...after };
      const written = updateRequestText(commented ? `# kept\n${old}` : old, wanted);
      const anew = toRequestText([wanted], false);
      expect(readRequestText(written)).toEqual(readRequestText(anew));
      if (!commented) expect(written).toBe(anew);
      else if (!(old === anew)) expect(written).toContain('# kept');
    }),
  );
});
