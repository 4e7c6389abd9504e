import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SavedExample } from '@shared/requests/saved-requests';
import {
  chosenFolder,
  folder,
  handlers,
  openEach,
  request,
  save,
  setChosenFolder,
} from './saved-requests.fixture';

openEach();

describe('an example', () => {
  const example: SavedExample = {
    status: 200,
    statusText: 'OK',
    contentType: 'application/json',
    body: '{"number":"4111111111111111","cvv":"987","access_token":"CANARY","id":"a"}',
    answeredAt: '2026-11-22T10:00:00.000Z',
  };
  const pin = (id: string, pinned: SavedExample | null) =>
    handlers.pinExample.handle({ id, example: pinned });

  it('is masked, kept when the request is saved, written to files, and can be removed', async () => {
    const { request: saved } = await save(request());
    expect((await pin(saved.id, example))?.example).toMatchObject({ status: 200 });
    await save({ ...request(), id: saved.id, name: 'Another name' });
    const kept = (await handlers.openSavedRequest.handle({ id: saved.id }))?.example;
    expect(kept).toEqual({ ...example, body: expect.stringContaining('"id":"a"') });
    expect(kept?.body).not.toMatch(/4111111111111111|987|CANARY/);
    setChosenFolder(join(folder, 'examples'));
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    await pin(saved.id, null);
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.example).toBeNull();
    expect(await handlers.importRequests.handle({ from: 'folder', callId: 'import' })).toMatchObject({
      replaced: ['Another name'],
    });
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.example).toEqual(kept);
  });

  it('has a limited size', () => {
    const parse = (body: string) =>
      handlers.pinExample.parse.safeParse({ id: randomUUID(), example: { ...example, body } }).success;
    expect(parse('a'.repeat(100_000))).toBe(true);
    expect(parse('a'.repeat(100_001))).toBe(false);
  });

  it('typed into a file is masked as well', async () => {
    const { request: saved } = await save(request());
    await pin(saved.id, { ...example, body: '{"id":"b"}' });
    setChosenFolder(join(folder, 'typed'));
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    const file = join(chosenFolder, 'Cards', 'Authorise.request.yaml');
    const typed = (await readFile(file, 'utf8')).replace('{"id":"b"}', '{"access_token":"CANARY"}');
    await writeFile(file, typed);
    await handlers.importRequests.handle({ from: 'folder', callId: 'import' });
    const kept = (await handlers.openSavedRequest.handle({ id: saved.id }))?.example?.body;
    expect(kept).toContain('access_token');
    expect(kept).not.toContain('CANARY');
  });

  it('of a deleted request is not stored', async () => {
    expect(await pin(randomUUID(), example)).toBeNull();
    expect(await handlers.listSavedRequests.handle(undefined)).toEqual([]);
  });
});
