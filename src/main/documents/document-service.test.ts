import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { createDocuments } from './create-documents';
import type { StartDocumentsProcess } from './document-client';
import { PREPARED_VERSION } from './document-files';
import { DocumentServer } from './document-server';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let asked: string[];

beforeEach(async () => {
  asked = [];
});
afterEach(async () => {
  vi.useRealTimers();
});

/** The process's own code, without a process around it. */
const start: StartDocumentsProcess = ({ onMessage }) => {
  const server = new DocumentServer();
  return {
    send: (question) => {
      asked.push(question.kind);
      setImmediate(() => onMessage(server.answer(question)));
    },
    end: () => undefined,
  };
};

const reported: string[] = [];
const open = (pinnedProfileId: string | null = null) =>
  createDocuments({
    pinnedProfileId,
    dataFolder: { path: folder },
    startDocuments: start,
    report: (_where, error) => void reported.push(String(error)),
  }).documents;

const pasted = (paths: object, version = '1') => ({
  text: JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version }, paths }),
  source: { kind: 'pasted' } as const,
});
const answers = { 200: { description: 'fine' } };
const orders = { '/orders': { get: { operationId: 'list_orders', responses: answers } } };

const titles = async (documents: ReturnType<typeof open>) =>
  (await documents.list()).documents.map(({ title, version }) => `${title} ${version}`);

