import { describe, expect, it } from 'vitest';
import { emptyDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { folderProblem, nameProblem, type SavedRequest } from '@shared/requests/saved-requests';
import { findInCollection } from './collections/found-in-collection';
import { readCollection } from './collections/read-collection';
import { nameFor } from './live/live-folders';
import { readRequestText, toRequestText } from './request-text';
import { nameSchema } from './saved-request-schemas';

/** Draws what follows from right to left, so that "xobdnaS" is read as "Sandbox". */
const OVERRIDE = '\u202e';
const ISOLATE = '\u2067';

function savedAs(name: string): SavedRequest {
  const draft = emptyDraft();
  return {
    id: '5e550000-0000-4000-8000-000000000001',
    folder: 'Cards',
    name,
    description: '',
    profileId: 'sandbox',
    request: requestOfDraft(draft),
    form: formOfDraft(draft),
    expectations: [],
    order: 0,
    example: null,
  };
}

describe('a name with characters that reverse text', () => {
  it.each([OVERRIDE, ISOLATE])('is refused on entry: %j', (sign) => {
    expect(nameProblem(`Live ${sign}xobdnaS`)).toContain('direction');
    expect(nameSchema.safeParse(`Live ${sign}xobdnaS`).error?.issues[0]?.message).toContain('direction');
    expect(folderProblem(`Live ${sign}xobdnaS/Cards`)).toContain('direction');
  });

  it('is refused in a file', () => {
    const [read] = readRequestText(toRequestText([savedAs(`Live ${OVERRIDE}xobdnaS`)], true));
    expect(read).toMatchObject({ ok: false, why: expect.stringContaining('direction') });
  });

  it('is taken from a collection or a folder on disk without those characters', () => {
    const collection = readCollection(
      JSON.stringify({
        info: {
          name: `Live ${ISOLATE}xobdnaS`,
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        item: [{ name: `Pay ${OVERRIDE}xobdnaS`, request: { method: 'POST', url: 'https://psp.example/' } }],
      }),
    );
    const read = collection && findInCollection(collection).found[0]?.read;
    expect(read).toMatchObject({ ok: true, request: { folder: 'Live -xobdnaS', name: 'Pay  xobdnaS' } });
    expect(nameFor(`/home/ada/Live ${OVERRIDE}xobdnaS`, [])).toBe('Live -xobdnaS');
  });

  it('does not include right-to-left scripts or emoji', () => {
    for (const name of ['مرحبا', 'שלום 1', '👩‍💻']) {
      expect(nameProblem(name)).toBeNull();
      expect(folderProblem(name)).toBeNull();
    }
  });
});
