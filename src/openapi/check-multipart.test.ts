import { describe, expect, it } from 'vitest';
import { multipartText, type TextPart } from '@shared/import/multipart';
import { OpenDocument } from './open-document';

const MULTIPART = 'multipart/form-data';
const schema = {
  type: 'object',
  required: ['purpose', 'file'],
  additionalProperties: false,
  properties: {
    purpose: { type: 'string', enum: ['dispute', 'logo'] },
    file: { type: 'string', format: 'binary', maxLength: 5 },
    amount: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'integer' } },
    link: { $ref: '#/components/schemas/Link' },
    raw: { type: 'string' },
    options: { type: 'string' },
  },
};
const Link = { type: 'object', required: ['create'], properties: { create: { type: 'boolean' } } };
const document = new OpenDocument(
  'x',
  JSON.parse(
    JSON.stringify({
      openapi: '3.0.3',
      components: { schemas: { Link } },
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: {
              content: { [MULTIPART]: { schema, encoding: { link: { contentType: 'application/json' } } } },
            },
            responses: {},
          },
        },
      },
    }),
  ),
);

const findingsOf = (text: string, mediaType: string): unknown => {
  const check = document.check('a', { kind: 'body', mediaType }, text);
  return check?.kind === 'checked'
    ? check.findings.map(({ pointer, message }) => `${pointer} ${message}`)
    : check;
};
const part = (name: string, value: string, type: string | null = null): TextPart => ({ name, value, type });
const findings = (...parts: TextPart[]): unknown => {
  const { body, contentType } = multipartText(parts);
  return findingsOf(body, contentType);
};
const purpose = part('purpose', 'logo');
const file: TextPart = { ...part('file', 'bytes', 'image/png'), fileName: 'a "b".png' };

describe('a multipart form', () => {
  it.each<[string, readonly TextPart[]]>([
    ['texts and files', [purpose, file, part('amount', '5')]],
    ['one of a list', [purpose, file, part('tags', '1')]],
    ['several of a list', [purpose, file, part('tags', '1'), part('tags', '2')]],
    ['JSON as the document says', [purpose, file, part('link', '{"create":true}')]],
    ['JSON as the part says', [purpose, file, part('link', '{"create":true}', 'application/json')]],
    ['a text that is JSON', [purpose, file, part('raw', '{"a":1}'), part('options', '[]')]],
    ['lines within a value', [purpose, file, part('raw', 'a\r\n\r\n--b\n')]],
    ['a file whose content is not known', [purpose, { ...file, value: '${file_content}' }]],
  ])('is right: %s', (_what, parts) => expect(findings(...parts)).toEqual([]));

  it('has a finding for each part that its document does not allow', () => {
    expect(
      findings(
        part('purpose', 'x'),
        part('amount', 'five'),
        part('tags', '1'),
        part('tags', 'b'),
        part('link', '{"create":1}'),
        part('more', ''),
      ),
    ).toEqual([
      '/file The property “file” is required, and it is missing.',
      '/amount This should be a whole number, and it is text.',
      '/tags/1 This should be a whole number, and it is text.',
      '/more The specification does not list this property, and allows none but those it lists.',
      '/purpose "x" is not one of the values that the specification lists.',
    ]);
    expect(findings(purpose, { ...file, value: 'longer' })).toEqual([
      '/file The text has 6 characters; it should have at most 5.',
    ]);
    expect(findings(purpose, file, part('link', '{}'))).toEqual([
      '/link/create The property “create” is required, and it is missing.',
    ]);
  });

  it('leaves what a variable will say, and says what else is wrong', () => {
    expect(findings(purpose, file, part('amount', '${amount}'), part('tags', 'x'))).toEqual([
      '/tags/0 This should be a whole number, and it is text.',
    ]);
  });

  it.each([
    ['', 'The content type names no boundary, which separates the parts.'],
    ['; boundary=other', 'The body has no line --other, as its content type says.'],
    ['; boundary=b', 'The body does not end with the line --b--.'],
  ])('is not one with the content type %s', (boundary, why) => {
    const text = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    expect(findingsOf(text, MULTIPART + boundary)).toEqual([` ${why}`]);
  });

  it('is not one if a part has no name, and says where its lines end wrongly', () => {
    const unnamed = '--b\r\nContent-Disposition: form-data; filename="name=x"\r\n\r\n1\r\n--b--';
    expect(findingsOf(unnamed, `${MULTIPART}; boundary=b`)).toEqual([
      ' A part has no Content-Disposition with a name, or no empty line after it.',
    ]);
    const { body, contentType } = multipartText([purpose, file]);
    expect(findingsOf(body.replaceAll('\r\n', '\n'), contentType)).toEqual([
      ' A line between its parts, or of their headers, ends with a line feed alone: RFC 7578 wants CR LF.',
    ]);
  });
});