describe('the documents of the API screen', () => {
  it('begins with the built-in contract, which is read once and listed again without the process', async () => {
    const [builtIn] = (await open().list()).documents;
    expect(builtIn).toMatchObject({
      id: 'built-in',
      title: 'Payments API',
      problems: [],
      source: { kind: 'built-in' },
    });
    expect(asked).toEqual(['read']);
    const [again] = (await open().list()).documents;
    expect(again).toEqual(builtIn);
    expect(asked).toEqual(['read']);
  });

  it('keeps a document that is added while leftovers of earlier runs are removed', async () => {
    const documents = open();
    const [, added] = await Promise.all([documents.list(), documents.add(pasted(orders))]);
    expect(await documents.operation(added.id, 'list_orders')).toMatchObject({ path: '/orders' });
    // From the disk, as the next run reads it.
    expect(await open().operation(added.id, 'list_orders')).toMatchObject({ path: '/orders' });
  });

  it('describes an operation and a model of it', async () => {
    const documents = open();
    const session = await documents.operation('built-in', 'get_checkout_session');
    expect(session).toMatchObject({ document: 'built-in', path: '/checkout/sessions/{session_id}' });
    expect(await documents.model('built-in', '#/components/schemas/CartItem')).toMatchObject({
      name: 'CartItem',
    });
    expect(asked).toEqual(['read', 'operation', 'open', 'operation', 'model']);
    await expect(documents.operation('built-in', 'nothing')).rejects.toMatchObject({
      problem: { code: 'not-in-document' },
    });
  });

  it('keeps an added document and the profiles that use it', async () => {
    const { id } = await open().add(pasted(orders));
    await open().assign(id, ['sandbox-eu']);
    const [, shop] = (await open().list()).documents;
    expect(shop).toMatchObject({ id, title: 'Shop', profileIds: ['sandbox-eu'], source: { kind: 'pasted' } });
    expect(await open().operation(id, 'list_orders')).toMatchObject({ document: id, method: 'GET' });
  });

  it('removes text direction controls from title and version', async () => {
    const { paths, ...info } = { title: 'Evil API\u202egnp', version: '1\u2067', paths: orders };
    const text = JSON.stringify({ openapi: '3.0.3', info, paths });
    expect(await open().add({ text, source: { kind: 'pasted' } })).toMatchObject({
      title: 'Evil API gnp',
      version: '1',
    });
    const [, again] = (await open().list()).documents;
    expect(again?.title).toBe('Evil API gnp');
  });

  it('refuses invalid JSON, with line and column, and too large a text, and stores neither', async () => {
    const documents = open();
    await documents.list();
    const before = await readdir(join(folder, 'documents'));
    await expect(
      documents.add({ ...pasted({}), text: '{ "openapi": "3.0.0" "x": 1 }' }),
    ).rejects.toMatchObject({
      problem: { code: 'no-document', meaning: expect.stringMatching(/not JSON.*\(line 1, column 22\)/) },
    });
    await expect(documents.add({ ...pasted({}), text: ' '.repeat(21 * 1024 * 1024) })).rejects.toMatchObject({
      problem: {
        code: 'document-too-large',
        meaning: 'It is 21 MB; documents of up to 20 MB can be read.',
      },
    });
    expect(await readdir(join(folder, 'documents'))).toEqual(before);
  });

  it('lists what a new version changes, and accepts only the version reviewed last', async () => {
    const documents = open();
    const limit = (schema: object) => [{ name: 'limit', in: 'query', schema }];
    const { id } = await documents.add(
      pasted({
        '/orders': {
          get: {
            operationId: 'list_orders',
            parameters: limit({ type: 'integer', maximum: 100 }),
            responses: answers,
          },
        },
        '/old': { get: { responses: answers } },
        '/same': { get: { responses: answers } },
      }),
    );
    const second = pasted(
      {
        '/orders': {
          get: {
            operationId: 'list_orders',
            parameters: limit({ type: 'integer', maximum: 50 }),
            responses: answers,
          },
        },
        '/new': { post: { responses: answers } },
        '/same': { get: { responses: answers } },
      },
      '2',
    );
    const review = await documents.review(id, second);
    expect(review.changes).toMatchObject({
      added: [{ id: 'POST /new' }],
      removed: [{ id: 'GET /old' }],
      unchanged: 1,
    });
    expect(review.changes.changed).toEqual([
      {
        operation: expect.objectContaining({ id: 'list_orders' }),
        idBefore: 'list_orders',
        changes: ['Changed: query parameter limit: whole number, at most 100 → whole number, at most 50'],
      },
    ]);
    expect(await titles(documents)).toEqual(['Payments API 1.0.0', 'Shop 1']);
    // A version can no longer be accepted once another one has been reviewed after it.
    const later = await documents.review(id, pasted({}, '3'));
    await expect(documents.replace(id, review.replacementId)).rejects.toMatchObject({
      problem: { code: 'no-such-document' },
    });
    expect(later.changes).toMatchObject({ added: [], changed: [], unchanged: 0 });
    const again = await documents.review(id, second);
    await documents.replace(id, again.replacementId);
    // Only the built-in contract and this document remain: the old version and those that were not accepted are gone.
    expect(await readdir(join(folder, 'documents'))).toHaveLength(2);
    expect(await titles(open())).toEqual(['Payments API 1.0.0', 'Shop 2']);
    expect(await open().operation(id, 'POST /new')).toMatchObject({ path: '/new' });
    await expect(documents.replace(id, again.replacementId)).rejects.toMatchObject({
      problem: { code: 'no-such-document' },
    });
  });

  it('removes a document, and undo restores it to its place, once', async () => {
    const documents = open();
    const first = await documents.add(pasted(orders, '1'));
    await documents.add(pasted(orders, '2'));
    await documents.remove(first.id);
    expect(await titles(documents)).toEqual(['Payments API 1.0.0', 'Shop 2']);
    await documents.undoRemove(first.id);
    expect(await titles(documents)).toEqual(['Payments API 1.0.0', 'Shop 1', 'Shop 2']);
    await expect(documents.undoRemove(first.id)).rejects.toMatchObject({
      problem: { code: 'undo-too-late' },
    });
  });

  it('a command beside the app deletes nothing that the app may bring back or is adding', async () => {
    const ofApp = open();
    const first = await ofApp.add(pasted(orders, '1'));
    const { replacementId } = await ofApp.review(first.id, pasted(orders, '2'));
    const second = await ofApp.add(pasted(orders, '3'));
    await ofApp.remove(second.id);
    await open('shop').list();
    await ofApp.replace(first.id, replacementId);
    await ofApp.undoRemove(second.id);
    expect((await open().list()).documents.map(({ version, problems }) => [version, problems])).toEqual([
      ['1.0.0', []],
      ['2', []],
      ['3', []],
    ]);
  });

  it('deletes the text of a removed document once it is too late to undo', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const documents = open();
    const { id } = await documents.add(pasted(orders));
    await documents.remove(id);
    expect(await readdir(join(folder, 'documents'))).toHaveLength(1);
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    await expect(documents.undoRemove(id)).rejects.toMatchObject({ problem: { code: 'undo-too-late' } });
    await vi.waitFor(async () => expect(await readdir(join(folder, 'documents'))).toEqual([]));
  });

  it('deletes what an earlier run removed, and versions that were reviewed but not accepted', async () => {
    const before = open();
    const { id } = await before.add(pasted(orders));
    await before.review(id, pasted({}));
    await (await before.add(pasted(orders)), before.remove(id));
    await open().list();
    // Only the built-in contract and the remaining document.
    expect(await readdir(join(folder, 'documents'))).toHaveLength(2);
  });

  it('rebuilds its cache from the text, and still lists a document that cannot be read by its title', async () => {
    const { id } = await open().add(pasted(orders));
    const [revision] = (await readdir(join(folder, 'documents'))).filter((name) => !name.startsWith('text-'));
    const path = (file: string) => join(folder, 'documents', revision ?? '', file);
    await writeFile(path('content.json'), '{"version":0}');
    expect((await open().list()).documents[1]?.areas).toHaveLength(1);
    expect(JSON.parse(await readFile(path('content.json'), 'utf8'))).toMatchObject({
      version: PREPARED_VERSION,
    });
    await rm(path('content.json'));
    await rm(path('source.txt'));
    const [builtIn, damaged] = (await open().list()).documents;
    expect(builtIn?.areas.length).toBeGreaterThan(20);
    expect(damaged).toMatchObject({ id, title: 'Shop', areas: [], problemCount: 1 });
    expect(reported.join()).toContain('source.txt');
  });
});
