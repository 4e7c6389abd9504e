import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { errorCatalogue, errorObject, isErrorStatus, type ErrorObjectStatus } from './error-catalogue';

/** The specification's section Errors, row by row, except 422. */
const table: readonly (readonly [ErrorObjectStatus, code: string, message: string, meaning: string])[] = [
  [400, 'bad_request', 'Generic error', 'Request invalid'],
  [401, 'unauthorized', 'No valid API authentication found', 'Request unauthorized'],
  [403, 'forbidden', 'Generic error', 'Credentials invalid or caller lacks permission'],
  [404, 'not_found', 'The resource could not be found', 'Resource not found'],
  [405, 'method_not_allowed', 'Method Not Allowed', 'Method not allowed'],
  [409, 'duplicate_record', 'Generic error', 'Duplicate record found'],
  [425, 'too_early', 'Generic error', 'Request too early'],
  [429, 'too_many_requests', 'Generic error', 'Too many requests'],
  [500, 'server_error', 'Request could not be processed', 'Server error'],
  [502, 'bad_gateway', 'Request could not be processed', 'Server error'],
  [504, 'gateway_timeout', 'Request could not be processed', 'Server error'],
];
const document: unknown = parse(readFileSync('src/contract/openapi.yaml', 'utf8'));
const responses = Object(Reflect.get(Object(Reflect.get(Object(document), 'components')), 'responses'));

describe('the error table', () => {
  it.each(table)('%i %s: %s (%s)', (status, code, message, meaning) => {
    expect(errorCatalogue[status]).toEqual({ code, defaultMessage: message, meaning, emptyBody: false });
    expect(errorObject(status)).toEqual({ type: 'error', code, status, message, details: [] });
  });

  it('has 422 with an empty body, and no other status', () => {
    expect(errorCatalogue[422]).toEqual({
      code: null,
      defaultMessage: null,
      meaning: 'Referenced payment method does not exist',
      emptyBody: true,
    });
    expect(Object.keys(errorCatalogue).map(Number)).toEqual(
      [...table.map(([status]) => status), 422].sort((a, b) => a - b),
    );
    expect([400, 422, 504].every(isErrorStatus)).toBe(true);
    expect([200, 418, 503, NaN].some(isErrorStatus)).toBe(false);
  });

  it('matches the examples of the document', () => {
    const examples = Object.values(responses).flatMap((response) => {
      const json: unknown = Reflect.get(Object(Reflect.get(Object(response), 'content')), 'application/json');
      return json === undefined ? [] : [Reflect.get(Object(json), 'example')];
    });
    expect(examples).toEqual(table.map(([status]) => errorObject(status)));
  });
});

describe('errorObject', () => {
  it('accepts a message and details', () => {
    const details = [
      { location: 'path', pointer: '/session_id', message: 'Not a UUID', type: 'value_error' },
    ];
    expect(errorObject(400, { message: 'Bad ID', details })).toEqual({
      type: 'error',
      code: 'bad_request',
      status: 400,
      message: 'Bad ID',
      details,
    });
  });
});
