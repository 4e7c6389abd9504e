import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readChosenText } from '../files/chosen-text';

const SET_ASIDE = /^profiles\.damaged-.*\.json$/;
const ID = /"id"\s*:\s*"([^"\\]{1,100})"/g;
const MAX_BYTES = 10_000_000;

/**
 * Ids of profiles in files that were set aside (`moveDamagedFile`). They are not gone: the app itself says how such a
 * file is corrected and put back.
 */
export async function idsSetAside(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const texts = await Promise.all(
    names
      .filter((name) => SET_ASIDE.test(name))
      .map((name) => readChosenText(join(folder, name), MAX_BYTES).catch(() => '')),
  );
  return texts.flatMap((text) => [...text.matchAll(ID)].map(([, id = '']) => id));
}
