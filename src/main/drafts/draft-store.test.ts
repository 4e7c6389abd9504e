import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_LIBRARY } from '@shared/bridge/drafts';
import { applyEdits } from '@shared/text/text-edits';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { emptyDraft, fieldsOf, type DraftHeader, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { anyDraft } from '@shared/vault-forward/any-draft.fixture';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { SecretReferences } from '../secrets/references';
import { testingReferences } from '../secrets/testing-references';
import { revealSecrets } from './draft-secrets';
import { DraftStore } from './draft-store';
import { draftStores, ID, PLACE, whole } from './draft-stores.fixture';

const OTHER = '22222222-2222-4222-8222-222222222222';
const { testing, store, afterRestart } = draftStores();

it('an empty draft and a cursor position do not count as typed; a body, an edit and a field do', async () => {
  const written: (boolean | undefined)[] = [];
  const { database } = testing;
  const drafts = new DraftStore(
    {
      state: database.state,
      query: (statement, shape) => database.query(statement, shape),
      queryInTurn: (steps, most, shape) => database.queryInTurn(steps, most, shape),
      execute: (statement) => database.execute(statement),
      transaction: (statements) => {
        written.push(statements[0]?.typed);
        return database.transaction(statements);
      },
    },
    testingReferences(),
    () => Promise.resolve(true),
  );
  const { fields } = whole();
  await drafts.keep(ID, { ...whole(), fields: fieldsOf(emptyDraft()), body: '' });
  await drafts.keep(ID, { place: PLACE });
  await drafts.keep(ID, { edits: [{ from: 0, to: 0, insert: 'x' }] });
  await drafts.keep(ID, { body: 'x' });
  await drafts.keep(ID, { fields });
  expect(written).toEqual([false, false, true, true, true]);
});

function marked(draft: VaultForwardDraft): VaultForwardDraft {
  const mark = (header: DraftHeader): DraftHeader =>
    header.value !== '' && isSecretHeaderName(header.name) ? { ...header, secret: true } : header;
  return {
    ...draft,
    headers: draft.headers.map(mark),
    serviceHeaders: draft.serviceHeaders.map(mark),
  };
}

describe('DraftStore', () => {
  it('restores any draft unchanged, with its cursor', async () => {
    await fc.assert(
      fc.asyncProperty(anyDraft, async (draft) => {
        await store().keep(ID, whole(draft));
        const known = testingReferences();
        const { drafts } = await store(known).open();
        const revealed = drafts.map((kept) => ({
          ...kept,
          draft: { ...kept.draft, ...revealSecrets(fieldsOf(kept.draft), known) },
        }));
        expect(revealed).toEqual([
          {
            id: ID,
            familyId: ID,
            name: null,
            profileId: 'p',
            draft: marked(draft),
            place: PLACE,
            exchangeId: null,
            saved: null,
          },
        ]);
      }),
      { numRuns: 30 },
    );
    const { drafts } = await (await afterRestart()).open();
    expect(drafts).toHaveLength(1);
  });

  it('remembers after a restart what a draft is a copy of, even if it was marked as sent first', async () => {
    const drafts = store();
    await drafts.noteSent(ID, 'the exchange');
    await drafts.keep(ID, { ...whole(), familyId: OTHER });
    await drafts.keep(ID, { body: 'b' });
    await drafts.keep(OTHER, whole());
    const kept = await (await afterRestart()).open();
    expect(kept.drafts.map(({ id, familyId, exchangeId }) => [id, familyId, exchangeId])).toEqual([
      [ID, OTHER, 'the exchange'],
      [OTHER, OTHER, null],
    ]);
  });

  it('remembers after a restart which saved request a draft belongs to and whether it has unsaved changes', async () => {
    const saved = async () => (await (await afterRestart()).open()).drafts.map((draft) => draft.saved);
    await store().keep(ID, { ...whole(draftWith({})), saved: { id: OTHER, unsaved: false } });
    expect(await saved()).toEqual([{ id: OTHER, unsaved: false }]);
    await store().keep(ID, { body: '{}', saved: { id: OTHER, unsaved: true } });
    expect(await saved()).toEqual([{ id: OTHER, unsaved: true }]);
    await store().keep(ID, { body: '[]' });
    expect(await saved()).toEqual([{ id: OTHER, unsaved: true }]);
    // For a saved request in a folder on disk: what its file asked for.
    await store().keep(ID, { saved: { id: OTHER, unsaved: true, asked: 'a1' } });
    expect(await saved()).toEqual([{ id: OTHER, unsaved: true, asked: 'a1' }]);
    await store().keep(ID, { saved: null });
    expect(await saved()).toEqual([null]);
  });

  it.each(['after it was kept', 'at the same time', 'before it was kept'])(
    'remembers the exchange of a draft that was marked as sent %s',
    async (when) => {
      const drafts = store();
      const draft = draftWith({ body: 'mine' });
      const kept = when === 'before it was kept' ? null : drafts.keep(ID, whole(draft));
      if (when === 'after it was kept') await kept;
      await drafts.noteSent(ID, OTHER);
      await (kept ?? drafts.keep(ID, whole(draft)));
      const [found] = (await (await afterRestart()).open()).drafts;
      expect(found).toMatchObject({ profileId: 'p', exchangeId: OTHER, draft: { body: 'mine' } });
    },
  );

  it('does not recreate a closed draft when it is marked as sent, and remembers its exchange when it is restored', async () => {
    const drafts = store();
    await Promise.all([ID, OTHER].map((id) => drafts.keep(id, whole())));
    await drafts.noteSent(ID, 'before');
    await Promise.all([ID, OTHER].map((id) => drafts.discard(id)));
    await drafts.noteSent(OTHER, 'after');
    expect((await drafts.open()).drafts).toEqual([]);
    await Promise.all([ID, OTHER].map((id) => drafts.keep(id, whole())));
    await drafts.keep(ID, { body: 'more' });
    const kept = (await (await afterRestart()).open()).drafts;
    expect(kept.map(({ id, exchangeId }) => [id, exchangeId])).toEqual([
      [ID, 'before'],
      [OTHER, 'after'],
    ]);
  });

  it('gives the window references to secret values, and still stores the values after a change', async () => {
    const header = (name: string, value: string, secret = false): DraftHeader => ({
      id: name,
      name,
      value,
      secret,
      enabled: true,
    });
    const draft = draftWith({
      headers: [header('authorization', 'Bearer a'), header('x-plain', 'b'), header('x-marked', 'c', true)],
      serviceHeaders: [header('x-api-key', 'Bearer a')],
    });
    await store().keep(ID, whole(draft));
    const known = testingReferences();
    const opened = store(known);
    const [kept] = (await opened.open()).drafts;
    expect(kept?.draft.headers.map(({ value }) => secretIdOf(value) !== null)).toEqual([true, false, true]);
    expect(kept?.draft.serviceHeaders[0]?.value).toBe(kept?.draft.headers[0]?.value);
    expect(known.readInMemory(secretIdOf(kept?.draft.headers[0]?.value ?? '') ?? '')).toBe('Bearer a');
    // Other changes from the window come with the references; the next run still has the values.
    await opened.keep(ID, { fields: { ...fieldsOf(kept?.draft ?? draft), method: 'PUT' } });
    const next = testingReferences();
    const again = await afterRestart(next);
    const [later] = (await again.open()).drafts;
    expect(later?.draft.method).toBe('PUT');
    const values = revealSecrets(fieldsOf(later?.draft ?? draft), next).headers.map(({ value }) => value);
    expect(values).toEqual(['Bearer a', 'b', 'c']);
  });

  it('passes a secret that is typed into a draft to the redactor of the log', async () => {
    const learned: string[] = [];
    const secretStore = new IndexedSecretStore(testing.keychain, '');
    const known = new SecretReferences(secretStore, (secret) => learned.push(secret));
    const header = { id: 'h', name: 'x-api-key', value: 'typed key', secret: false, enabled: true };
    await store(known).keep(ID, whole(draftWith({ headers: [header] })));
    expect(learned).toContain('typed key');
  });

  it('changes only what is given', async () => {
    await store().keep(ID, whole());
    await store().keep(ID, { place: { anchor: 0, head: 9, top: 4 } });
    await store().keep(ID, { name: 'Mine' });
    await store().keep(ID, { fields: fieldsOf(draftWith({ method: 'PUT' })) });
    const { drafts } = await store().open();
    expect(drafts).toMatchObject([
      { name: 'Mine', place: { head: 9 }, draft: { method: 'PUT', body: draftWith({}).body } },
    ]);
  });

  it('applies any edits to a body, in any batches', async () => {
    const edit = fc.record({ from: fc.nat(40), to: fc.nat(40), insert: fc.string({ unit: 'binary' }) });
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(fc.array(edit, { maxLength: 3 })), async (start, batches) => {
        let body = start;
        await store().keep(ID, { ...whole(draftWith({ body })) });
        for (const batch of batches) {
          const fitting = batch.flatMap(({ from, to, insert }) => {
            const at = Math.min(from, body.length);
            const done = { from: at, to: Math.max(at, Math.min(to, body.length)), insert };
            body = applyEdits(body, [done]) ?? '';
            return [done];
          });
          await store().keep(ID, { edits: fitting });
        }
        expect((await store().open()).drafts[0]?.draft.body).toBe(body);
      }),
      { numRuns: 20 },
    );
  });

  it('drops earlier edits when the whole body is replaced', async () => {
    await store().keep(ID, whole(draftWith({ body: 'abc' })));
    await store().keep(ID, { edits: [{ from: 3, to: 3, insert: 'd' }] });
    await store().keep(ID, { body: 'new' });
    expect((await store().open()).drafts[0]?.draft.body).toBe('new');
  });

  it('keeps what was typed before an edit that does not fit', async () => {
    await store().keep(ID, whole(draftWith({ body: 'abc' })));
    await store().keep(ID, { edits: [{ from: 3, to: 3, insert: 'd' }] });
    await store().keep(ID, { edits: [{ from: 90, to: 91, insert: 'x' }] });
    expect((await store().open()).drafts[0]?.draft.body).toBe('abcd');
  });

  it('keeps the order of the tabs and which one was active', async () => {
    await store().keep(ID, whole());
    await store().keep(OTHER, whole());
    expect((await store().open()).drafts.map(({ id }) => id)).toEqual([ID, OTHER]);
    await store().arrange([OTHER, ID], OTHER);
    expect(await (await afterRestart()).open()).toMatchObject({
      drafts: [{ id: OTHER }, { id: ID }],
      activeId: OTHER,
    });
    await store().discard(OTHER);
    expect(await store().open()).toMatchObject({ drafts: [{ id: ID }], activeId: null });
  });

  it('keeps the order of tabs that is set while new drafts are still being written', async () => {
    const drafts = store();
    await Promise.all([
      drafts.keep(ID, whole()),
      drafts.keep(OTHER, { ...whole(), body: 'of the second' }),
      drafts.keep(OTHER, { name: 'second' }),
      drafts.arrange([OTHER, ID], OTHER),
    ]);
    const kept = await (await afterRestart()).open();
    expect(kept.drafts.map(({ id }) => id)).toEqual([OTHER, ID]);
    expect(kept.activeId).toBe(OTHER);
  });

  it('counts drafts that it cannot read', async () => {
    await store().keep(ID, whole());
    await testing.database.execute({ sql: `UPDATE drafts SET fields = '{"version":99}'` });
    expect(await store().open()).toMatchObject({ drafts: [], unreadable: 1 });
    await testing.database.execute({ sql: `UPDATE drafts SET fields = 'no JSON'` });
    expect(await store().open()).toMatchObject({ drafts: [], unreadable: 1 });
  });

  it('keeps drafts in memory without a keychain, and moves them into the file once it is available', async () => {
    testing.keychain.trouble = 'locked';
    await store().keep(ID, whole());
    await store().keep(ID, { edits: [{ from: 0, to: 0, insert: ' ' }] });
    expect((await store().open()).drafts).toHaveLength(1);
    testing.keychain.trouble = null;
    await testing.database.reopen();
    expect((await (await afterRestart()).open()).drafts[0]?.draft.body).toBe(` ${draftWith({}).body}`);
  });

  it('keeps the library for composing', async () => {
    expect(await store().readLibrary()).toEqual(EMPTY_LIBRARY);
    const library = {
      placeholders: [{ name: 'CARD_HOLDER', becomes: 'the name', sample: 'A. SAMPLE' }],
      snippets: [{ id: ID, name: 'Amount', text: '"amount": 1' }],
      authentications: [{ id: OTHER, name: 'Signing' }],
      paymentMethods: [{ id: ID, name: 'Ada’s visa' }],
    };
    await store().keepLibrary(library);
    expect(await (await afterRestart()).readLibrary()).toEqual(library);
  });
});
