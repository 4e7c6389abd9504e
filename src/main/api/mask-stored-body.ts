import { MASKED } from '../../shared/exchange';
import type { BodyStore } from '../bodies';

/**
 * A stored body without the token: a server may echo what it was sent, and large bodies are read by the window too. Gives
 * the same id when the token is not in it, else the id of a masked copy; the original is released.
 */
export async function maskStoredBody(bodies: BodyStore, bodyId: string, token: string): Promise<string> {
  if (token === '' || !(await holds(bodies, bodyId, Buffer.from(token)))) return bodyId;
  const facts = bodies.facts(bodyId);
  const copy = bodies.receive();
  for await (const piece of replaced(bodies.stream(bodyId), Buffer.from(token), Buffer.from(MASKED))) {
    await copy.write(piece);
  }
  const masked = await copy.finish({ complete: facts?.complete ?? false });
  await bodies.release(bodyId);
  return masked;
}

async function holds(bodies: BodyStore, bodyId: string, wanted: Buffer): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of bodies.stream(bodyId)) {
    const text = Buffer.concat([rest, piece]);
    if (text.includes(wanted)) return true;
    rest = text.subarray(Math.max(0, text.length - wanted.length + 1));
  }
  return false;
}

/** The pieces with every occurrence replaced, also one that lies across two pieces. */
export async function* replaced(
  pieces: AsyncIterable<Buffer>,
  wanted: Buffer,
  replacement: Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const text = Buffer.concat([rest, piece]);
    let from = 0;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, from)) {
      yield text.subarray(from, at);
      yield replacement;
      from = at + wanted.length;
    }
    const keep = Math.max(from, text.length - wanted.length + 1);
    yield text.subarray(from, keep);
    rest = text.subarray(keep);
  }
  yield rest;
}
