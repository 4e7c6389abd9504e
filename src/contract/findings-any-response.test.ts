import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkResponse } from './findings';
import { errorObject, isErrorStatus, operations, type OperationId } from '.';
import { operationDetails } from './operation-details';
import { PREVIEW_LENGTH } from './preview';
import { kindOf } from './rule-violations';
import { sessionMutations, withValueAt, type Mutation } from './testing/mutations';
import { checkoutSession, fullSession } from './testing/sessions';

const clean = { check: { kind: 'checked' }, findings: [], moreFindings: 0 };
const noShape = { check: { kind: 'not-checked', why: 'no-shape' }, findings: [], moreFindings: 0 };

/** Every operation with each of its error statuses, and whether the contract leaves the body of that status free. */
const errors = (Object.keys(operations) as OperationId[]).flatMap((id) =>
  Object.entries(operationDetails[id].responses).flatMap(([text, { body }]) => {
    const status = Number(text);
    return isErrorStatus(status) ? [{ id, status, free: body === 'free', where: `${id} ${status}` }] : [];
  }),
);
const withObject = errors.flatMap(({ status, ...rest }) => (status === 422 ? [] : [{ status, ...rest }]));
const details = [{ location: 'query', pointer: '/limit', message: 'Too large', type: 'value_error' }];

describe('an error response', () => {
  it('is tested for every operation', () => {
    expect(new Set(errors.map(({ id }) => id)).size).toBe(Object.keys(operations).length);
    expect(withObject.length).toBeGreaterThan(20);
  });

  it('has an empty body for 422', () => {
    for (const { id, status, free, where } of errors.filter((error) => error.status === 422)) {
      expect(checkResponse(id, status, undefined), where).toEqual(free ? noShape : clean);
      const wanted = free ? [] : [{ rule: 'empty-body-expected' }];
      expect(checkResponse(id, status, {}).findings, where).toMatchObject(wanted);
    }
  });

  it('has the error object of its status', () => {
    for (const { id, status, where } of withObject) {
      expect(checkResponse(id, status, errorObject(status)), where).toEqual(clean);
      const own = errorObject(status, { details, message: 'Mine' });
      expect(checkResponse(id, status, own), where).toEqual(clean);
    }
  });

  it.each<Mutation>([
    ['/code', 'other', 'constant', 'error'],
    ['/status', 499, 'constant', 'error'],
    ['/message', null, 'type', 'error'],
    ['/request_id', 'x', 'unlisted-property', 'warning'],
    ['/details/0/pointer', undefined, 'required', 'error'],
    ['/details/0/location', 'cookie', 'unknown-enum', 'note'],
  ])('with %s = %j has one finding, %s (%s)', (pointer, value, rule, severity) => {
    for (const { id, status, where } of withObject) {
      const body = withValueAt(errorObject(status, { details }), pointer, value);
      expect(checkResponse(id, status, body).findings, where).toMatchObject([{ pointer, rule, severity }]);
    }
  });

  it('has no other body, unless it may come from the destination', () => {
    for (const { id, status, free, where } of withObject) {
      for (const body of [undefined, 'text', [], { type: 'error', error: {} }, { detail: 'x' }]) {
        if (free) expect(checkResponse(id, status, body), where).toEqual(noShape);
        expect(checkResponse(id, status, body).findings.length > 0, where).toBe(!free);
      }
      const missing = free ? [] : [{ rule: 'body-expected' }];
      expect(checkResponse(id, status, undefined).findings, where).toMatchObject(missing);
    }
  });
});

