import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentSummary } from '@shared/documents/document-summary';
import { refuse, succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { givenFile, useDocumentsStore } from './documents-store';

const summary = (id: string, profileIds: readonly string[] = []): DocumentSummary => ({
  id,
  title: id,
  version: '1',
  openapi: '3.1.0',
  source: { kind: 'pasted' },
  profileIds,
  addedAt: null,
  problems: [],
  problemCount: 0,
  servers: [],
  areas: [],
});
const given = { text: '{}', source: { kind: 'pasted' } as const };
const problem = { code: 'no-document', title: 'No', meaning: 'No', nextStep: 'No', detail: null };

const explorer = {
  on: vi.fn(() => () => undefined),
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  listDocuments: vi.fn(),
  addDocument: vi.fn(),
  cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
  reviewReplacement: vi.fn(),
  replaceDocument: vi.fn(),
  removeDocument: vi.fn(() => Promise.resolve(succeed(null))),
  undoRemoveDocument: vi.fn(() => Promise.resolve(succeed(summary('shop')))),
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('explorer', explorer);
  setActivePinia(createPinia());
  explorer.listDocuments.mockResolvedValue(
    succeed({ documents: [summary('built-in'), summary('shop'), summary('bank', ['b'])], notice: null }),
  );
  const profiles = ['a', 'b'].map((id) => testingProfile({ id, name: id }));
  useProfilesStore().accept({ profiles, activeId: 'a', notice: null });
});

describe('the documents of the API screen', () => {
  it('shows those of the active profile, and lists the others separately', async () => {
    const documents = useDocumentsStore();
    await documents.load();
    expect(documents.shown.map(({ id }) => id)).toEqual(['built-in', 'shop']);
    expect(documents.others.map(({ id }) => id)).toEqual(['bank']);
  });

  it('keeps the list when a document is refused, and clears the problem after the next success', async () => {
    const documents = useDocumentsStore();
    await documents.load();
    explorer.addDocument.mockResolvedValue(refuse(problem));
    expect(await documents.add(given)).toEqual(refuse(problem));
    expect(documents.all).toHaveLength(3);
    explorer.addDocument.mockResolvedValue(succeed(summary('new')));
    await documents.add(given);
    expect([documents.problem, documents.reading]).toEqual([null, null]);
    expect(documents.all.at(-1)?.id).toBe('new');
  });

  it('cancels a document that is being read, and does nothing once it is read', async () => {
    const documents = useDocumentsStore();
    await documents.load();
    const answers: ((answer: unknown) => void)[] = [];
    explorer.addDocument.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const adding = documents.add(given);
    await documents.cancelReading();
    const [[asked]] = explorer.addDocument.mock.calls as [[{ callId: string }]];
    expect(explorer.cancelCall.mock.calls).toEqual([[{ callId: asked.callId }]]);
    answers[0]?.(refuse({ ...problem, code: 'document-cancelled' }));
    await adding;
    await documents.cancelReading();
    expect([explorer.cancelCall.mock.calls.length, documents.reading]).toEqual([1, null]);
  });

  it('cancels each of two that are being read by itself, the one that is shown first', async () => {
    const documents = useDocumentsStore();
    await documents.load();
    const answers: ((answer: unknown) => void)[] = [];
    explorer.addDocument.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const file = { text: '{}', source: { kind: 'file', name: 'shop.yaml' } as const };
    const adding = [documents.add(file), documents.add(given)];
    const asked = explorer.addDocument.mock.calls as [{ callId: string }][];
    const ids = asked.map(([{ callId }]) => callId);
    expect(documents.reading).toBe('the pasted text');
    await documents.cancelReading(file);
    await documents.cancelReading();
    expect(explorer.cancelCall.mock.calls).toEqual([[{ callId: ids[0] }], [{ callId: ids[1] }]]);
    answers[1]?.(refuse({ ...problem, code: 'document-cancelled' }));
    await adding[1];
    expect(documents.reading).toBe('shop.yaml');
    await documents.cancelReading();
    expect(explorer.cancelCall.mock.lastCall).toEqual([{ callId: ids[0] }]);
    answers[0]?.(refuse({ ...problem, code: 'document-cancelled' }));
    await adding[0];
    expect(documents.reading).toBeNull();
  });

  it('replaces a document only after confirmation, and only once', async () => {
    const documents = useDocumentsStore();
    await documents.load();
    const replacement = { documentId: 'shop', replacementId: 'r', content: summary('shop'), changes: {} };
    explorer.reviewReplacement.mockResolvedValue(succeed(replacement));
    explorer.replaceDocument.mockResolvedValue(succeed({ ...summary('shop'), version: '2' }));
    await documents.review('shop', given);
    expect(explorer.replaceDocument).not.toHaveBeenCalled();
    await documents.takeReplacement();
    expect(explorer.replaceDocument).toHaveBeenCalledWith({ documentId: 'shop', replacementId: 'r' });
    expect(documents.all.map(({ version }) => version)).toEqual(['1', '2', '1']);
    await documents.takeReplacement();
    expect(explorer.replaceDocument).toHaveBeenCalledTimes(1);
  });

  it('removes a document, and offers to undo that', async () => {
    const documents = useDocumentsStore();
    const undo = useUndoStore();
    await documents.load();
    await documents.remove(summary('shop'));
    expect(documents.all.map(({ id }) => id)).toEqual(['built-in', 'bank']);
    expect(undo.entries[0]?.words).toBe('Removed shop.');
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(explorer.undoRemoveDocument).toHaveBeenCalledWith({ documentId: 'shop' });
    expect(documents.all.map(({ id }) => id)).toEqual(['built-in', 'shop', 'bank']);
  });

  it('rejects a file that is too large without reading it', async () => {
    const file = { name: 'big.json', size: 21 * 1024 * 1024, text: vi.fn() } as unknown as File;
    expect(await givenFile(file)).toMatchObject({ meaning: expect.stringContaining('"big.json" is 21 MB') });
    expect(file.text).not.toHaveBeenCalled();
    expect(await givenFile(new File(['{}'], 'small.json'))).toEqual({
      text: '{}',
      source: { kind: 'file', name: 'small.json' },
    });
  });
});
