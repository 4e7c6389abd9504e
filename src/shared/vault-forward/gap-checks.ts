import type { DraftFields, DraftHeader } from './draft';
import { finding, type DraftFinding, type DraftPlace } from './finding';
import { isSent } from './request';

/** `<order-id>`, `{order_id}` and the same percent-encoded. A variable and a placeholder have other braces. */
const NAMED =
  '<[A-Za-z][\\w.-]{0,60}(?: [\\w.-]{1,60}){0,5}>|%3C[A-Za-z](?:[\\w.-]|%20){0,60}%3E|(?<![${])\\{[A-Za-z_][\\w.-]{0,60}\\}(?!\\})|(?<!%7B)%7B[A-Za-z_][\\w.-]{0,60}%7D(?!%7D)';
const YOURS = '(?<![A-Za-z0-9_-])YOUR[_-][A-Z0-9_-]{1,60}(?![A-Za-z0-9])';

const IN_URL = new RegExp(`${NAMED}|${YOURS}|(?<=://)your-[\\w-]{1,60}|(?<=[/=])your_[\\w-]{1,60}`, 'g');
/** The whole value, after a scheme of credentials. */
const IN_HEADER = new RegExp(
  `(?<=^(?:(?:Basic|Bearer|Token) )?)(?:${NAMED}|${YOURS}|your[_-]\\w{1,60}|[A-Z]+(?:[_-][A-Z0-9]+){0,5}[_-](?:KEY|TOKEN|SECRET|PASSWORD))$`,
);
/** A whole text of JSON or value of a form, or a part of a path in one: XML and HTML have the same within others. */
const IN_BODY = new RegExp(
  `(?<=")(?:${NAMED})(?=")|(?<=[&\\w\\]]=)(?:${NAMED})(?=&|$)|(?<=/)(?:${NAMED})(?=[/"?&])|${YOURS}`,
  'g',
);

/** Warns of gaps that a manual leaves to its reader: they are sent as they stand. */
export function checkGaps({
  destinationUrl,
  headers,
}: Pick<DraftFields, 'destinationUrl' | 'headers'>): DraftFinding[] {
  return [
    ...gapsIn(destinationUrl, IN_URL, { field: 'destinationUrl' }),
    ...headers.flatMap((header, index) => (isSent(header) ? gapOfHeader(header, index) : [])),
  ];
}

export function checkBodyGaps(body: string): DraftFinding[] {
  return gapsIn(body, IN_BODY, { field: 'body' });
}

function gapsIn(text: string, gaps: RegExp, where: DraftPlace): DraftFinding[] {
  return [...text.matchAll(gaps)]
    .filter(([found]) => found !== '{sandbox}')
    .map((match) => gapAt({ ...where, offset: match.index ?? 0, length: match[0].length }, `“${match[0]}”`));
}

function gapOfHeader({ value, secret }: DraftHeader, index: number): DraftFinding[] {
  const found = IN_HEADER.exec(value);
  if (found === null) return [];
  const place = {
    field: 'headers',
    index,
    part: 'value',
    offset: found.index,
    length: found[0].length,
  } as const;
  return [gapAt(place, secret ? 'This' : `“${found[0]}”`)];
}

function gapAt(where: DraftPlace, shown: string): DraftFinding {
  return finding(
    'gap',
    'warning',
    where,
    `${shown} looks like a gap that a manual leaves to you: it is sent as it stands.`,
  );
}
