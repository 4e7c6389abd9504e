import { MASKED, type Body, type Exchange, type HeaderList } from '@shared/http/exchange';
import { maskSecretHeaders } from '@shared/secrets/mask-secret-headers';
import { diffHeaders } from '@renderer/tools/diff/header-diff';
import { HEADER, ofHeaders, type FieldChange } from './changes';
import { compareBodies } from './compare-bodies';

/** One of two compared exchanges, with its label. */
export interface ComparedSide {
  readonly exchange: Exchange;
  readonly label: string;
}

/** The differences between two exchanges as text, for a ticket or a chat: first the answers, then what was sent. */
export function describeDifferences(before: ComparedSide, after: ComparedSide): string {
  const [one, other] = [before.exchange, after.exchange];
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Response body', inBodies(bodyOf(one), bodyOf(other))],
    ['Response headers', inHeaders(responseHeaders(one), responseHeaders(other))],
    ['Request headers', inHeaders(one.request.headers, other.request.headers)],
    ['Request body', inBodies(one.request.body, other.request.body)],
  ];
  const differing = parts.filter(([, lines]) => lines.length > 0);
  const hidden = whatIsHidden(one, other);
  return [
    `Before: ${before.label}`,
    `After: ${after.label}`,
    ...(differing.length === 0 ? ['', 'No difference'] : []),
    ...differing.flatMap(([title, lines]) => ['', title, ...lines]),
    ...(hidden === null ? [] : ['', hidden]),
  ].join('\n');
}

const IN_WORDS = new Intl.ListFormat('en-GB');

/** What is hidden in both, as a sentence, because nobody can see whether it differs; null if nothing is. */
export function whatIsHidden(one: Exchange, other: Exchange): string | null {
  const names = new Set(hiddenHeaders(other));
  const hidden = [
    ...new Set(hiddenHeaders(one).filter((name) => names.has(name))),
    ...(isHiddenIn(bodyOf(one)) && isHiddenIn(bodyOf(other)) ? ['parts of the response body'] : []),
    ...(isHiddenIn(one.request.body) && isHiddenIn(other.request.body) ? ['parts of the request body'] : []),
  ];
  return hidden.length === 0 ? null : `Hidden here, and so not compared: ${IN_WORDS.format(hidden)}.`;
}

function hiddenHeaders(exchange: Exchange): string[] {
  return [...exchange.request.headers, ...responseHeaders(exchange)]
    .filter(([, value]) => value.includes(MASKED))
    .map(([name]) => name.toLowerCase());
}

function isHiddenIn(body: Body): boolean {
  return body.kind !== 'none' && body.masked === true;
}

/** Secret values of a response are never shown. */
export const responseHeaders = ({ response }: Exchange): HeaderList =>
  maskSecretHeaders(response?.headers ?? []);

const bodyOf = ({ response }: Exchange): Body => response?.body ?? { kind: 'none' };

function inHeaders(before: HeaderList, after: HeaderList): string[] {
  return ofHeaders(diffHeaders(before, after)).map(lineOf);
}

function inBodies(before: Body, after: Body): string[] {
  const bodies = compareBodies(before, after);
  if (bodies.kind === 'fields') return bodies.changes.map(lineOf);
  if (bodies.kind === 'not-compared') return [bodies.why];
  const signs = { added: '+', removed: '-' };
  return bodies.lines.flatMap(({ kind, text, ending }) =>
    kind === 'same' ? [] : [`${signs[kind]} ${text}${ending === undefined ? '' : ` (${ending})`}`],
  );
}

function lineOf({ field, place, before, after }: FieldChange): string {
  const where = place === '' || place === HEADER ? field : `${field} (${place})`;
  return `${where}: ${before ?? 'not there'} → ${after ?? 'not there'}`;
}
