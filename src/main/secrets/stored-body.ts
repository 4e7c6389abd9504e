import { TextDecoder } from 'node:util';
import { INLINE_BODY_BYTES, MASKED } from '@shared/http/exchange';
import { maskSecretFields, withoutSecretFields } from './secret-fields';
import type { BodyStore } from '../bodies/body-store';
import { secretParts, encodingsOf } from './secret-encodings';

export interface Replacement {
  readonly wanted: Buffer;
  readonly replacement: Buffer;
}

/**
 * A stored body without secrets: a server may echo what it was sent, and large bodies are read by the window too. Gives
 * the same id when none is in it, else the id of a masked copy; the original is released.
 * @param searched looked at every piece of it as it came.
 */
export async function maskStoredBody(
  bodies: BodyStore,
  bodyId: string,
  secrets: readonly string[],
  searched?: SecretSearch,
): Promise<string> {
  const facts = bodies.facts(bodyId);
  const found = searched?.foundIn(facts?.bytes) ?? (await present(bodies.stream(bodyId), secrets));
  if (found.length === 0) return bodyId;
  const copy = bodies.receive();
  const masked = found.reduce<AsyncIterable<Buffer>>(
    (pieces, { wanted, replacement }) => replaced(pieces, wanted, replacement),
    bodies.stream(bodyId),
  );
  for await (const piece of masked) await copy.write(piece);
  const id = await copy.finish({ complete: facts?.complete ?? false });
  await bodies.release(bodyId);
  return id;
}

/** Longer answers are no configuration, and are not read as one. */
const MAX_FIELD_BYTES = 16_000_000;

/** One of these is in every name of a secret field (`isSecretFieldName`), or around it. */
const IN_NAMES = /pass|secret|credential|key|token|pkcs|authentication/i;

/** As `maskStoredBody`, for the credentials that a text holds in fields whose names say so. */
export async function maskStoredFields(bodies: BodyStore, bodyId: string): Promise<string> {
  const facts = bodies.facts(bodyId);
  if (facts?.encoding !== 'utf-8' || facts.bytes > MAX_FIELD_BYTES) return bodyId;
  const bytes = (await bodies.read(bodyId, 0, facts.bytes)) ?? Buffer.alloc(0);
  // The names are ASCII, and most answers have none of them.
  if (!IN_NAMES.test(bytes.toString('latin1'))) return bodyId;
  const text = bytes.toString('utf8');
  const masked = maskSecretFields(text);
  if (masked === text) return bodyId;
  const copy = bodies.receive();
  await copy.write(Buffer.from(masked, 'utf8'));
  const id = await copy.finish({ complete: facts.complete });
  await bodies.release(bodyId);
  return id;
}

/**
 * Of a body's first bytes what may be shown before the rest has come, as text: what holds no secret, and of which nothing can
 * turn out to be one, or a part of one, by what comes behind it. Null where there is no such thing.
 */
export function clearBeginning(bytes: Buffer, secrets: readonly string[]): string | null {
  const replacements = replacementsFor(secrets);
  if (replacements.some(({ wanted }) => bytes.includes(wanted))) return null;
  const searched = bytes.subarray(0, Math.max(0, bytes.length - longestOf(replacements) + 1));
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // A character that is cut at the end is left out.
    const text = decoder.decode(searched, { stream: true });
    return text.slice(0, withoutSecretFields(text)) || null;
  } catch {
    return null;
  }
}

/** As UTF-8 in every writing; as the two kinds of UTF-16, which a body may be in, plainly. */
function replacementsFor(secrets: readonly string[]): readonly Replacement[] {
  return [
    ...encodingsOf(secrets).map((writing) => ({
      wanted: Buffer.from(writing),
      replacement: Buffer.from(MASKED),
    })),
    ...wideReplacements(secrets),
  ];
}

function longestOf(replacements: readonly Replacement[]): number {
  return Math.max(1, ...replacements.map(({ wanted }) => wanted.length));
}

export function wideReplacements(secrets: readonly string[]): readonly Replacement[] {
  const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
  return secrets
    .flatMap(secretParts)
    .sort((one, other) => other.length - one.length)
    .flatMap((part) => [
      { wanted: wide(part), replacement: wide(MASKED) },
      { wanted: wide(part).swap16(), replacement: wide(MASKED).swap16() },
    ]);
}

/** Those of which the pieces together have an occurrence. */
async function present(
  pieces: AsyncIterable<Buffer>,
  secrets: readonly string[],
): Promise<readonly Replacement[]> {
  const search = new SecretSearch(secrets, 0);
  for await (const piece of pieces) search.push(piece);
  // Null of an empty one.
  return search.foundIn(search.bytes) ?? [];
}

/** Looks for secrets in a body's pieces as they come, also for one that lies across two. */
export class SecretSearch {
  bytes = 0;
  private wanted: readonly Replacement[] | null = null;
  private overlap = 0;
  private readonly found = new Set<Replacement>();
  /** The pieces of a body that may stay small: its text is masked as a whole, and is not searched here. */
  private held: Buffer[] | null = [];
  /** The end of what came, of which an occurrence may be the beginning. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly secrets: readonly string[],
    private readonly smallBytes = INLINE_BODY_BYTES,
  ) {}

  /** Made when they are first needed: most bodies are small. */
  private get replacements(): readonly Replacement[] {
    this.wanted ??= replacementsFor(this.secrets);
    return this.wanted;
  }

  push(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.held === null) return this.search(piece);
    this.held.push(piece);
    if (this.bytes <= this.smallBytes) return;
    const held = this.held;
    this.held = null;
    this.overlap = longestOf(this.replacements) - 1;
    for (const one of held) this.search(one);
  }

  /** Null where not exactly so many bytes were looked at. */
  foundIn(bytes: number | undefined): readonly Replacement[] | null {
    if (this.held !== null || bytes !== this.bytes) return null;
    return this.replacements.filter((entry) => this.found.has(entry));
  }

  private search(piece: Buffer): void {
    const seam = Buffer.concat([this.rest, piece.subarray(0, this.overlap)]);
    for (const entry of this.replacements)
      if (piece.includes(entry.wanted) || seam.includes(entry.wanted)) this.found.add(entry);
    const end = piece.length < this.overlap ? seam : piece;
    this.rest = end.subarray(Math.max(0, end.length - this.overlap));
  }
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
