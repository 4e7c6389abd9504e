import { isTypedCode, maskSecurityCodes } from '@shared/cards/security-codes';
import type { DraftHeader, DraftFields } from '@shared/vault-forward/draft';

/** What was typed into a draft, in full; null for a part without a code. */
interface Typed {
  readonly body: string | null;
  readonly fields: DraftFields | null;
}

const NOTHING: Typed = { body: null, fields: null };

/**
 * The security codes of cards that were typed into drafts: masked on disk, but kept here until the run ends, so that
 * a reloaded window finds its drafts as they were.
 */
export class TypedCodes {
  private readonly typed = new Map<string, Typed>();

  of(id: string): Typed {
    return this.typed.get(id) ?? NOTHING;
  }

  put(id: string, typed: Typed): void {
    this.typed.set(id, typed);
  }

  /** The body as it is written to disk. */
  maskBody(id: string, body: string): string {
    const { text, masked } = maskSecurityCodes(body);
    this.put(id, { ...this.of(id), body: masked.length > 0 ? body : null });
    return text;
  }

  /** The fields as they are written to disk. */
  maskFields(id: string, fields: DraftFields): DraftFields {
    const masked = {
      ...fields,
      destinationUrl: maskSecurityCodes(fields.destinationUrl).text,
      headers: fields.headers.map(maskHeader),
      serviceHeaders: fields.serviceHeaders.map(maskHeader),
    };
    const isMasked = JSON.stringify(masked) !== JSON.stringify(fields);
    this.put(id, { ...this.of(id), fields: isMasked ? fields : null });
    return masked;
  }

  forget(id: string): void {
    this.typed.delete(id);
  }
}

function maskHeader(header: DraftHeader): DraftHeader {
  return { ...header, value: isTypedCode(header) ? '' : maskSecurityCodes(header.value).text };
}
