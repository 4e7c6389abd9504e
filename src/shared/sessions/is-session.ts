import { toServiceError } from '../http/service-error';
import { textFieldOf } from '../json/unknown-fields';

const MEMBERS = ['id', 'expires_at', 'cart_items', 'metadata', 'buyer', 'payment_method'];
const TYPE = 'checkout-session';
/** A longer word names no kind of object. */
const MAX_TYPE_LENGTH = 60;

/**
 * False for an object that is certainly no session, whatever its status: the API's error object, one without any
 * field of a session, such as a gateway's `{"ok": true}`, or one of another type. How far any other is one, its
 * findings say.
 */
export function isSession(parsed: object): boolean {
  return (
    toServiceError(parsed) === null && otherTypeOf(parsed) === null && MEMBERS.some((name) => name in parsed)
  );
}

/**
 * The `type` of an object that says it is something else than a session, such as a transaction, and does not say when
 * it expires, as every session does; otherwise null.
 */
export function otherTypeOf(parsed: object): string | null {
  const type = textFieldOf(parsed, 'type')?.slice(0, MAX_TYPE_LENGTH) ?? '';
  return type === '' || type === TYPE || 'expires_at' in parsed ? null : type;
}
