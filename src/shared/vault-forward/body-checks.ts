import { checkJson } from '../json/check-json';
import { lineAndColumn } from '../json/positions';
import type { VaultForwardDraft } from './draft';
import { EXTRA_COMMA, MISSING_COMMA, type JsonProblem } from '../json/read-json';
import { finding, findingInBody, type DraftFinding, type DraftMend } from './finding';
import { checkBodyGaps } from './gap-checks';
import { sameHeaderName } from '../http/http-fields';
import type { OwnPlaceholder } from './placeholder-catalogue';
import { checkPlaceholders } from './placeholder-checks';
import { scanPlaceholders, type BodyKind, type PlaceholderScan } from './placeholder-scan';
import { checkStatements, statementVariants } from './template-statements';
import { checkMasked } from './security-code-checks';
import { CHECKOUT_SESSION_HEADER, contentTypeOf, findLoneSurrogate, isJsonType, isSent } from './request';

/** How the body is read: as JSON, unless a header for the destination declares another type. */
export function bodyKind(draft: Pick<VaultForwardDraft, 'headers'>): BodyKind {
  return isJsonType(contentTypeOf(draft)) ? 'json' : 'text';
}

/**
 * The checks that read the body; they take tens of milliseconds for 5 MB, so run them where typing does not wait for
 * them.
 */
export function checkBody(draft: VaultForwardDraft, own: readonly OwnPlaceholder[] = []): DraftFinding[] {
  const kind = bodyKind(draft);
  const scan = scanPlaceholders(draft.body, kind);
  return [
    ...checkEncoding(draft.body),
    ...checkMasked(draft.body, { field: 'body' }),
    ...checkStatements(draft.body),
    ...checkBodyGaps(draft.body),
    ...(kind === 'json' ? checkJsonBody(draft.body, scan) : notJson(draft)),
    ...checkPlaceholders(scan, {
      paymentMethods: draft.paymentMethods.length,
      checkoutSession: draft.serviceHeaders.some(
        (header) => isSent(header) && sameHeaderName(header.name, CHECKOUT_SESSION_HEADER),
      ),
      own,
    }),
  ];
}

function checkEncoding(body: string): DraftFinding[] {
  const offset = findLoneSurrogate(body);
  return offset === -1
    ? []
    : [
        findingInBody(
          'body-surrogate',
          'error',
          offset,
          1,
          'Here is half a character (a surrogate without its pair). UTF-8 cannot hold it, so it cannot be sent as it is. ' +
            `In JSON it can be written as \\u${body.charCodeAt(offset).toString(16)}.`,
        ),
      ];
}

function checkJsonBody(body: string, scan: PlaceholderScan): DraftFinding[] {
  if (body.trim() === '') {
    return [
      findingInBody('body-empty', 'warning', 0, 0, 'The body is empty; the specification expects JSON.'),
    ];
  }
  const variants = statementVariants(quotePlaceholders(body, scan));
  const found = variants.flatMap((text) => checkJsonText(body, text));
  const places = new Set<string>();
  return found.filter(({ code, where: { offset } }) => {
    const place = `${code} ${offset}`;
    return !places.has(place) && places.add(place);
  });
}

/** `name=value`, as a form begins; no JSON does. */
const FORM = /^\s*[\w.~%+[\]-]+=/;

const FORM_HINT = 'If this is a form, add the header content-type: application/x-www-form-urlencoded.';

/** @param text the body with some of it blanked out. */
function checkJsonText(body: string, text: string): DraftFinding[] {
  const { problem, duplicateKeys } = checkJson(text);
  const findings = duplicateKeys.map(({ key, offset, length, firstOffset }) =>
    findingInBody(
      'json-duplicate-key',
      'warning',
      offset,
      length,
      `${JSON.stringify(key)} is in this object already (line ${lineAndColumn(body, firstOffset).line}). Which of the two counts is up to the receiver.`,
    ),
  );
  if (problem !== null) {
    const reason = FORM.test(body) ? `${problem.reason} ${FORM_HINT}` : problem.reason;
    const mistake = findingInBody('json-syntax', 'error', problem.offset, problem.length, reason);
    findings.push({ ...mistake, ...mendOfJson(body, problem) });
  }
  return findings;
}

/**
 * Placeholders outside strings have their own finding; for the rest of the JSON they count as strings of the same
 * length.
 */
function quotePlaceholders(body: string, scan: PlaceholderScan): string {
  const outside = scan.placeholders.filter(({ inString }) => !inString);
  const pieces: string[] = [];
  let copied = 0;
  for (const { offset, length } of outside) {
    pieces.push(body.slice(copied, offset), `"${' '.repeat(length - 2)}"`);
    copied = offset + length;
  }
  pieces.push(body.slice(copied));
  return pieces.join('');
}

/** A missing or surplus comma can be fixed on the spot. */
function mendOfJson(body: string, { offset, reason }: JsonProblem): { mend?: DraftMend } {
  if (reason === MISSING_COMMA) {
    const end = body.slice(0, offset).trimEnd().length;
    return { mend: { label: 'Add it', offset: end, length: 0, insert: ',' } };
  }
  return reason === EXTRA_COMMA ? { mend: { label: 'Remove it', offset, length: 1, insert: '' } } : {};
}

/** A body that begins like JSON, which a form, a text or XML does not. */
const LIKE_JSON = /^\s*[{[]/;

function notJson({ headers, body }: VaultForwardDraft): DraftFinding[] {
  const contentType = contentTypeOf({ headers });
  const index = headers.findIndex(({ name, enabled }) => enabled && sameHeaderName(name, 'content-type'));
  const { length = 0 } = headers[index]?.value ?? '';
  const where = { field: 'headers', index, part: 'value', offset: 0, length } as const;
  const found = finding(
    'body-not-json',
    'warning',
    where,
    `The body is declared as ${contentType}. The specification allows JSON only, so the service may refuse it.`,
  );
  return LIKE_JSON.test(body)
    ? [{ ...found, mend: { label: 'Use application/json', offset: 0, length, insert: 'application/json' } }]
    : [found];
}
