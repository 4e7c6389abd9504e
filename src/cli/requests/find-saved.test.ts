import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenApp } from '../open-app';
import { findSaved } from './find-saved';

const ID = '3f1c7f9e-6a39-4a6b-9a63-0d4dbd0b2c11';
const FILE = 'version: 2\nname: Pay\nrequest:\n  operation: free\n  target: POST /pay\n';

let folder: string;
const ask = vi.fn();
const familyOf = async (path: string): Promise<string | null | undefined> =>
  (await findSaved(path, { ask } as unknown as OpenApp))?.familyId;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-saved-'));
  ask.mockReset().mockResolvedValue(null);
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

it('gives a file without an id the same family by whichever path it is named, and another file another', async () => {
  const path = await write('pay.yaml', FILE);
  const link = join(folder, 'link.yaml');
  await symlink(path, link);
  const family = await familyOf(path);
  expect(family).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([await familyOf(link), await familyOf(relative('.', path))]).toEqual([family, family]);
  expect(await familyOf(await write('other.yaml', FILE))).not.toBe(family);
});

it('gives a file the family of the app’s saved request with its id, and its id if there is none or it cannot be read', async () => {
  const path = await write('pay.yaml', `${FILE}id: ${ID}\n`);
  ask.mockResolvedValueOnce({ id: ID, familyId: 'family-of-its-draft' });
  expect(await familyOf(path)).toBe('family-of-its-draft');
  expect(ask).toHaveBeenLastCalledWith('openSavedRequest', { id: ID });
  expect(await familyOf(path)).toBe(ID);
  ask.mockRejectedValueOnce(new Error('locked'));
  expect(await familyOf(path)).toBe(ID);
});

it.each([
  ['Charge', 'Line 3: this is no YAML.'],
  ['team/Cards/Charge', 'Line 3: this is no YAML.'],
  ['lost/Charge', 'The folder is not there. /lost was moved.'],
])(
  'names what cannot be read where %s is to be found, rather than that it is not there',
  async (typed, why) => {
    const broken = [
      { folder: 'team/Cards', file: 'Cards/Charge.request.yaml', why: 'Line 3: this is no YAML.' },
    ];
    const problem = { title: 'The folder is not there', meaning: '/lost was moved.' };
    const answers: Readonly<Record<string, unknown>> = {
      listSavedRequests: [],
      describeStorage: { kind: 'open' },
      describeLiveFolders: [
        { name: 'team', path: '/team', problem: null, broken },
        { name: 'lost', path: '/lost', problem, broken: [] },
      ],
    };
    ask.mockImplementation((name: string) => Promise.resolve(answers[name]));
    await expect(findSaved(typed, { ask } as unknown as OpenApp)).rejects.toThrow(why);
    expect(await findSaved('Refund', { ask } as unknown as OpenApp)).toBeNull();
  },
);
