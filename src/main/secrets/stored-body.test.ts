import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BodyStore } from '../bodies/body-store';
import { maskerFor } from './masker';
import { clearBeginning, maskStoredBody, maskStoredFields, replaced, SecretSearch } from './stored-body';

async function joined(pieces: readonly string[], wanted: string): Promise<string> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const parts: Buffer[] = [];
  for await (const part of replaced(source(), Buffer.from(wanted), Buffer.from('#'))) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('replaced', () => {
  it('gives the same result as replacing in the whole text, however it is split', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(letters, { maxLength: 8 }),
        letters.filter((text) => text !== ''),
        async (pieces, wanted) => {
          expect(await joined(pieces, wanted)).toBe(pieces.join('').split(wanted).join('#'));
        },
      ),
    );
  });
});

describe('maskStoredFields', () => {
  it('masks the credentials of a configuration answer in a stored body, and does not copy one without any', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stored-'));
    const bodies = new BodyStore({ directory });
    const secret = await bodies.keep(
      Buffer.from('{"authentications":[{"id":"a","fields":[{"name":"house","value":"CANARY"}]}]}'),
    );
    const masked = await maskStoredFields(bodies, secret);
    const facts = bodies.facts(masked);
    const text = (await bodies.read(masked, 0, facts?.bytes ?? 0))?.toString();
    expect(text).toContain('"house"');
    expect(text).not.toContain('CANARY');
    expect(bodies.facts(secret)).toBeNull();
    const plain = await bodies.keep(Buffer.from('{"password_required":"yes","id":"a"}'));
    expect(await maskStoredFields(bodies, plain)).toBe(plain);
    await bodies.close();
    await rm(directory, { recursive: true });
  });
});

describe('SecretSearch', () => {
  const SECRET = 'CANARY+secret/1';
  const cutAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
    const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    return places.slice(1).map((end, at) => bytes.subarray(places[at], end));
  };

  it('finds a secret as it is, URL-encoded, in UTF-16 or with every character escaped, however the body is split', () => {
    const escaped = [...SECRET].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');
    const writing = fc.constantFrom(
      Buffer.from(escaped),
      Buffer.from(escaped.toUpperCase().replaceAll('U', 'u')),
      Buffer.from(SECRET),
      Buffer.from(encodeURIComponent(SECRET)),
      Buffer.from(SECRET, 'utf16le'),
    );
    fc.assert(
      fc.property(writing, fc.string(), fc.array(fc.nat(), { maxLength: 40 }), (written, around, cuts) => {
        const bytes = Buffer.concat([Buffer.from(around), written, Buffer.from(around)]);
        const search = new SecretSearch([SECRET], 0);
        for (const piece of cutAt(bytes, cuts)) search.push(piece);
        expect(search.foundIn(bytes.length)?.length).toBeGreaterThan(0);
      }),
    );
  });

  it('answers only for a large body that it has seen in full', () => {
    const search = new SecretSearch([SECRET], 100);
    search.push(Buffer.from(`x${SECRET}`));
    expect(search.foundIn(SECRET.length + 1)).toBeNull();
    search.push(Buffer.alloc(100));
    expect(search.foundIn(SECRET.length + 100)).toBeNull();
    expect(search.foundIn(SECRET.length + 101)).toHaveLength(1);
  });

  it('leads to the same masked copy, and saves reading a body without secrets again', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stored-'));
    const bodies = new BodyStore({ directory });
    const text = Buffer.from(`{"a":"${SECRET}","b":"${'x'.repeat(300)}"}`);
    const search = new SecretSearch([SECRET], 100);
    search.push(text);
    const masked = await maskStoredBody(bodies, await bodies.keep(text), [SECRET], search);
    const again = await maskStoredBody(bodies, await bodies.keep(text), [SECRET]);
    const read = async (id: string) => String(await bodies.read(id, 0, 1_000));
    expect(await read(masked)).toContain('"a":"••••');
    expect(await read(masked)).toBe(await read(again));
    const clean = Buffer.alloc(200);
    const none = new SecretSearch([SECRET], 100);
    none.push(clean);
    const id = await bodies.keep(clean);
    const stream = vi.spyOn(bodies, 'stream');
    expect(await maskStoredBody(bodies, id, [SECRET], none)).toBe(id);
    expect(stream).not.toHaveBeenCalled();
    await bodies.close();
    await rm(directory, { recursive: true });
  });
});

