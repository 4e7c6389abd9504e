import { ProblemError } from '@shared/problem';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { REDACTED, type Redactor } from '../secrets/redactor';

const MAX_DEPTH = 6;
const MAX_ENTRIES = 100;
const MAX_TEXT_LENGTH = 4_000;

/**
 * Details of a log line as JSON on one line. Values whose names suggest a secret are left out, bytes are replaced by
 * their number, and anything long, deep or circular is cut.
 */
export function formatDetails(details: unknown, redactor: Redactor): string {
  return JSON.stringify(simplify(details, { redactor, depth: 0, above: new Set() })) ?? '';
}

interface Place {
  readonly redactor: Redactor;
  readonly depth: number;
  /** The objects that contain it. */
  readonly above: ReadonlySet<object>;
}

function simplify(value: unknown, place: Place): unknown {
  // Redacted before it is cut, because half a secret would no longer be recognised.
  if (typeof value === 'string') return cut(place.redactor.redact(value));
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString();
  if (place.above.has(value)) return '[circular]';
  if (place.depth >= MAX_DEPTH) return '[more]';
  const within = { ...place, depth: place.depth + 1, above: new Set([...place.above, value]) };
  const inside = (entry: unknown): unknown => simplify(entry, within);
  if (value instanceof ProblemError)
    return { problem: value.problem.code, detail: inside(value.problem.detail) };
  if (value instanceof Error) return simplifyError(value, inside);
  if (value instanceof Map) return simplifyEntries([...value], inside);
  if (Array.isArray(value) || value instanceof Set) return simplifyList([...value], inside);
  return simplifyEntries(entriesOf(value), inside);
}

/** Getters may throw, and an object that cannot be read should not cost the whole line. */
function entriesOf(value: object): [unknown, unknown][] {
  return Object.keys(value).map((name) => {
    try {
      return [name, Reflect.get(value, name)];
    } catch {
      return [name, '[unreadable]'];
    }
  });
}

function simplifyEntries(entries: [unknown, unknown][], inside: (entry: unknown) => unknown): unknown {
  const kept = entries.slice(0, MAX_ENTRIES).map(([name, value]): [string, unknown] => {
    const text = typeof name === 'string' ? name : (JSON.stringify(inside(name)) ?? '');
    return [String(inside(text)), isSecretHeaderName(text) ? REDACTED : inside(value)];
  });
  return Object.fromEntries(kept);
}

/** From a pair with the name and value of a secret header, as in header lists, only the name is kept. */
function simplifyList(list: unknown[], inside: (entry: unknown) => unknown): unknown {
  const [name] = list;
  if (list.length === 2 && typeof name === 'string' && isSecretHeaderName(name))
    return [inside(name), REDACTED];
  return list.slice(0, MAX_ENTRIES).map(inside);
}

function simplifyError(error: Error, inside: (entry: unknown) => unknown): unknown {
  const { name, message, stack, cause } = error;
  const more = Object.fromEntries(entriesOf(error).filter(([key]) => key !== 'stack' && key !== 'message'));
  return {
    name,
    message: inside(message),
    stack: inside(stack),
    cause: inside(cause),
    ...simplifyMore(more, inside),
  };
}

function simplifyMore(
  more: Record<string, unknown>,
  inside: (entry: unknown) => unknown,
): Record<string, unknown> {
  const simplified = inside(more);
  return typeof simplified === 'object' && simplified !== null ? { ...simplified } : {};
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)`;
}
