import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderProblem } from '@shared/requests/saved-requests';
import { z } from 'zod';
import { bruno } from './bruno';
import type { Collection } from './collection';
import { readCollectionFiles } from './collection-folder';
import { findInCollection } from './found-in-collection';
import { openCollection } from './open-collection';
import { readCollection } from './read-collection';

/** Words that readers look for, so that random values are where they matter. */
const NAMES = [
  ...[
    'info',
    'schema',
    'name',
    'item',
    'items',
    'request',
    'url',
    'raw',
    'method',
    'header',
    'headers',
    'key',
    'value',
  ],
  ...[
    'body',
    'mode',
    'type',
    'data',
    'formdata',
    'urlencoded',
    'graphql',
    'auth',
    'apikey',
    'collection',
    'children',
  ],
  ...[
    'resources',
    '_type',
    '_id',
    'parentId',
    'http',
    'params',
    'query',
    'variable',
    'variables',
    'event',
    'script',
  ],
];
const scalar = fc.oneof(
  fc.constantFrom(
    'raw',
    'request',
    'folder',
    'https://a.example/:id?x',
    '{{a.b}}',
    "{% x 'y' %}",
    '${a}',
    '',
  ),
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'large' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 6 }),
  ),
}));

function expectUsable(collection: Collection | null): void {
  if (collection === null) return;
  const { found, report } = findInCollection(collection);
  expect(report.taken + report.partly + report.refused).toBe(found.length);
  for (const { read } of found) {
    if (!read.ok) expect(read.why).toMatch(/\.$/);
    else {
      expect(folderProblem(read.request.folder)).toBeNull();
      expect(z.string().uuid().safeParse(read.request.id).success).toBe(true);
    }
  }
}

describe('every reader', () => {
  it('never throws, whatever a file contains, and returns valid folders and ids', () => {
    const shells = [
      (content: unknown) => ({ info: { name: 'n', schema: '/collection/v2.1.0/' }, item: content }),
      (content: unknown) => ({ info: { name: 'n' }, item: [{ name: 'x', request: content }] }),
      (content: unknown) => ({ __export_format: 4, resources: content }),
      (content: unknown) => ({
        __export_format: 4,
        resources: [{ _type: 'request', url: 'a', body: content }],
      }),
      (content: unknown) => ({ type: 'collection.insomnia.rest/5.0', collection: content }),
      (content: unknown) => ({ opencollection: 1, items: content }),
      (content: unknown) => ({ log: { entries: content } }),
      (content: unknown) => content,
    ];
    fc.assert(
      fc.property(value, fc.constantFrom(...shells), (content, shell) => {
        expectUsable(readCollection(JSON.stringify(shell(content)) ?? ''));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never throws, whatever a folder contains', () => {
    const piece = fc.constantFrom(
      'meta {\n',
      'get {\n',
      '  url: x\n',
      '}\n',
      "  a: '''\n",
      ' @b(',
      '~"',
      ':',
      '\n',
      'vars [\n',
      ']\n',
      'http:\n',
      '  url: y\n',
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((pieces) => pieces.join(''));
    const path = fc.constantFrom(
      'a.bru',
      'b/folder.bru',
      'collection.bru',
      'environments/x.bru',
      'b/c/d.bru',
      '../..',
    );
    fc.assert(
      fc.property(fc.array(fc.record({ path, text }), { maxLength: 5 }), fc.string(), (files, name) => {
        expectUsable(readCollectionFiles(files, name, bruno));
        expectUsable(readCollectionFiles(files, name, openCollection));
      }),
      { numRuns: 500 },
    );
  });

  it('gives a request the same id each time, and each request its own', () => {
    const item = (name: string): object => ({ name, request: 'https://psp.example' });
    const text = JSON.stringify({
      info: { name: 'n', schema: '/v2.1.0/' },
      item: [item('a'), item('a'), item('b')],
    });
    const ids = (): string[] =>
      findInCollection(readCollection(text) as Collection).found.flatMap(({ read }) =>
        read.ok ? read.request.id : [],
      );
    expect(new Set(ids()).size).toBe(3);
    expect(ids()).toEqual(ids());
  });
});
