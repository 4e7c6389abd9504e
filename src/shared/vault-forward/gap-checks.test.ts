import { describe, expect, it } from 'vitest';
import { processorMs } from '../testing/processor-ms.fixture';
import { checkBodyGaps, checkGaps } from './gap-checks';
import { draftWith } from './drafts.fixture';

function inUrl(destinationUrl: string): string[] {
  return checkGaps(draftWith({ destinationUrl })).map(({ where: { offset = 0, length = 0 } }) =>
    destinationUrl.slice(offset, offset + length),
  );
}

function inHeader(value: string, secret = false): (number | undefined)[][] {
  const headers = [{ id: 'row', name: 'x-a', value, secret, enabled: true }];
  return checkGaps(draftWith({ headers })).map(({ where }) => [where.offset, where.length]);
}

function inBody(body: string): string[] {
  return checkBodyGaps(body).map(({ where: { offset = 0, length = 0 } }) =>
    body.slice(offset, offset + length),
  );
}

describe('a gap of a manual', () => {
  it.each([
    ['https://a.example/orders/%3Corder-id%3E/x', ['%3Corder-id%3E']],
    ['https://a.example/orders/<id>', ['<id>']],
    ['https://a.example/orders/{id}/{line_id}', ['{id}', '{line_id}']],
    ['https://a.example/hooks/%7Bwebhook_id%7D', ['%7Bwebhook_id%7D']],
    ['https://a.example/YOUR_MERCHANT_ID?key=YOUR-API-KEY', ['YOUR_MERCHANT_ID', 'YOUR-API-KEY']],
    ['https://a.example/?key=your_api_key', ['your_api_key']],
    ['https://your-shop.example/', ['your-shop']],
  ])('is named in the URL %s', (url, gaps) => {
    expect(inUrl(url)).toEqual(gaps);
  });

  it.each([
    'https://a.example/${id}/{{CARD_NUMBER_1}}/%7B%7BCARD_NUMBER_1%7D%7D',
    '{sandbox}/echo',
    'https://a.example/?filter=a%3C5%20b%3E3&json=%7B%22a%22:1%7D',
    'https://www1.your-server.example/yours/YOURS',
  ])('is not what a URL may have: %s', (url) => {
    expect(inUrl(url)).toEqual([]);
  });

  it('is named in a header, without its text if it is secret', () => {
    expect(inHeader('<token>')).toEqual([[0, 7]]);
    expect(inHeader('Bearer {access_token}')).toEqual([[7, 14]]);
    expect(inHeader('YOUR_API_KEY', true)).toEqual([[0, 12]]);
    expect(inHeader('ADYEN_API_KEY')).toEqual([[0, 13]]);
    expect(inHeader('Bearer ACCESS-TOKEN', true)).toEqual([[7, 12]]);
    const headers = [{ id: 'row', name: 'x-a', value: 'Bearer <CANARY>', secret: true, enabled: true }];
    expect(JSON.stringify(checkGaps(draftWith({ headers })))).not.toContain('CANARY');
    expect(checkGaps(draftWith({ headers: headers.map((row) => ({ ...row, enabled: false })) }))).toEqual([]);
    for (const value of [
      '',
      'Bearer x',
      '<https://a.example>; rel=next',
      '<a>; b',
      'application/json',
      '${TOKEN}',
      'W/"x"',
    ])
      expect(inHeader(value)).toEqual([]);
  });

  it('is named in the body', () => {
    expect(inBody('{"a":"<order-id>","b": "{order_id}","c":"YOUR_MERCHANT_ACCOUNT","d":"<the id>"}')).toEqual(
      ['<order-id>', '{order_id}', 'YOUR_MERCHANT_ACCOUNT', '<the id>'],
    );
    expect(inBody('{"back":"https://a.example/{id}/x?y=/{z}","b":"https://a.example/<id>"}')).toEqual([
      '{id}',
      '{z}',
      '<id>',
    ]);
    expect(inBody('order=<id>&b=%3Cid%3E&c={id}')).toEqual(['<id>', '%3Cid%3E', '{id}']);
  });

  it.each([
    '<?xml version="1.0"?><order id="a"><amount>10</amount><id/></order>',
    '{"html":"<b>bold</b>","b":"a < b > c","c":"<!-- x -->","d":"${id}","e":"{{CARD_NUMBER_1}}"}',
    '{"xml":"<order><id>1</id></order>"}',
    '{"yours":"YOURS","a":"FOR_YOUR_EYES"}',
    'a=b&c=d{e}',
    '{"xml":"<a><b/></a>","route":"a/{b}c"}',
  ])('is not what a body may have: %s', (body) => {
    expect(inBody(body)).toEqual([]);
  });

  it('is looked for in time in proportion to the length', () => {
    for (const text of ['"<a', '"{a', 'YOUR_', '=%3Ca', '<a b '])
      expect(processorMs(() => checkBodyGaps(text.repeat(500_000)))).toBeLessThan(2_000);
  });
});
