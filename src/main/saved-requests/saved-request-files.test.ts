import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { withoutIds } from '@shared/testing/without-ids';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { SavedRequestStore } from './saved-request-store';
import {
  chosenFolder,
  firstValue,
  folder,
  handlers,
  kept,
  openEach,
  references,
  request,
  save,
  saveAgain,
  savedText,
  secretHeader,
  setChosenFolder,
  setProfile,
  testing,
} from './saved-requests.fixture';

openEach();

describe('a file written by hand', () => {
  const text = `version: 1
id: 5e550000-0000-4000-8000-000000000001
name: Typed
description: Send 4111111111111111 with CANARY-typed
request:
  kind: vault_forward
  destinationUrl: https://psp.example/charges
  method: POST
  headers:
    - name: authorization
      value: Bearer CANARY-typed
    - name: x-plain
      value: kept-secret:5e550000-0000-4000-8000-000000000002
  body: '{"number":"4111111111111111","cvv":"987"}'
expect:
  - path: $.number
    equals: '"4111111111111111"'
`;
  const read = () => handlers.importRequests.handle({ from: 'folder', callId: 'import' });
  const all = async () => JSON.stringify(await new SavedRequestStore(testing.database).all());

  beforeEach(async () => {
    setChosenFolder(join(folder, 'written'));
    await mkdir(chosenFolder);
    await writeFile(join(chosenFolder, 'typed.request.yaml'), text);
  });

  it('has its secrets moved to the keychain and reported', async () => {
    const imported = await read();
    expect(imported?.notes.join('\n')).toContain(
      'typed.request.yaml: a secret was typed into the header authorization',
    );
    expect(imported?.notes.join('\n')).not.toContain('CANARY');
    expect(imported?.secretsToEnter).toEqual([]);
    expect(withoutIds(await all())).not.toMatch(/CANARY|4111111111111111|987|0002/);
    const value = await firstValue('5e550000-0000-4000-8000-000000000001');
    expect(await references.read(secretIdOf(value) ?? '')).toBe('Bearer CANARY-typed');
  });

  it('leaves no secret in the keychain if it cannot be saved', async () => {
    await testing.database.execute({
      sql: `CREATE TRIGGER full BEFORE INSERT ON saved_requests BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    });
    await expect(read()).rejects.toThrow('disk full');
    expect(kept()).toEqual([]);
  });

  it('changes nothing when it is read again', async () => {
    await read();
    expect(await read()).toMatchObject({ added: [], replaced: [], unchanged: 1 });
    expect(kept()).toHaveLength(1);
  });

  it('is imported without its secrets if the keychain fails', async () => {
    testing.keychain.trouble = 'locked';
    const imported = await read();
    expect(imported?.added).toEqual(['Typed']);
    expect(imported?.notes.join()).toContain('could not be kept');
    expect(imported?.secretsToEnter).toEqual(['Typed: authorization']);
    expect(await all()).not.toContain('CANARY');
  });
});

describe('files', () => {
  it('contain no card data, even if an older version stored it', async () => {
    const body = '{"number":"4111111111111111","cvv":"987"}';
    const { request: saved } = await save(request());
    const older = { ...saved, request: { ...saved.request, body } };
    await new SavedRequestStore(testing.database).put(older);
    setChosenFolder(join(folder, 'old'));
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    const [name = ''] = await readdir(join(chosenFolder, 'Cards'));
    expect(withoutIds(await readFile(join(chosenFolder, 'Cards', name), 'utf8'))).not.toMatch(
      /987|4111111111111111/,
    );
  });

  it('contain not even the security code of a test card: a project’s folder may be where they are exported to', async () => {
    setProfile(testingProfile({ id: 'local-sandbox' }));
    const local = { destinationUrl: '{sandbox}/v1/cards', body: '{"cvv":"987"}' };
    const { request: saved } = await save(request(local, { profileId: 'local-sandbox' }));
    expect(saved.request.body).toBe(local.body);
    setChosenFolder(join(folder, 'project'));
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    await handlers.exportRequestFile.handle({ ids: [saved.id] });
    const [name = ''] = await readdir(join(chosenFolder, 'Cards'));
    const texts = [await readFile(join(chosenFolder, 'Cards', name), 'utf8'), savedText];
    const masked: unknown = expect.stringContaining('{"cvv":"•••"}');
    expect(texts).toEqual([masked, masked]);
  });

  it('contain the URL and body as typed, and the export names secrets in the URL', async () => {
    const destinationUrl = 'https://psp.example/charges?api_key=CANARY-1&limit=5&token=${token}&secret=';
    const { request: saved } = await save(request({ destinationUrl, body: '{"password":"CANARY-2"}' }));
    await save(request({}, { name: 'Second' }));
    setChosenFolder(join(folder, 'typed'));
    await mkdir(chosenFolder);
    const ids = (await handlers.listSavedRequests.handle(undefined)).map(({ id }) => id);
    const notes = [expect.stringMatching(/^Authorise: The URL holds the value of api_key,/)];
    expect(await handlers.exportRequestFolder.handle({ ids })).toMatchObject({ written: 2, notes });
    const text = await readFile(join(chosenFolder, 'Cards', 'Authorise.request.yaml'), 'utf8');
    expect(text.match(/CANARY-\d/g)).toEqual(['CANARY-1', 'CANARY-2']);
    expect(await handlers.exportRequestFile.handle({ ids })).toMatchObject({
      written: 2,
      notes,
      leftAlone: [],
    });
    expect(saved.name).toBe('Authorise');
  });

  it('contain what looks like a token that the app does not know, and the export says so', async () => {
    const jwt = `${['{"alg":"ES512"}', '{"a":1}'].map((part) => Buffer.from(part).toString('base64url')).join('.')}.${'s1'.repeat(16)}`;
    const { request: saved } = await save(request({ body: JSON.stringify({ jwt }) }));
    const notes = [expect.stringMatching(/^Authorise: Something in it looks like an access token/)];
    expect(await handlers.exportRequestFile.handle({ ids: [saved.id] })).toMatchObject({ notes });
    expect(savedText).toContain(jwt);
    references.learn(jwt);
    const known = [expect.stringMatching(/^Authorise: A token or another secret of the app/)];
    expect(await handlers.exportRequestFile.handle({ ids: [saved.id] })).toMatchObject({ notes: known });
    expect(savedText).not.toContain(jwt);
  });

  it('contain no token or other secret that the app knows, wherever it was pasted, and the export says so', async () => {
    const TOKEN = 'eyCANARY.abc/def+1';
    references.learn(TOKEN);
    const { request: saved } = await save(
      request(
        { destinationUrl: `https://psp.example/?a=${encodeURIComponent(TOKEN)}`, body: `{"t":"${TOKEN}"}` },
        { description: TOKEN },
      ),
    );
    expect(saved.request.body).toContain('CANARY');
    setChosenFolder(join(folder, 'known'));
    await mkdir(chosenFolder);
    const ids = [saved.id];
    const results = [
      await handlers.exportRequestFolder.handle({ ids }),
      await handlers.exportRequestFile.handle({ ids }),
    ];
    const file = await readFile(join(chosenFolder, 'Cards', 'Authorise.request.yaml'), 'utf8');
    expect(file + savedText).not.toContain('CANARY');
    for (const result of results)
      expect(result?.notes).toContainEqual(expect.stringMatching(/^Authorise: A token or another secret/));
    await expect(handlers.exportK6Script.handle({ ids, title: '' })).rejects.toMatchObject({
      problem: { code: 'nothing-for-k6', meaning: expect.stringContaining('Authorise is left out') },
    });
  });

  it('of k6 contain no secret that stands in a variable of the profile', async () => {
    const { request: saved } = await save(request({ body: '{"n":"${note}"}' }));
    setProfile(
      testingProfile({
        baseUrl: 'https://api.example.com',
        variables: [{ name: 'note', value: 'CANARY-TOKEN' }],
      }),
    );
    await handlers.exportK6Script.handle({ ids: [saved.id], title: '' });
    expect(savedText).toContain('CANARY');
    references.learn('CANARY-TOKEN');
    await expect(handlers.exportK6Script.handle({ ids: [saved.id], title: '' })).rejects.toMatchObject({
      problem: { code: 'nothing-for-k6', meaning: expect.stringContaining('Authorise is left out') },
    });
  });

  it('contain no value of a secret header, and an import keeps secrets that are known', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    await save(request({}, { name: 'Second' }));
    const ids = (await handlers.listSavedRequests.handle(undefined)).map(({ id }) => id);
    setChosenFolder(join(folder, 'out'));
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids });
    for (const name of await readdir(join(chosenFolder, 'Cards'))) {
      const text = await readFile(join(chosenFolder, 'Cards', name), 'utf8');
      expect(text).not.toContain('CANARY');
      expect(text).not.toContain('kept-secret');
    }
    expect(await handlers.importRequests.handle({ from: 'folder', callId: 'import' })).toEqual({
      added: [],
      replaced: [],
      unchanged: 2,
      refused: [],
      notes: [],
      secretsToEnter: [],
      collections: [],
    });
    const before = await firstValue(saved.id);
    await saveAgain(saved.id, { name: 'Renamed' });
    expect(await handlers.importRequests.handle({ from: 'folder', callId: 'import' })).toMatchObject({
      replaced: ['Authorise'],
    });
    expect(await firstValue(saved.id)).toBe(before);
    await handlers.deleteSavedRequests.handle({ ids });
    expect(await handlers.importRequests.handle({ from: 'folder', callId: 'import' })).toMatchObject({
      added: ['Authorise', 'Second'],
      secretsToEnter: ['Authorise: authorization'],
    });
  });
});

describe('an import', () => {
  it('takes back no move that is made while the keychain is asked for what it has read', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    setChosenFolder(join(folder, 'team'));
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    const file = join(chosenFolder, 'Cards', 'Authorise.request.yaml');
    await writeFile(file, `${await readFile(file, 'utf8')}description: Theirs\n`);
    let unlock: () => void = () => undefined;
    const unlocked = new Promise<void>((resolve) => (unlock = resolve));
    const readSecret = references.read.bind(references);
    vi.spyOn(references, 'read').mockImplementation(async (id) => unlocked.then(() => readSecret(id)));
    const importing = handlers.importRequests.handle({ from: 'folder', callId: 'import' });
    await vi.waitFor(() => expect(references.read).toHaveBeenCalled());
    const moving = handlers.placeSavedRequest.handle({ id: saved.id, folder: 'Moved', before: null });
    unlock();
    expect(await importing).toMatchObject({ replaced: ['Authorise'] });
    await moving;
    const [line] = await handlers.listSavedRequests.handle(undefined);
    expect(line).toMatchObject({ folder: 'Moved', description: 'Theirs' });
  });
});
