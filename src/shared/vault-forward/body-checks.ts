import { checkJson } from '../json/check-json';
import { lineAndColumn } from '../json/positions';
import type { VaultForwardDraft } from './draft';
import { findingInBody, type DraftFinding } from './finding';
import { sameHeaderName } from '../http/http-fields';
import type { OwnPlaceholder } from './placeholder-catalogue';
import { checkPlaceholders } from './placeholder-checks';
import type { BodyKind, PlaceholderScan } from './placeholder-scan';
import { scanPlaceholders } from './placeholder-scan';
import { checkMaskedCodes } from './security-code-checks';
import { contentTypeOf, findLoneSurrogate, isJsonType, isSent } from './request';

/** Stands in for the payment methods where a compatible service knows it. */
export const CHECKOUT_SESSION_HEADER = 'x-vault-forward-checkout-session';

/** How the body is read: as JSON unless a header for the destination declares another type. */
export function bodyKind(draft: Pick<VaultForwardDraft, 'headers'>): BodyKind {
  return isJsonType(contentTypeOf(draft)) ? 'json' : 'text';
}

/** The checks that read the body; a few tens of milliseconds for 5 MB, so run them where typing does not wait for them. */
export function checkBody(draft: VaultForwardDraft, own: readonly OwnPlaceholder[] = []): DraftFinding[] {
  const kind = bodyKind(draft);
  const scan = scanPlaceholders(draft.body, kind);
  return [
    ...checkEncoding(draft.body),
    ...checkMaskedCodes(draft.body),
    ...(kind === 'json' ? checkJsonBody(draft.body, scan) : [notJson(contentTypeOf(draft))]),
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
          'Half a character stands here (a surrogate without its pair), which UTF-8 cannot hold, so it cannot be sent as it is. ' +
            `In JSON it can be written as \\u${body.charCodeAt(offset).toString(16)}.`,
        ),
      ];
}

function checkJsonBody(body: string, scan: PlaceholderScan): DraftFinding[] {
  if (body.trim() === '') {
    return [
      findingInBody(
        'body-empty',
        'warning',
        0,
        0,
        'The body is empty. The specification says that it is JSON.',
      ),
    ];
  }
  const { problem, duplicateKeys } = checkJson(quotePlaceholders(body, scan));
  const findings = duplicateKeys.map(({ key, offset, length, firstOffset }) =>
    findingInBody(
      'json-duplicate-key',
      'warning',
      offset,
      length,
      `${JSON.stringify(key)} stands in this object already (line ${lineAndColumn(body, firstOffset).line}); which of the two counts is up to the reader.`,
    ),
  );
  if (problem !== null) {
    findings.push(findingInBody('json-syntax', 'error', problem.offset, problem.length, problem.reason));
  }
  return findings;
}

/** Placeholders outside strings have a finding of their own; for the rest of the JSON they count as strings of the same length. */
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

function notJson(contentType: string): DraftFinding {
  return findingInBody(
    'body-not-json',
    'warning',
    0,
    0,
    `The body is declared as ${contentType}. The specification knows JSON only, and the service may refuse it.`,
  );
}
