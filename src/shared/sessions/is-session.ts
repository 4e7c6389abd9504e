import { toServiceError } from '../http/service-error';

const MEMBERS = ['id', 'expires_at', 'cart_items', 'metadata', 'buyer', 'payment_method'];

/**
 * False for an object that is certainly no session, whatever its status: the API's error object, or one without any
 * field of a session, such as a gateway's `{"ok": true}`. How far any other is one, its findings say.
 */
export function isSession(parsed: object): boolean {
  return toServiceError(parsed) === null && MEMBERS.some((name) => name in parsed);
}
