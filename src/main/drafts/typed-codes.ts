import { isTypedCode, maskSecurityCodes } from '@shared/cards/security-codes';
import type { DraftHeader } from '@shared/vault-forward/draft';
import type { DraftFields } from '@shared/vault-forward/draft';

/**
 * The security codes of cards that were typed into drafts: masked on disk, but kept here until the run ends, so that
 * a reloaded window finds its drafts as they were.
 */
export class TypedCodes {
  /** The bodies of drafts that contain a code, as they were typed. */
  private readonly bodies = new Map<string, string>();
  private readonly fields = new Map<string, DraftFields>();

  bodyOf(id: string): string | null {
    return this.bodies.get(id) ?? null;
  }

  fieldsOf(id: string): DraftFields | null {
    return this.fields.get(id) ?? null;
  }

  /** The body as it is written to disk. */
  maskBody(id: string, body: string): string {
    const { text, masked } = maskSecurityCodes(body);
    this.putBody(id, masked.length > 0 ? body : null);
    return text;
  }

  /** @param body null for a draft without a code. */
  putBody(id: string, body: string | null): void {
    if (body === null) this.bodies.delete(id);
    else this.bodies.set(id, body);
  }

  /** The fields as they are written to disk. */
  maskFields(id: string, fields: DraftFields): DraftFields {
    const masked = {
      ...fields,
      destinationUrl: maskSecurityCodes(fields.destinationUrl).text,
      headers: fields.headers.map(maskHeader),
      serviceHeaders: fields.serviceHeaders.map(maskHeader),
    };
    if (JSON.stringify(masked) === JSON.stringify(fields)) this.fields.delete(id);
    else this.fields.set(id, fields);
    return masked;
  }

  forget(id: string): void {
    this.bodies.delete(id);
    this.fields.delete(id);
  }
}

function maskHeader(header: DraftHeader): DraftHeader {
  return { ...header, value: isTypedCode(header) ? '' : maskSecurityCodes(header.value).text };
}
