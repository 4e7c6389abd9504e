import { isHttpToken } from '../http/http-fields';
import { isUuid } from '../text/uuid';
import { checkBody } from './body-checks';
import { checkDestination } from './destination';
import type { VaultForwardDraft } from './draft';
import { finding, limitFindings, type DraftFinding } from './finding';
import { checkGaps } from './gap-checks';
import { checkHeaders } from './header-checks';
import type { OwnPlaceholder } from './placeholder-catalogue';

/** All findings for a draft, in the order of its fields. Errors block Send (`maySend`). */
export function checkDraft(draft: VaultForwardDraft, own: readonly OwnPlaceholder[] = []): DraftFinding[] {
  return limitFindings([...checkFields(draft), ...checkBody(draft, own)]);
}

/** The checks that do not need the body, cheap enough for each keystroke. */
export function checkFields(draft: VaultForwardDraft): DraftFinding[] {
  return [
    ...checkDestination(draft.destinationUrl),
    ...checkMethod(draft.method),
    ...checkPaymentMethods(draft.paymentMethods),
    ...checkIds(
      'authentications',
      'authentication method',
      draft.authentications.map(({ id }) => id),
    ),
    ...checkHeaders('headers', draft.headers),
    ...checkHeaders('serviceHeaders', draft.serviceHeaders),
    ...checkGaps(draft),
  ];
}

/** Offered first; the specification leaves the list open. */
export const FIRST_METHODS = ['POST', 'PUT', 'PATCH'] as const;

function checkMethod(method: string): DraftFinding[] {
  const where = { field: 'method' } as const;
  if (!isHttpToken(method)) {
    const message =
      method === '' ? 'Enter a method.' : "A method has no spaces: letters, digits and !#$%&'*+-.^_`|~ only.";
    return [finding('method-invalid', 'error', where, message)];
  }
  if (FIRST_METHODS.some((known) => known === method)) {
    return [];
  }
  if (/[a-z]/.test(method)) {
    return [
      {
        ...finding(
          'method-case',
          'warning',
          where,
          `Methods are case-sensitive: ${method} and ${method.toUpperCase()} are not the same.`,
        ),
        mend: {
          label: `Use ${method.toUpperCase()}`,
          offset: 0,
          length: method.length,
          insert: method.toUpperCase(),
        },
      },
    ];
  }
  return [
    finding(
      'method-not-specified',
      'note',
      where,
      `The specification does not say whether ${method} is allowed. ${FIRST_METHODS.join(', ')} are known to work elsewhere.`,
    ),
  ];
}

const KNOWN_MAX_PAYMENT_METHODS = 100;

function checkPaymentMethods(ids: readonly string[]): DraftFinding[] {
  const findings = checkIds('paymentMethods', 'payment method', ids);
  const where = { field: 'paymentMethods' } as const;
  if (ids.length === 0) {
    findings.push(
      finding(
        'payment-methods-none',
        'note',
        where,
        'No payment method: the service has nothing to put into the body.',
      ),
    );
  }
  if (ids.length > 1) {
    findings.push(
      finding(
        'payment-methods-several',
        'note',
        where,
        'The specification shows one payment method; it does not say whether several are accepted.',
      ),
    );
  }
  if (ids.length > KNOWN_MAX_PAYMENT_METHODS) {
    findings.push(
      finding(
        'payment-methods-many',
        'warning',
        where,
        `A compatible service takes at most ${KNOWN_MAX_PAYMENT_METHODS} payment methods.`,
      ),
    );
  }
  return findings;
}

function checkIds(
  field: 'paymentMethods' | 'authentications',
  what: string,
  ids: readonly string[],
): DraftFinding[] {
  const firstWithId = new Map<string, number>();
  return ids.flatMap((id, index) => {
    if (!isUuid(id)) {
      return [
        finding(
          'id-not-a-uuid',
          'error',
          { field, index },
          `The ID of ${/^a/.test(what) ? 'an' : 'a'} ${what} is a UUID; “${id}” is not one.`,
        ),
      ];
    }
    const first = firstWithId.get(id.toLowerCase());
    firstWithId.set(id.toLowerCase(), first ?? index);
    return first === undefined
      ? []
      : [
          finding(
            'id-duplicate',
            'warning',
            { field, index },
            `This ${what} is number ${first + 1} already.`,
          ),
        ];
  });
}