describe('any response', () => {
  it('has a finding for an undocumented status, except from the destination', () => {
    for (const id of ['get_checkout_session', 'list_buyers'] as const) {
      expect(checkResponse(id, 302, undefined).findings).toMatchObject([
        { pointer: '', rule: 'undocumented-status', severity: 'warning', value: '302' },
      ]);
    }
    expect(checkResponse('list_buyers', 422, undefined).findings).toMatchObject([
      { rule: 'undocumented-status' },
    ]);
  });

  it('is not reported as checked if the specification gives no shape', () => {
    expect(checkResponse('vault_forward', 302, 'anything')).toEqual(noShape);
    expect(checkResponse('vault_forward', 200, { ok: true })).toEqual(noShape);
    expect(checkResponse('get_checkout_session', 302, {}).check).toEqual(noShape.check);
  });

  it.each([
    ['application/json', 0],
    ['Application/JSON; charset=utf-8', 0],
    ['application/problem+json', 0],
    [null, 0],
    ['text/html', 1],
    ['application/jsonp', 1],
    ['', 1],
  ])('with the content type %s has %i findings more', (contentType, count) => {
    const { findings } = checkResponse('get_checkout_session', 200, fullSession, contentType);
    expect(findings.filter(({ rule }) => rule === 'content-type')).toHaveLength(count);
    expect(findings).toHaveLength(count);
    // The destination of Vault Forward answers as it likes, and an empty body has no content type.
    expect(checkResponse('vault_forward', 200, fullSession, contentType).findings).toEqual([]);
    expect(checkResponse('get_checkout_session', 422, undefined, contentType)).toEqual(clean);
  });

  it('can be checked without an exception or a change, whatever it is', () => {
    const statuses = fc.oneof(fc.constantFrom(200, 400, 401, 422, 504), fc.integer());
    const mutated = fc
      .tuple(fc.constantFrom(...sessionMutations), fc.jsonValue())
      .map(([[pointer], value]) => withValueAt(fullSession, pointer, value));
    const ids = fc.constantFrom<OperationId>('get_checkout_session', 'list_buyers', 'vault_forward');
    fc.assert(
      fc.property(
        ids,
        statuses,
        fc.oneof(fc.jsonValue(), mutated, fc.constant(undefined)),
        (id, status, body) => {
          const before = JSON.stringify(body);
          const { findings } = checkResponse(id, status, body);
          expect(JSON.stringify(body)).toBe(before);
          for (const { pointer, value, message } of findings) {
            expect(pointer).toMatch(/^(?:\/(?:[^~/]|~0|~1)*)*$/);
            expect((value ?? '').length).toBeLessThanOrEqual(PREVIEW_LENGTH);
            expect(message).not.toMatch(/undefined|\[object/);
          }
        },
      ),
    );
  });

  it('is judged as by a plain JSON Schema validator with openapi.yaml, except for notes', () => {
    const document: unknown = parse(readFileSync('src/contract/openapi.yaml', 'utf8'));
    const ajv = new Ajv2020({ strict: false, formats: { uuid: true, 'date-time': true, uri: true } });
    ajv.addSchema({ ...Object(document), $id: 'document' });
    const plain = ajv.compile({ $ref: 'document#/components/schemas/CheckoutSession' });
    const broken = fc
      .tuple(checkoutSession, fc.constantFrom(...sessionMutations), fc.jsonValue())
      .map(([body, [pointer, value], other]) => {
        const used = pointer.split('/').length === 2 ? body : fullSession;
        return withValueAt(used, pointer, value === undefined ? other : value);
      });
    fc.assert(
      fc.property(broken, (body) => {
        const told = checkResponse('get_checkout_session', 200, body).findings.filter(
          ({ severity, rule }) => severity !== 'note' && rule !== 'format',
        );
        expect(told.length === 0).toBe(plain(body));
      }),
      { numRuns: 500 },
    );
  });

  it('has a rule for every keyword of the generated validators', () => {
    const code = readFileSync('src/contract/generated/validators.mjs', 'utf8');
    const keywords = new Set(Array.from(code.matchAll(/keyword:"([^"]+)"/g), ([, keyword]) => keyword ?? ''));
    expect(keywords.size).toBeGreaterThan(10);
    for (const keyword of keywords) {
      if (keyword === 'anyOf' || keyword === 'if') continue;
      expect(kindOf({ keyword, instancePath: '', schemaPath: '', params: {} })).toHaveLength(2);
    }
  });
});
