import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encoded, head, useScript } from './test-fixtures/use-script';

const { answerOf } = useScript();

function slices(bytes: Uint8Array, size: number): Uint8Array[] {
  const list: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) list.push(bytes.subarray(start, start + size));
  return list;
}

describe('decoding', () => {
  const text = Buffer.from('{"cards":["☃"]}'.repeat(5_000));
  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['identity, gzip , br', brotliCompressSync(gzipSync(text))],
    ['gzip', Buffer.concat([gzipSync(text.subarray(0, 999)), gzipSync(text.subarray(999))])],
  ])('decodes %s', async (coding, wire) => {
    const { result, body } = await answerOf(encoded(coding, wire));
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(body.equals(text)).toBe(true);
    expect(result.response).toMatchObject({ wireBytes: wire.length, bodyBytes: text.length, undecoded: [] });
  });

  it('decodes any body, however it is split', async () => {
    const codings = fc.constantFrom<readonly [string, (body: Uint8Array) => Buffer]>(
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
    );
    await fc.assert(
      fc.asyncProperty(
        codings,
        fc.uint8Array({ maxLength: 3_000 }),
        fc.integer({ min: 1, max: 400 }),
        async ([coding, encode], content, size) => {
          const wire = encode(content);
          const pieces = [head(`Content-Encoding: ${coding}`, `Content-Length: ${wire.length}`)];
          const { result, body } = await answerOf([...pieces, ...slices(wire, size)]);
          expect(result.outcome).toEqual({ kind: 'answered' });
          expect(body.equals(content)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  describe.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
  ])('reports bytes that follow the end of %s', (coding, wire) => {
    // The decoder may have ended before the next bytes arrive, and would then never end again.
    it.each([
      ['at once', [Buffer.concat([wire, Buffer.from('more')])]],
      ['later', [wire, 'more']],
      ['later, one after the other', [wire, 'm', 'o', 're']],
      ['in part with it', [Buffer.concat([wire, Buffer.from('mo')]), 're']],
      ['and are zeros', [wire, '\0\0', '\0\0']],
    ])('%s', async (_when, pieces) => {
      const announced = head(`Content-Encoding: ${coding}`, `Content-Length: ${wire.length + 4}`);
      const { result, body } = await answerOf([announced, ...pieces]);
      expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'bad-encoding' });
      // Only gzip's own decoder looks at them, and gives up what came with them.
      if (coding !== 'gzip') expect(body.equals(text)).toBe(true);
    });
  });

  it('leaves an unknown coding in place, and says so', async () => {
    const { result, body } = await answerOf(encoded('zstd, gzip', gzipSync('opaque')));
    expect(result.response?.undecoded).toEqual(['zstd']);
    expect(body.toString()).toBe('opaque');
  });

  it('decodes only a limited number of layers', async () => {
    const { result } = await answerOf(encoded('gzip,gzip,gzip,gzip,gzip,gzip', Buffer.from('x')));
    expect(result.response?.undecoded).toHaveLength(6);
  });

  it.each([
    ['gzip', Buffer.from('this is no gzip')],
    ['br', Buffer.alloc(64, 0xff)],
    ['deflate', Buffer.from([8, 255, 255])],
    ['gzip', gzipSync(text).subarray(0, 60)],
  ])('reports a body that is not %s', async (coding, wire) => {
    const { result } = await answerOf(encoded(coding, wire));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'bad-encoding', mayHaveArrived: true });
    expect(result.response?.status).toBe(200);
  });
});
