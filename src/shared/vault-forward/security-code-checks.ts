import { findMaskedNumbers, HIDDEN_DIGIT } from '../cards/card-digit-groups';
import { findMaskedCodes, findSecurityCodes } from '../cards/security-codes';
import type { Environment } from '../profiles/profile';
import { finding, type DraftFinding, type DraftPlace } from './finding';

/** Finds card data that was masked before it was kept: it must be entered again before the request can be sent. */
export function checkMasked(text: string, where: DraftPlace): DraftFinding[] {
  if (!text.includes(HIDDEN_DIGIT)) return [];
  return [
    ...findMaskedCodes(text).map(({ name, offset, length }) =>
      finding(
        'security-code-masked',
        'error',
        { ...where, offset, length },
        `Enter the security code (${name}) again: it was not kept.`,
      ),
    ),
    ...findMaskedNumbers(text).map(({ start, end }) =>
      finding(
        'card-number-masked',
        'error',
        { ...where, offset: start, length: end - start },
        'Enter the card number again: it was not kept.',
      ),
    ),
  ];
}

/** Says once why a code typed here will be gone later. Not for the Local sandbox, which has test cards. */
export function noteSecurityCodes(body: string, environment: Environment): DraftFinding[] {
  const [first] = environment === 'local' ? [] : findSecurityCodes(body);
  if (first === undefined) return [];
  return [
    {
      code: 'security-code',
      severity: 'note',
      where: { field: 'body', offset: first.offset, length: first.length },
      message:
        'A security code is sent and never kept: the rules of the card networks forbid it (PCI DSS 3.3.1). ' +
        'It is masked in the history, in drafts on the disk, in saved requests and exports, and asked for again.',
    },
  ];
}
