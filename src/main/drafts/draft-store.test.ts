import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutIds } from '@shared/testing/without-ids';
import { z } from 'zod';
import { EMPTY_LIBRARY, type DraftChange } from '@shared/bridge/drafts';
import { applyEdits } from '@shared/text/text-edits';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { checkDraft } from '@shared/vault-forward/checks';
import { emptyDraft, fieldsOf, type DraftHeader, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { anyDraft } from '@shared/vault-forward/any-draft.fixture';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { useTestingDatabase } from '../testing/use-testing-database';
import { DatabaseError } from '../database/database';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { SecretReferences } from '../secrets/references';
import { testingReferences } from '../secrets/testing-references';
import { revealSecrets } from './draft-secrets';
import { DraftStore } from './draft-store';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const PLACE = { anchor: 3, head: 1, top: 0 };

const testing = useTestingDatabase();

let onlyLocal: boolean;
beforeEach(() => {
  onlyLocal = true;
});
const wasOnlyLocal = async (): Promise<boolean> => onlyLocal;
const store = (known = testingReferences()): DraftStore =>
  new DraftStore(testing.database, known, wasOnlyLocal);
const afterRestart = async (known = testingReferences()): Promise<DraftStore> =>
  new DraftStore(await testing.reopen(), known, wasOnlyLocal);

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
    wasOnlyLocal,
  );
  const { fields } = whole();
  await drafts.keep(ID, { ...whole(), fields: fieldsOf(emptyDraft()), body: '' });
  await drafts.keep(ID, { place: PLACE });
  await drafts.keep(ID, { edits: [{ from: 0, to: 0, insert: 'x' }] });
  await drafts.keep(ID, { body: 'x' });
  await drafts.keep(ID, { fields });
  expect(written).toEqual([false, false, true, true, true]);
});

function whole(draft = draftWith({})): DraftChange {
  return { name: null, profileId: 'p', fields: fieldsOf(draft), body: draft.body, place: PLACE };
}

