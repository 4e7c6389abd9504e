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
 * Masks secrets in a stored body: a server may echo what it was sent, and the window reads large bodies too. Returns
 * the same id if there are none; otherwise returns the id of a masked copy and releases the original.
 * @param searched a search that got every piece of the body as it arrived.
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

/** Longer answers are not configurations, and are not searched for secret fields. */
const MAX_FIELD_BYTES = 16_000_000;

/** The name of every secret field (`isSecretFieldName`), or of an object around it, contains one of these. */
const IN_NAMES = /pass|secret|credential|key|token|pkcs|authentication/i;

/** Like `maskStoredBody`, for credentials in fields whose names say so. */
export async function maskStoredFields(bodies: BodyStore, bodyId: string): Promise<string> {
  const facts = bodies.facts(bodyId);
  if (facts?.encoding !== 'utf-8' || facts.bytes > MAX_FIELD_BYTES) return bodyId;
  const bytes = (await bodies.read(bodyId, 0, facts.bytes)) ?? Buffer.alloc(0);
  // The names are ASCII, and most answers contain none of them.
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
 * The part of a body's first bytes that may be shown, as text, before the rest arrives: it holds no secret, and
 * nothing that follows can turn any of it into a secret or part of one. Null if there is no such part.
 */
export function clearBeginning(bytes: Buffer, secrets: readonly string[]): string | null {
  const replacements = plainReplacements(secrets);
  const all = [...replacements, ...escapedReplacements(secrets)];
  if (all.some(({ wanted }) => bytes.includes(wanted))) return null;
  const searched = bytes.subarray(0, Math.max(0, bytes.length - longestOf(replacements) + 1));
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // An incomplete character at the end is left out.
    const text = decoder.decode(searched, { stream: true });
    return text.slice(0, withoutSecretFields(text)) || null;
  } catch {
    return null;
  }
}

function replacementsFor(secrets: readonly string[]): readonly Replacement[] {
  return [...escapedReplacements(secrets), ...plainReplacements(secrets)];
}

/** The secrets as JSON with every character escaped. Where only some are, the text would have to be parsed. */
function escapedReplacements(secrets: readonly string[]): readonly Replacement[] {
  const hex = (part: string): string[] =>
    part.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return secrets
    .flatMap(secretParts)
    .sort((one, other) => other.length - one.length)
    .map(hex)
    .flatMap((units) => [units, units.map((unit) => unit.toUpperCase())])
    .map((units) => ({
      wanted: Buffer.from(units.map((unit) => `\\u${unit}`).join('')),
      replacement: Buffer.from(MASKED),
    }));
}

/** Every encoding of the secrets in UTF-8; only the plain text in both kinds of UTF-16, which a body may use. */
function plainReplacements(secrets: readonly string[]): readonly Replacement[] {
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

/** The encodings of the secrets that occur in the pieces taken together. */
async function present(
  pieces: AsyncIterable<Buffer>,
  secrets: readonly string[],
): Promise<readonly Replacement[]> {
  const search = new SecretSearch(secrets, 0);
  for await (const piece of pieces) search.push(piece);
  // `foundIn` returns null for an empty body.
  return search.foundIn(search.bytes) ?? [];
}

/** Looks for secrets in a body's pieces as they arrive, including secrets split across pieces. */
export class SecretSearch {
  bytes = 0;
  private wanted: readonly Replacement[] | null = null;
  private overlap = 0;
  private readonly found = new Set<Replacement>();
  /** The pieces so far while the body is small: a small body is masked as a whole, not searched here. */
  private held: Buffer[] | null = [];
  /** The end of what has arrived, where an occurrence may begin. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly secrets: readonly string[],
    private readonly smallBytes = INLINE_BODY_BYTES,
  ) {}

  /** Computed on first use: most bodies are small and do not need it. */
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

  /** Null unless exactly this many bytes were searched. */
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

/** The pieces with every occurrence replaced, including occurrences split across pieces. */
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
