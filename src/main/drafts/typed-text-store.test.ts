import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { MAX_TYPED_LENGTH, TYPED_FORMS } from '@shared/bridge/drafts';
import { BodyStore } from '../bodies/body-store';
import { ClearedEntries } from '../history/cleared-entries';
import { HistoryStore } from '../history/history-store';
import { keepExchange } from '../history/keep-exchange';
import { lookUp } from '../history/testing-exchanges';
import { LocalParts } from '../saved-requests/live/local-parts';
import { SavedRequestStore } from '../saved-requests/saved-request-store';
import { testingReferences } from '../secrets/testing-references';
import { KeptLists } from '../sessions/kept-lists';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingFolder } from '../testing/testing-folder';
import { draftHandlers } from './draft-handlers';
import { DraftStore } from './draft-store';
import { RequestDraftStore } from './request-draft-store';
import { TypedTextStore } from './typed-text-store';

const folder = testingFolder();
const testing = useTestingDatabase();

const store = (): TypedTextStore => new TypedTextStore(testing.database);
const afterRestart = async (): Promise<TypedTextStore> => new TypedTextStore(await testing.reopen());
const noteOf = (id: string): string => `note\n${id}\nnote`;
const NOTE = noteOf('a');
const keysIn = async (texts = store()): Promise<string[]> => (await texts.open()).map(({ key }) => key);

async function onDisk(): Promise<string> {
  const rows = await testing.database.query({ sql: 'SELECT * FROM typed_texts' }, z.unknown());
  return JSON.stringify(rows);
}