/** The draft as it is read back: headers that are secret by name are marked. */
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

  describe('with the security code of a card', () => {
    const body = (code: string): string => `{"number":"{{CARD_NUMBER_1}}","cvv":"${code}"}`;
    const onDisk = async (): Promise<string> => {
      const text = z.object({ all: z.string() });
      const rows = await testing.database.query(
        {
          sql: `SELECT fields || body || coalesce((SELECT group_concat(edits) FROM draft_edits), '') AS "all" FROM drafts`,
        },
        text,
      );
      return rows.map(({ all }) => all).join();
    };

    it('masks it on the disk, keeps it for this run, and asks for it again after a restart', async () => {
      const drafts = store();
      await drafts.keep(
        ID,
        whole(draftWith({ body: body('987'), destinationUrl: 'https://a.example/?cvv=987' })),
      );
      expect(withoutIds(await onDisk())).not.toContain('987');
      const [opened] = (await drafts.open()).drafts;
      expect(opened?.draft.body).toBe(body('987'));
      expect(opened?.draft.destinationUrl).toContain('987');
      const [later] = (await (await afterRestart()).open()).drafts;
      expect(later?.draft.body).toBe(body('•••'));
      expect(checkDraft(later?.draft ?? draftWith({}))).toContainEqual(
        expect.objectContaining({ code: 'security-code-masked', severity: 'error' }),
      );
    });

    it('never writes it to the disk while it is typed digit by digit or afterwards', async () => {
      const drafts = store();
      await drafts.keep(ID, whole(draftWith({ body: body('') })));
      const at = body('').indexOf('""') + 1;
      for (const [index, digit] of [...'9876'].entries()) {
        await drafts.keep(ID, { edits: [{ from: at + index, to: at + index, insert: digit }] });
        expect(withoutIds(await onDisk())).not.toMatch(/987/);
        if (index >= 2) expect(await onDisk()).toContain('•••');
      }
      expect((await drafts.open()).drafts[0]?.draft.body).toBe(body('9876'));
      await drafts.keep(ID, { edits: [{ from: 0, to: 0, insert: ' ' }] });
      expect((await (await afterRestart()).open()).drafts[0]?.draft.body).toBe(` ${body('••••')}`);
    });

    it('keeps what is typed into the masked body after a restart', async () => {
      await store().keep(ID, whole(draftWith({ body: body('987') })));
      const drafts = await afterRestart();
      const at = body('').indexOf('""') + 1;
      await drafts.keep(ID, { edits: [{ from: at, to: at + 3, insert: '{{CARD_SECURITY_CODE_1}}' }] });
      expect((await (await afterRestart()).open()).drafts[0]?.draft.body).toBe(
        body('{{CARD_SECURITY_CODE_1}}'),
      );
    });

    it('keeps it in a draft of the Local sandbox until the draft moves to another profile', async () => {
      const drafts = store();
      const destinationUrl = '{sandbox}/v1/cards';
      const draft = draftWith({ destinationUrl, body: body('987') });
      await drafts.keep(ID, { ...whole(draft), profileId: 'local-sandbox' });
      expect(await onDisk()).toContain('987');
      await drafts.keep(ID, { profileId: 'production' });
      expect(withoutIds(await onDisk())).not.toContain('987');
    });

    it('masks it in a draft of the Local sandbox once the destination is another computer', async () => {
      const drafts = store();
      const draft = draftWith({ destinationUrl: 'http://127.0.0.1:8080/charge', body: body('987') });
      await drafts.keep(ID, { ...whole(draft), profileId: 'local-sandbox' });
      expect(await onDisk()).toContain('987');
      await drafts.keep(ID, { fields: fieldsOf({ ...draft, destinationUrl: 'https://psp.example/charge' }) });
      expect(withoutIds(await onDisk())).not.toContain('987');
    });

    it('masks it in a draft of the Local sandbox that is edited after another profile was active', async () => {
      const drafts = store();
      const header: DraftHeader = { id: 'h', name: 'cvc', value: '987', secret: true, enabled: true };
      const destinationUrl = '{sandbox}/v1/cards';
      const draft = draftWith({ destinationUrl, headers: [header], body: body('987') });
      await drafts.keep(ID, { ...whole(draft), profileId: 'local-sandbox' });
      expect(await onDisk()).toContain('987');
      onlyLocal = false;
      await drafts.keep(ID, { edits: [{ from: 0, to: 0, insert: ' ' }] });
      expect(withoutIds(await onDisk())).not.toContain('987');
      expect((await drafts.open()).drafts[0]?.draft.body).toBe(` ${body('987')}`);
    });

    it('never writes it to the disk when the window holds only a reference to it', async () => {
      const drafts = store();
      const header: DraftHeader = { id: 'h', name: 'cvc', value: '987', secret: true, enabled: true };
      await drafts.keep(ID, whole(draftWith({ headers: [header] })));
      const [opened] = (await drafts.open()).drafts;
      expect(opened?.draft.headers[0]?.value).not.toBe('987');
      await drafts.keep(ID, { fields: fieldsOf(opened?.draft ?? emptyDraft()) });
      expect(withoutIds(await onDisk())).not.toContain('987');
    });

    it('writes a masked one in a header in clear text once its draft moves to the Local sandbox', async () => {
      const drafts = store();
      const header: DraftHeader = { id: 'h', name: 'cvc', value: '987', secret: true, enabled: true };
      await drafts.keep(ID, whole(draftWith({ destinationUrl: '{sandbox}/v1/cards', headers: [header] })));
      expect(withoutIds(await onDisk())).not.toContain('987');
      await drafts.keep(ID, { profileId: 'local-sandbox' });
      expect(withoutIds(await onDisk())).toContain('987');
    });

    it('applies an edit to a body with one only once, even if the first write of the edit failed', async () => {
      const { database } = testing;
      const transaction = vi.spyOn(database, 'transaction');
      const drafts = store();
      await drafts.keep(ID, whole(draftWith({ body: body('987') })));
      transaction.mockRejectedValueOnce(new DatabaseError('disk', 'full'));
      const change = { edits: [{ from: 0, to: 0, insert: 'once ' }] };
      await expect(drafts.keep(ID, change)).rejects.toThrow('full');
      await drafts.keep(ID, change);
      expect((await drafts.open()).drafts[0]?.draft.body).toBe(`once ${body('987')}`);
    });

    it('writes one in a header in clear text once its draft moves to the Local sandbox, even if the first write failed', async () => {
      const transaction = vi.spyOn(testing.database, 'transaction');
      const drafts = store();
      const header: DraftHeader = { id: 'h', name: 'cvc', value: '987', secret: true, enabled: true };
      await drafts.keep(ID, whole(draftWith({ destinationUrl: '{sandbox}/v1/cards', headers: [header] })));
      transaction.mockRejectedValueOnce(new DatabaseError('disk', 'full'));
      await expect(drafts.keep(ID, { profileId: 'local-sandbox' })).rejects.toThrow('full');
      await drafts.keep(ID, { profileId: 'local-sandbox' });
      expect(withoutIds(await onDisk())).toContain('987');
    });

    it('masks it in a snippet', async () => {
      const snippet = { id: ID, name: 'A card', text: '"cvv": "987"' };
      await store().keepLibrary({ ...EMPTY_LIBRARY, snippets: [snippet] });
      expect((await store().readLibrary()).snippets[0]?.text).toBe('"cvv": "•••"');
    });
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
