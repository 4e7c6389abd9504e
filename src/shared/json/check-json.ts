import { decodeString } from './json-tree';
import { BYTE_ORDER_MARK } from './parse-json';
import { readJson, type JsonProblem } from './read-json';
import { describeUnexpectedCharacter } from './scalars';

export interface DuplicateKey {
  /** Position of the repeated key, including its quotes. */
  readonly offset: number;
  readonly length: number;
  readonly key: string;
  /** Offset of the first one in the same object. */
  readonly firstOffset: number;
}

export interface JsonCheck {
  /** The first mistake, or null if the text is JSON. */
  readonly problem: JsonProblem | null;
  /** Those before the mistake, if there is one. */
  readonly duplicateKeys: readonly DuplicateKey[];
}

/**
 * Checks whether a text is JSON that may be sent, so without a byte order mark (RFC 8259, section 8.1), and whether any
 * object in it repeats a key. RFC 8259 leaves open which of the two then counts.
 */
export function checkJson(text: string): JsonCheck {
  const duplicateKeys: DuplicateKey[] = [];
  const objects: Map<string, number>[] = [];
  const problem = readJson(text, {
    openObject: () => objects.push(new Map()),
    closeObject: () => objects.pop(),
    key: (offset, end) => {
      const seen = objects[objects.length - 1];
      const key = decodeString(text.slice(offset, end));
      const firstOffset = seen?.get(key);
      if (firstOffset === undefined) {
        seen?.set(key, offset);
      } else {
        duplicateKeys.push({ offset, length: end - offset, key, firstOffset });
      }
    },
  });
  return { problem: markProblem(text) ?? problem, duplicateKeys };
}

function markProblem(text: string): JsonProblem | null {
  if (!text.startsWith(BYTE_ORDER_MARK)) return null;
  return { offset: 0, length: 1, reason: describeUnexpectedCharacter(BYTE_ORDER_MARK, '') };
}
