import { describe, expect, it } from 'vitest';
import { findVariables } from '@shared/requests/variables';
import { OpenDocument } from './open-document';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The first example that is offered for a body described so. */
const first = (mediaType: string, content: object) => {
  const requestBody = { content: { [mediaType]: content } };
  const paths = { '/a': { post: { operationId: 'a', requestBody, responses: {} } } };
  const text = JSON.stringify({ openapi: '3.0.3', paths });
  return new OpenDocument('x', JSON.parse(text)).examples('a', mediaType)[0];
};

describe('an example of a body that is not JSON', () => {
  it('is written as a form, with brackets for what is inside, as the document says for each field', () => {
    const example = {
      amount: 2000,
      note: 'a&b ü',
      none: null,
      on: true,
      card: { number: '4242', address: { city: 'Graz' } },
      tags: ['a', 'b'],
      short: ['a', 'b'],
      expand: ['x', 'y'],
      items: [{ sku: 's' }],
      filter: { a: 1 },
    };
    const encoding = {
      short: { explode: false },
      expand: { style: 'deepObject', explode: true },
      filter: { contentType: 'application/json' },
    };
    expect(first(FORM, { schema: { type: 'object' }, example, encoding })).toMatchObject({
      origin: 'document',
      mediaType: FORM,
      text:
        'amount=2000&note=a%26b%20%C3%BC&none=&on=true&card[number]=4242&card[address][city]=Graz' +
        '&tags=a&tags=b&short=a%2Cb&expand[0]=x&expand[1]=y&items[0][sku]=s&filter=%7B%22a%22%3A1%7D',
    });
  });

  it('is generated from the schema and checked against it like any other', () => {
    const schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } };
    expect(first(FORM, { schema })).toMatchObject({
      ...{ origin: 'made', text: 'amount=0', mediaType: FORM },
      check: { kind: 'checked', findings: [] },
    });
  });

  it('is a multipart form with its boundary, in which a variable stands for each file', () => {
    const schema = {
      type: 'object',
      properties: {
        purpose: { type: 'string', example: 'dispute' },
        file: { type: 'string', format: 'binary' },
        more: { type: 'array', items: { type: 'string', format: 'binary' } },
        link: { type: 'object', properties: { create: { type: 'boolean' } } },
      },
    };
    const made = first(MULTIPART, { schema, encoding: { file: { contentType: 'image/png' } } });
    expect(made?.mediaType).toBe(`${MULTIPART}; boundary=----multipart-boundary`);
    const part = (lines: string[]) => ['------multipart-boundary', ...lines].join('\r\n');
    const named = 'Content-Disposition: form-data; name=';
    expect(made?.text).toBe(
      [
        part([`${named}"purpose"`, '', 'dispute']),
        part([`${named}"file"; filename="file"`, 'Content-Type: image/png', '', '${file}']),
        part([`${named}"more"; filename="more"`, 'Content-Type: application/octet-stream', '', '${more}']),
        part([`${named}"link"`, 'Content-Type: application/json', '', '{"create":true}']),
        '------multipart-boundary--\r\n',
      ].join('\r\n'),
    );
  });

  it.each(['application/json', 'text/plain', MULTIPART, FORM])(
    'keeps what only looks like a variable of the app: %s',
    (mediaType) => {
      const example = mediaType === 'text/plain' ? 'a ${uuid}' : { text: 'a ${uuid}' };
      const text = first(mediaType, { example })?.text ?? '';
      expect(text).toMatch(/uuid/);
      expect(findVariables(text)).toEqual([]);
    },
  );

  it('is the text that the document gives, and none if there is only a value', () => {
    expect(first('application/xml', { example: '<a/>' })?.text).toBe('<a/>');
    expect(first('text/plain', { schema: { type: 'string', example: 'hello' } })?.text).toBe('hello');
    expect(first('application/xml', { schema: { type: 'object', properties: { a: {} } } })).toBeUndefined();
    expect(first('*/*', { example: { a: 1 } })).toMatchObject({
      text: '{\n  "a": 1\n}',
      mediaType: 'application/json',
    });
  });
});
