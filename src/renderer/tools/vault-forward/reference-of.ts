import type { SentRequest } from '@shared/http/exchange';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';

/** Keys by which a destination usually finds a request again, the likeliest first. */
const KEYS = [
  /^(?:merchant_?|order_?|payment_?)?reference$/i,
  /^(?:merchant_?)?(?:order|transaction|payment)_?(?:id|number)$/i,
  /^idempotency_?key$/i,
];
const HEADER = `${SERVICE_HEADERS.downstreamPrefix}idempotency-key`;
const MAX_LENGTH = 100;

/** By what the destination would find this request again: a reference of the body's first level, or its idempotency key. */
export function referenceOf({ body, headers }: Pick<SentRequest, 'body' | 'headers'>): string | null {
  const fields = body.kind === 'text' ? fieldsOf(body.text) : [];
  const found = KEYS.flatMap((key) => fields.filter(([name]) => key.test(name)).map(([, value]) => value));
  const key = headers.find(([name]) => name.toLowerCase() === HEADER)?.[1];
  return [...found, key].find((value) => value !== undefined && isUsable(value)) ?? null;
}

function fieldsOf(text: string): readonly (readonly [string, string])[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
  return Object.entries(parsed).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
}

/** What is a placeholder, or was masked, names nothing. */
function isUsable(value: string): boolean {
  return value.trim() !== '' && value.length <= MAX_LENGTH && !/\{\{|•|[\r\n]/.test(value);
}
