import { EXIT } from '../exit-codes';
import { writeRows, type Row } from '../output';
import type { Run } from './command';

const COLUMNS = [
  'profile',
  'environment',
  'base_url',
  'merchant',
  'read_only',
  'credential',
  'active',
] as const;

/** Shows what kind of credential each profile has, never its value. */
export const profiles: Run = async ({ app, format, output, say }) => {
  const { profiles: known, notice } = await app.profiles.describe();
  // Not the profile of this run, which --profile may have named.
  const { activeId } = await app.profiles.read();
  if (notice !== null) say(notice);
  const rows: Row[] = [];
  for (const { id, name, environment, baseUrl, merchantAccountId, readOnly } of known) {
    const { kind } = await app.describeCredential(id);
    const isNone = kind === 'none' || kind === 'unavailable';
    rows.push({
      profile: name,
      environment,
      base_url: baseUrl,
      merchant: merchantAccountId,
      read_only: readOnly,
      // The Local sandbox creates its own token at start-up.
      credential: isNone && environment === 'local' ? 'not needed' : kind,
      active: id === activeId,
    });
  }
  await writeRows(output, format, COLUMNS, rows);
  return EXIT.done;
};