describe('text that was typed and not saved', () => {
  it('is there after a restart as it was last, until it is forgotten', async () => {
    const typed = 'Asked Finance\n"12 \0 \ud800';
    await Promise.all([
      store().keep(NOTE, 'A'),
      store().keep(NOTE, typed),
      store().keep('ids\nd\ncards', 'b'),
    ]);
    const next = await afterRestart();
    expect(await next.open()).toEqual([
      { key: NOTE, text: typed },
      { key: 'ids\nd\ncards', text: 'b' },
    ]);
    await next.keep(NOTE, null);
    expect(await keysIn(await afterRestart())).toEqual(['ids\nd\ncards']);
  });

  it('counts as typed, and not once it is forgotten', async () => {
    const transaction = vi.spyOn(testing.database, 'transaction');
    await store().keep(NOTE, 'A');
    await store().keep(NOTE, null);
    const typed = transaction.mock.calls.map(([all]) => all.some((statement) => statement.typed === true));
    expect(typed).toEqual([true, false]);
  });

  it('does not count as typed in the Session ID field: without a keychain every look-up would make quitting ask', async () => {
    const transaction = vi.spyOn(testing.database, 'transaction');
    await store().keep('look-up\n\nids', 'A');
    expect(transaction.mock.calls.flat(2).map(({ typed }) => typed === true)).not.toContain(true);
  });

  it('moves from memory into the file once there is a key', async () => {
    await store().keep(NOTE, 'As kept');
    testing.keychain.trouble = 'locked';
    const inMemory = await afterRestart();
    await inMemory.keep(NOTE, 'Newer');
    testing.keychain.trouble = null;
    await testing.database.reopen();
    expect(await (await afterRestart()).open()).toEqual([{ key: NOTE, text: 'Newer' }]);
  });

  it('that was forgotten in memory is forgotten in the file, too, once there is a key', async () => {
    await store().keep(NOTE, 'As kept');
    testing.keychain.trouble = 'locked';
    const inMemory = await afterRestart();
    await inMemory.keep(NOTE, null);
    testing.keychain.trouble = null;
    await testing.database.reopen();
    expect(await (await afterRestart()).open()).toEqual([]);
  });

  it('is written without card numbers and security codes', async () => {
    await store().keep(NOTE, 'card 4111 1111 1111 1111, cvv 987');
    expect(await onDisk()).not.toMatch(/4111 1111 1111 1111|987/);
    const [kept] = await store().open();
    expect(kept?.text).toMatch(/^card 4111.*1111, cvv •••$/);
  });

  it('is written without those in every part of the details of a saved request', async () => {
    const status = { kind: 'status', status: 201 };
    const details = (code: string, card: string) => ({
      name: `Pay ${card}`,
      folder: `Cards/${card}`,
      description: `cvv=${code}`,
      expectations: [
        status,
        { kind: 'json-path', path: '$.card.cvc', is: { how: 'equals', value: `"${code}"` } },
        { kind: 'header', name: 'x-card', is: { how: 'contains', text: card } },
      ],
    });
    const typed = details('987', '4111111111111111');
    const key = 'details\na\n';
    await store().keep(key, JSON.stringify({ details: typed, base: typed }));
    expect(await onDisk()).not.toMatch(/987|4111111111111111/);
    const [kept] = await store().open();
    const masked = details('•••', '411111••••••1111');
    expect(JSON.parse(kept?.text ?? '')).toEqual({ details: masked, base: masked });
  });

  it('of details that cannot be read is neither kept nor given to the window', async () => {
    const key = 'details\na\n';
    await store().keep(key, 'no JSON');
    await store().keep(noteOf('b'), 'B');
    await testing.database.execute({
      sql: `INSERT INTO typed_texts VALUES (?, 'a', '"{\\"details\\":9}"', ''), ('note\nc\nnote', 'c', 'no JSON', '')`,
      values: [key],
    });
    expect(await keysIn()).toEqual([noteOf('b')]);
  });

  it('is that of the newest 200', async () => {
    let time = 0;
    const texts = new TypedTextStore(testing.database, () => new Date((time += 1_000)));
    for (let index = 0; index < 201; index += 1) await texts.keep(noteOf(String(index)), 'x');
    await texts.keep(noteOf('1'), 'newer');
    await texts.keep(noteOf('last'), 'x');
    const keys = await keysIn(texts);
    expect(keys).toHaveLength(200);
    expect(keys).toContain(noteOf('1'));
    expect(keys).not.toContain(noteOf('0'));
    expect(keys).not.toContain(noteOf('2'));
  });

  it('is accepted from the window for the known forms only, and up to a length', () => {
    const { database } = testing;
    const references = testingReferences();
    const { keepTyped } = draftHandlers(
      new DraftStore(database, references, async () => true),
      new RequestDraftStore(database, references, async () => true),
      store(),
      references,
    );
    const takes = (key: string, text = 'x'): boolean => keepTyped.parse.safeParse({ key, text }).success;
    expect(TYPED_FORMS.map((form) => takes(`${form}\na\n`))).toEqual(TYPED_FORMS.map(() => true));
    expect(['token\na\n', 'note\na', 'note\na\nb\nc', 'x\nnote\na\n'].map((key) => takes(key))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(takes(NOTE, 'x'.repeat(MAX_TYPED_LENGTH + 1))).toBe(false);
  });
});

describe('what was typed goes', () => {
  it('with an entry of the history, but not while that can come back', async () => {
    const bodies = new BodyStore({ directory: folder });
    const history = new HistoryStore(testing.database);
    const cleared = new ClearedEntries(testing.database, history, vi.fn());
    const put = async (): Promise<string> => {
      const { exchange, sentAs } = lookUp();
      const kept = await keepExchange(exchange, sentAs, { bodies, secrets: testingReferences() });
      return (await history.put(kept, null)).id;
    };
    const [deleted, back, gone] = [await put(), await put(), await put()];
    for (const id of [deleted, back, gone]) await store().keep(noteOf(id), 'Asked');
    await cleared.remove([deleted]);
    expect((await keysIn()).sort()).toEqual([back, gone].map(noteOf).sort());
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    await cleared.undo(clearId);
    await history.indexMissing();
    expect((await keysIn()).sort()).toEqual([back, gone].map(noteOf).sort());
    await cleared.remove([gone]);
    await cleared.clear(null, false, randomUUID());
    expect(await keysIn()).toEqual([noteOf(back)]);
    await cleared.forgetAll();
    expect(await keysIn()).toEqual([]);
    await bodies.close();
  });

  it('with a saved request, a draft and a list, and stays with the others', async () => {
    const { database } = testing;
    const [own, live, draft, list, other] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ];
    const lists = new KeptLists(database);
    await lists.save(list, 'p', []);
    const requests = new SavedRequestStore(database);
    const parts = new LocalParts(database);
    const drafts = new DraftStore(database, testingReferences(), async () => true);
    await requests.put({
      ...{ id: own, folder: '', name: 'A', description: '', profileId: 'p', form: null, expectations: [] },
      ...{ order: 0, example: null },
      request: {
        version: 1,
        operation: 'list_buyers',
        pathParameters: {},
        query: [],
        headers: [],
        body: null,
      },
    });
    await database.execute({
      sql: `INSERT INTO live_requests VALUES (?, 'f', 'p', '[]', NULL)`,
      values: [live],
    });
    await drafts.keep(draft, { body: '{}' });
    for (const id of [own, live, draft, list, other]) await store().keep(`ids\n${id}\ncards`, 'x');
    await requests.remove([{ id: own }]);
    await parts.forget([live]);
    await drafts.discard(draft);
    await lists.remove(list);
    expect(await keysIn()).toEqual([`ids\n${other}\ncards`]);
  });
});
