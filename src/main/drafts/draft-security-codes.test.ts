import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutIds } from '@shared/testing/without-ids';
import { z } from 'zod';
import { EMPTY_LIBRARY } from '@shared/bridge/drafts';
import { checkDraft } from '@shared/vault-forward/checks';
import { emptyDraft, fieldsOf, type DraftHeader } from '@shared/vault-forward/draft';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { DatabaseError } from '../database/database';
import { draftStores, ID, whole } from './draft-stores.fixture';

let onlyLocal: boolean;
beforeEach(() => {
  onlyLocal = true;
});
const { testing, store, afterRestart } = draftStores(async () => onlyLocal);

describe('DraftStore', () => {
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
});
