import type { JsonValue } from '../documents/schema-view';

/** Stands at the start of a text to name its encoding. A reader of JSON may ignore it (RFC 8259, section 8.1). */
export const BYTE_ORDER_MARK = '\ufeff';

/** Undefined if the text is not JSON; a byte order mark at its start is ignored. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
