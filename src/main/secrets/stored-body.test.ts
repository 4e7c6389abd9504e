import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BodyStore } from '../bodies/body-store';
import { maskStoredFields, replaced } from './stored-body';

async function joined(pieces: readonly string[], wanted: string): Promise<string> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const parts: Buffer[] = [];
  for await (const part of replaced(source(), Buffer.from(wanted), Buffer.from('#'))) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('replaced', () => {
  it('replaces the same as a replacement in the whole text, however it is cut', async () => {
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
  it('masks the credentials of a configuration answer in a stored body, and leaves any other where it is', async () => {
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
