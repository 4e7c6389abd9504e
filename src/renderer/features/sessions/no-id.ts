import { MAX_BULK_SESSIONS } from '@shared/bridge/sessions';
import { whyNoId } from '@shared/history/session-outcome';
import { isUuid, withHyphens } from '@shared/text/uuid';
import { tooMany } from './bulk-problems';
import { describeBroken } from './describe-broken';

const DIGITS = 32;
/** With this many digits, a text was meant as an ID, and it is worth saying how many are missing. */
const MIN_NEARLY = 24;
/** Words to search for: a longer text was meant as one with an ID in it. */
const WORDS = /^(?=.*(?![a-f])\p{L}).{1,60}$/iu;
/** An ID as lists show it. */
const SHORTENED = /^[0-9a-f]{8}…[0-9a-f]{4}$/i;
const BARE_IN_TEXT = /(?<![0-9a-z-])[0-9a-f]{32}(?![0-9a-z-])/i;

/** Why a text is not looked up: it has no ID, or too many; null if its IDs can be looked up. */
export function whyNotLookedUp(
  text: string,
  { uuids, broken }: { readonly uuids: readonly string[]; readonly broken: readonly string[] },
): string | null {
  if (uuids.length > MAX_BULK_SESSIONS) {
    const { title, nextStep } = tooMany(uuids.length);
    return `${title}. ${nextStep}`;
  }
  if (uuids.length > 0) return null;
  if (text === '') return `Enter a session ID: a UUID of ${DIGITS} hexadecimal digits.`;
  if (/^\S+@\S+\.\S+$/.test(text)) return 'This is an email address. Search Recent for it.';
  const digits = text.replaceAll(/[- ]/g, '').length;
  if (digits < DIGITS && digits >= MIN_NEARLY && /^[0-9a-f][0-9a-f -]*$/i.test(text))
    return `This is not a whole session ID: it has ${digits} of ${DIGITS} digits.`;
  const [bare] = BARE_IN_TEXT.exec(text) ?? [];
  if (bare !== undefined)
    return `No UUID found, but ${DIGITS} digits without dashes. If they are an ID, enter ${withHyphens(bare)}.`;
  const [entry, ...more] = broken;
  const joined = entry?.replaceAll(' ', '') ?? '';
  if (isUuid(joined) && more.length === 0)
    return `A space or a line break splits this ID. Enter ${joined.toLowerCase()}.`;
  const why = entry === undefined || more.length > 0 ? '' : ` (${whyNoId(entry)})`;
  // Two lines fit beside Look up without moving what is below.
  if (SHORTENED.test(text)) return 'This ID is shortened: search Recent for it.';
  if (broken.length === 0 && WORDS.test(text)) return 'No UUID found. For names or orders, search Recent.';
  return `${describeBroken(broken) ?? 'No UUID found'}${why}. An ID has ${DIGITS} hexadecimal digits.`;
}

export function tooLarge(fileName: string): string {
  return `${fileName} is larger than 20 MB. Drop a smaller file, or paste the part with the IDs.`;
}

export function tooManyBytes(): string {
  return 'Together these files are larger than 20 MB. Drop fewer, or paste the part with the IDs.';
}

export function fileUnreadable(fileName: string): string {
  return `${fileName} cannot be read. Drop the log files themselves, not their folder.`;
}
