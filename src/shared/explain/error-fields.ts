import type { ReceivedResponse } from '../http/exchange';
import { parseJson } from '../json/parse-json';

/** What an error's body says, wherever the service put it. */
export interface ErrorFields {
  /** Each with the name of its field. */
  readonly codes: readonly { readonly field: string; readonly code: string }[];
  readonly message: string | null;
}

/** Field names that hold a code in many services, more specific ones first. */
const CODE_FIELDS = ['decline_code', 'error_code', 'errorCode', 'declineCode', 'code'];
const MESSAGE_FIELDS = ['message', 'error_description', 'detail', 'description', 'title'];
/** Fields that errors are wrapped in. */
const WRAPPERS = ['error', 'errors', 'fault'];
const MAX_WRAPPED = 3;
const MAX_MESSAGE_LENGTH = 500;

/** Empty for a body that is not a JSON object, or whose text is not available. */
export function readErrorFields({ body }: ReceivedResponse): ErrorFields {
  return fieldsOf(body.kind === 'text' ? parseJson(body.text) : undefined, 0);
}

function fieldsOf(value: unknown, depth: number): ErrorFields {
  const object = Array.isArray(value) ? (value as readonly unknown[])[0] : value;
  if (typeof object !== 'object' || object === null) return { codes: [], message: null };
  const own = new Map<string, unknown>(Object.entries(object));
  const codes = CODE_FIELDS.flatMap((field) => {
    const code = own.get(field);
    return (typeof code === 'string' && code !== '') || typeof code === 'number'
      ? [{ field, code: String(code) }]
      : [];
  });
  const said = MESSAGE_FIELDS.map((field) => own.get(field)).find((text) => typeof text === 'string');
  const inner = depth < MAX_WRAPPED ? WRAPPERS.map((name) => fieldsOf(own.get(name), depth + 1)) : [];
  const within = inner.find((fields) => fields.codes.length > 0 || fields.message !== null);
  return {
    codes: [...(within?.codes ?? []), ...codes],
    message: typeof said === 'string' ? said.slice(0, MAX_MESSAGE_LENGTH) : (within?.message ?? null),
  };
}
