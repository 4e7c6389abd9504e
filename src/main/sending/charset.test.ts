import { expect, it } from 'vitest';
import { fullSession } from '@contract/testing/sessions';
import { maskerFor } from '../secrets/secrets';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { toReceivedResponse } from './exchange';

const harness = useHarness();

/** Of the body that was received last. */
let receivedId = '';

const asLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

async function receive(
  bytes: Buffer,
  contentType: string,
  { secrets = [] as string[], complete = true } = {},
) {
  const writer = harness.bodies.receive();
  await writer.write(bytes);
  receivedId = await writer.finish({ complete });
  const response = {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [['Content-Type', contentType]] as const,
    bodyId: receivedId,
    bodyBytes: bytes.length,
    wireBytes: bytes.length,
    undecoded: [],
    tls: null,
  };
  return (await toReceivedResponse({ response }, maskerFor(secrets), harness.bodies))?.body;
}

it.each(['iso-8859-1', 'ISO-8859-1', '"iso-8859-1"', 'windows-1252'])(
  'a body in the charset %s is decoded, and its raw bytes are kept',
  async (charset) => {
    const text = JSON.stringify({ ...fullSession, name: 'Zoë Müller' });
    const body = await receive(asLatin1(text), `application/json; charset=${charset}`);
    expect(body).toMatchObject({ kind: 'text', text, decodedFrom: { charset: charset.replaceAll('"', '') } });
    const rawId = body?.kind === 'text' ? (body.decodedFrom?.bodyId ?? '') : '';
    expect(await harness.bodies.read(rawId, 0, 1e6)).toEqual(asLatin1(text));
  },
);

it('a body in UTF-16 is decoded', async () => {
  const bytes = Buffer.from('\ufeff{"a":"é"}', 'utf16le');
  expect(await receive(bytes, 'application/json;charset=utf-16le')).toMatchObject({
    kind: 'text',
    text: '{"a":"é"}',
  });
});

it('a body in UTF-16 is read in the byte order that its mark says', async () => {
  const bytes = Buffer.from('\ufeff{"a":"é"}', 'utf16le');
  for (const ordered of [bytes, Buffer.from(bytes).swap16()])
    expect(await receive(ordered, 'application/json; charset=UTF-16')).toMatchObject({ text: '{"a":"é"}' });
});

it('a body over 1 MB is decoded in full', async () => {
  const text = `{"a":"${'é'.repeat(2_500_000)}"}`;
  const body = await receive(asLatin1(text), 'application/json; charset=iso-8859-1');
  expect(body).toMatchObject({
    kind: 'stored',
    encoding: 'utf-8',
    complete: true,
    bytes: Buffer.byteLength(text),
  });
  const id = body?.kind === 'stored' ? body.bodyId : '';
  expect((await harness.bodies.read(id, 0, 1e7))?.toString('utf8')).toBe(text);
});

it.each([
  ['application/json; charset=iso-8859-1', asLatin1('{"a":1}')],
  ['application/json; charset=utf-8', Buffer.from('{"a":"é"}')],
  ['application/json; charset=nonsense', Buffer.from('{"a":"é"}')],
  ['application/json; charset=', Buffer.from('{"a":"é"}')],
])('a body that needs no decoding is left as it is: %s', async (contentType, bytes) => {
  const body = await receive(bytes, contentType);
  expect(body).toEqual({ kind: 'text', text: bytes.toString('utf8'), bytes: bytes.length, bodyId: null });
});

it('bytes that are invalid in the charset stay binary', async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0xff, 0x7d]);
  const body = await receive(bytes, 'application/json; charset=shift_jis');
  expect(body).toMatchObject({ kind: 'stored', encoding: 'binary', bytes: 4 });
  expect(body).not.toHaveProperty('decodedFrom');
});

it('a truncated body stays binary', async () => {
  const body = await receive(asLatin1('{"a":"é"'), 'application/json; charset=iso-8859-1', {
    complete: false,
  });
  expect(body).toMatchObject({ kind: 'stored', encoding: 'binary', complete: false });
});

it.each(['{"a":"CANARY-1"}', `{"a":"CANARY-1${' '.repeat(1_100_000)}"}`, '{"client_secret":"CANARY-1"}'])(
  'a body with a masked secret says so, whatever its size: %#',
  async (text) => {
    const secrets = text.startsWith('{"a"') ? ['CANARY-1'] : [];
    const body = await receive(Buffer.from(text), 'application/json', { secrets });
    expect(body).toHaveProperty('masked', true);
    expect(JSON.stringify(body)).not.toContain('CANARY');
  },
);

it('the raw bytes of a decoded body are dropped if a secret in it was masked', async () => {
  const body = await receive(asLatin1('{"a":"CANARY-1 é"}'), 'application/json; charset=iso-8859-1', {
    secrets: ['CANARY-1'],
  });
  expect(body).toMatchObject({ masked: true, decodedFrom: { bodyId: null } });
  expect(harness.bodies.facts(receivedId)).toBeNull();
});

it.each(['utf16le', 'utf16be'])(
  'a secret is masked in a body in %s without a charset in the header',
  async (order) => {
    for (const [text, secrets] of [
      ['{"a":"CANARY-1"}', ['CANARY-1']],
      ['{"client_secret":"CANARY-1"}', []],
    ] as const) {
      const bytes = Buffer.from(text, 'utf16le');
      const body = await receive(order === 'utf16be' ? bytes.swap16() : bytes, 'application/json', {
        secrets: [...secrets],
      });
      expect(body).toHaveProperty('masked', true);
      expect(JSON.stringify(body).replaceAll('\\u0000', '')).not.toContain('CANARY');
    }
  },
);

it('the raw bytes of a text that contains a secret are not kept', async () => {
  const body = await receive(asLatin1('{"a":"é sÉcret"}'), 'application/json; charset=iso-8859-1', {
    secrets: ['sÉcret-token'.slice(0, 6)],
  });
  expect(body).toMatchObject({ masked: true, decodedFrom: { charset: 'iso-8859-1', bodyId: null } });
  expect(JSON.stringify(body)).not.toContain('sÉcret');
});
