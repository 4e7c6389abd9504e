import { TextDecoder } from 'node:util';
import type { HeaderList } from '@shared/http/exchange';
import { headerValue } from '@shared/http/http-fields';
import type { BodyStore } from './body-store';

/** The charset that a content type names (RFC 9110, section 8.3.2); null if it names none, and for UTF-8. */
export function charsetOf(headers: HeaderList): string | null {
  const contentType = headerValue(headers, 'content-type') ?? '';
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const charset = (quoted ?? plain ?? '').trim();
  return charset === '' || /^utf-?8$/i.test(charset) ? null : charset;
}

/**
 * Stores the text in UTF-8, in addition to the original bytes, and returns its id. Null if there is nothing to
 * decode: the charset is not supported, the bytes are not valid in it, or they are the same in UTF-8.
 */
export async function decodeToUtf8(
  bodies: BodyStore,
  bodyId: string,
  charset: string,
): Promise<string | null> {
  const decoder = decoderOf(await byteOrder(bodies, bodyId, charset));
  if (decoder === null) return null;
  const writer = bodies.receive();
  let decodedId: string;
  let differs = false;
  let isText = true;
  const take = async (text: string, piece: Buffer): Promise<void> => {
    const decoded = Buffer.from(text, 'utf8');
    differs ||= !decoded.equals(piece);
    await writer.write(decoded);
  };
  try {
    for await (const piece of bodies.stream(bodyId))
      await take(decoder.decode(piece, { stream: true }), piece);
    await take(decoder.decode(), Buffer.alloc(0));
  } catch (error) {
    isText = false;
    if (!(error instanceof TypeError)) throw error;
  } finally {
    // Even after a failure: an unfinished writer would keep its file.
    decodedId = await writer.finish({ complete: true });
    if (!isText || !differs) await bodies.release(decodedId);
  }
  return isText && differs ? decodedId : null;
}

/**
 * The charset with its byte order. `utf-16` leaves that to the mark in front of the text (RFC 2781, section 4.3);
 * TextDecoder takes it for `utf-16le`.
 */
async function byteOrder(bodies: BodyStore, bodyId: string, charset: string): Promise<string> {
  if (!/^utf-16$/i.test(charset)) return charset;
  const mark = await bodies.read(bodyId, 0, 2);
  return mark?.toString('hex') === 'feff' ? 'utf-16be' : charset;
}

/** Null for an unsupported charset. */
function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return null;
  }
}
