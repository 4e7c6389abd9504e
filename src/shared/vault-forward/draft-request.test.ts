import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestSpecSchema } from '../requests/request-spec-schemas';
import { checkDraft } from './checks';
import type { DraftHeader, VaultForwardDraft } from './draft';
import { draftOfRequest, formOfDraft, requestOfDraft } from './draft-request';
import { draftFormSchema } from './draft-schema';
import { anyDraft } from './any-draft.fixture';
import { draftWith, METHOD_1, METHOD_2 } from './drafts.fixture';
import { maySend } from './finding';
import { secretReference } from '../secrets/secret-reference';

const REFERENCE = secretReference('5e550000-0000-4000-8000-000000000001');
const anyRow: fc.Arbitrary<DraftHeader> = fc.record({
  id: fc.string(),
  name: fc.oneof(
    fc.stringMatching(/^[a-z][a-z-]{0,8}$/),
    fc.constantFrom(
      '',
      'content-type',
      'Content-Type',
      'authorization',
      'x-api-key',
      'x-vault-forward-header-x',
    ),
  ),
  value: fc.oneof(
    fc.stringMatching(/^[!-~]{0,20}$/),
    fc.constantFrom('', REFERENCE, 'application/json', 'application/xml', 'text/plain; charset=utf-8'),
  ),
  secret: fc.boolean(),
  enabled: fc.boolean(),
});
/** More drafts that can be sent than `anyDraft` generates. */
const likely: fc.Arbitrary<VaultForwardDraft> = fc
  .record({
    method: fc.constantFrom('POST', 'GET', 'PATCH', 'DELETE'),
    paymentMethods: fc.constantFrom([METHOD_1], [METHOD_2, METHOD_1]),
    authentications: fc.array(
      fc.record({ id: fc.constantFrom(METHOD_1, METHOD_2), name: fc.constantFrom('', 'Signing') }),
      { maxLength: 2 },
    ),
    headers: fc.array(anyRow, { maxLength: 5 }),
    serviceHeaders: fc.array(anyRow, { maxLength: 3 }),
    body: fc.json().map((value) => `{"n":"{{CARD_NUMBER_1}}{{CARD_NUMBER_2}}","v":${value}}`),
  })
  .map((parts) => draftWith({ ...parts, authentications: byId(parts.authentications) }));
const sendable = fc.oneof(likely, anyDraft).filter((draft) => maySend(checkDraft(draft)));

/** An authentication method that is listed twice has one name. */
function byId(all: VaultForwardDraft['authentications']): VaultForwardDraft['authentications'] {
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

function again(draft: VaultForwardDraft): VaultForwardDraft {
  return draftOfRequest(requestOfDraft(draft), formOfDraft(draft));
}

/**
 * Rows as a person sees them: blank ones do not count, and a name marked as secret in one row is secret in all that
 * are sent.
 */
function rows(headers: readonly DraftHeader[]): unknown {
  const marked = new Set(
    headers.filter(({ secret, enabled }) => secret && enabled).map(({ name }) => name.toLowerCase()),
  );
  return headers
    .filter(({ name, value }) => name !== '' || value !== '')
    .map(({ name, value, secret, enabled }) => ({
      name,
      value,
      secret: secret || (enabled && marked.has(name.toLowerCase())),
      enabled,
    }));
}

describe('a draft that may be sent', () => {
  it('is restored from its request and form, and makes the same request again', () => {
    fc.assert(
      fc.property(sendable, (draft) => {
        expect(requestOfDraft(again(draft))).toEqual(requestOfDraft(draft));
        expect(formOfDraft(again(draft))).toEqual(formOfDraft(draft));
      }),
      { numRuns: 150 },
    );
  });

  it('gets back its rows, enabled or not, and the names of its authentication methods', () => {
    fc.assert(
      fc.property(sendable, (draft) => {
        const opened = again(draft);
        expect(rows(opened.headers)).toEqual(rows(draft.headers));
        expect(rows(opened.serviceHeaders)).toEqual(rows(draft.serviceHeaders));
        expect(opened.authentications).toEqual(draft.authentications);
        const { destinationUrl, method, paymentMethods, body } = draft;
        expect(opened).toMatchObject({ destinationUrl, method, paymentMethods, body });
      }),
      { numRuns: 150 },
    );
  });

  it('may still be sent when opened again, with or without its form', () => {
    fc.assert(
      fc.property(sendable, (draft) => {
        expect(maySend(checkDraft(again(draft)))).toBe(true);
        expect(maySend(checkDraft(draftOfRequest(requestOfDraft(draft), null)))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('with references in place of secrets is opened the same way', () => {
    fc.assert(
      fc.property(sendable, (draft) => {
        const request = requestOfDraft(draft);
        const kept = {
          ...request,
          headers: request.headers.map((header) =>
            header.secret ? { ...header, value: REFERENCE } : header,
          ),
        };
        expect(requestOfDraft(draftOfRequest(kept, formOfDraft(draft)))).toEqual(kept);
      }),
      { numRuns: 150 },
    );
  });
});

describe('any draft', () => {
  it('makes a request and a form that their schemas accept unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(anyDraft, likely), (draft) => {
        expect(requestSpecSchema.parse(requestOfDraft(draft))).toEqual(requestOfDraft(draft));
        expect(draftFormSchema.parse(formOfDraft(draft))).toEqual(formOfDraft(draft));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a content type', () => {
  const contentType = (changes: Partial<DraftHeader>): DraftHeader => ({
    id: 'c',
    name: 'content-type',
    value: 'text/xml',
    secret: false,
    enabled: true,
    ...changes,
  });
  const declared = (headers: readonly DraftHeader[]): unknown =>
    requestOfDraft(draftWith({ headers })).headers.find(({ name }) => name === 'content-type');

  it('for the destination is also declared to the service, unless it is secret', () => {
    expect(declared([contentType({})])).toMatchObject({ value: 'text/xml', secret: false });
    expect(declared([contentType({ value: REFERENCE, secret: true })])).toMatchObject({
      value: 'application/json',
      secret: false,
    });
  });

  it('is not secret because of a disabled row', () => {
    const draft = draftWith({ serviceHeaders: [contentType({ secret: true, enabled: false })] });
    expect(requestOfDraft(draft).headers[0]).toMatchObject({ name: 'content-type', secret: false });
  });
});