describe('clearBeginning', () => {
  const SECRET = 'CANARY+secret/1';
  const beginningOf = (text: string): string | null => clearBeginning(Buffer.from(text), [SECRET]);

  it('returns whole JSON tokens, except at the end, where a secret could begin', () => {
    const filler = 'x'.repeat(100);
    expect(beginningOf(`{"a":1,"b":[true,"${filler}"]}`)).toBe('{"a":1,"b":[true,');
    expect(beginningOf(`{"a":1,"b":"${filler}","c":"${filler}"`)).toBe(`{"a":1,"b":"${filler}","c":`);
    expect(beginningOf(`{"a":1,"b":"${filler}","c":[${'1'.repeat(100)}`)).toBe(
      `{"a":1,"b":"${filler}","c":[`,
    );
    // These have to be parsed, because something is escaped or a name indicates a credential.
    expect(beginningOf(`{"a":"\\n","b":[true,"${filler}"]}`)).toBe('{"a":"\\n","b":[true');
    expect(beginningOf(`{"key":1,"b":[true,"${filler}"]}`)).toBe('{"key":1,"b":[true');
  });

  it('returns nothing of a text with a secret, however encoded, or with a credential in a field', () => {
    const filler = 'x'.repeat(200);
    const escaped = [...SECRET].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');
    for (const written of [
      SECRET,
      escaped,
      encodeURIComponent(SECRET),
      Buffer.from(SECRET).toString('base64'),
    ])
      expect(beginningOf(`{"a":"${written}","b":"${filler}"}`)).toBeNull();
    expect(beginningOf(`{"client_secret":"of the service","b":"${filler}"}`)).toBeNull();
    expect(beginningOf(`{"name":"api_key","value":"of the service","b":"${filler}"}`)).toBeNull();
  });

  it('withholds a value that a later name could turn into a credential', () => {
    const filler = 'x'.repeat(200);
    expect(beginningOf(`{"a":1,"value":"of the service","b":"${filler}","c":1`)).toBe('{"a":1,"value":');
    expect(beginningOf(`{"a":{"value":"a tax id"},"b":"${filler}","c":1`)).toContain('a tax id');
    expect(beginningOf(`{"a":[{"Value":"of the service","b":[{"c":"${filler}"}]`)).toBe('{"a":[{"Value":');
  });

  it('returns nothing of text that is not UTF-8 or not JSON, or is too short', () => {
    expect(clearBeginning(Buffer.from(`{"a":"\xe9${'x'.repeat(200)}"`, 'latin1'), [SECRET])).toBeNull();
    expect(beginningOf(`<p>${'x'.repeat(200)}`)).toBeNull();
    expect(clearBeginning(Buffer.from('{"a'), [SECRET])).toBeNull();
  });

  it('is always a prefix of the whole masked answer, wherever it is split', () => {
    const told = ['a', 'name', 'value', 'client_secret', 'fields', 'authentication', 'ü'];
    // None of these names indicates a credential, except the last one.
    const plain = ['a', 'name', 'value', 'Value', 'b{', '-1.5e+7', 'ü'];
    const masker = maskerFor([SECRET]);
    for (const words of [told, plain]) {
      let given = 0;
      const word = fc.constantFrom(...words);
      const leaf = fc.oneof(
        word,
        fc.constant(SECRET),
        fc.constant(SECRET.slice(0, 9)),
        fc.double(),
        fc.integer(),
      );
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          leaf,
          fc.array(tie('tree'), { maxLength: 4 }),
          fc
            .array(fc.tuple(word, tie('tree')), { maxLength: 4 })
            .map((members) => Object.fromEntries(members)),
        ),
      }));
      const ending = fc.constantFrom({}, { name: 'client_secret' }, { client_secret: 'value' });
      fc.assert(
        fc.property(fc.dictionary(word, tree, { minKeys: 1 }), ending, fc.nat(), (value, last, at) => {
          const text = JSON.stringify({ ...value, ...last });
          const bytes = Buffer.from(text);
          const begun = masker.beginning(bytes.subarray(0, at % (bytes.length + 1)));
          if (begun === null) return;
          given += 1;
          expect(masker.answer(text).startsWith(begun)).toBe(true);
        }),
        { numRuns: 1_000 },
      );
      expect(given).toBeGreaterThan(100);
    }
  });
});
