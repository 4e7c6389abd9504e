import type { SentRequest } from '@shared/http/exchange';
import { parseJson } from '@shared/json/parse-json';
import { isRecord } from '@shared/json/unknown-fields';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';

/** Keys by which a destination usually finds a request, most likely first. */
const KEYS = [
  /^(?:merchant_?|order_?|payment_?)?reference$/i,
  /^(?:merchant_?)?(?:order|transaction|payment)_?(?:id|number)$/i,
  /^idempotency_?key$/i,
];
const HEADER = `${SERVICE_HEADERS.downstreamPrefix}idempotency-key`;
const MAX_LENGTH = 100;

/**
 * The value by which the destination would find this request: a reference at the body's top level, or its idempotency
 * key.
 */
export function referenceOf({ body, headers }: Pick<SentRequest, 'body' | 'headers'>): string | null {
  const fields = body.kind === 'text' ? fieldsOf(body.text) : [];
  const found = KEYS.flatMap((key) => fields.filter(([name]) => key.test(name)).map(([, value]) => value));
  const key = headers.find(([name]) => name.toLowerCase() === HEADER)?.[1];
  return [...found, key].find((value) => value !== undefined && isUsable(value)) ?? null;
}

function fieldsOf(text: string): readonly (readonly [string, string])[] {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return [];
  return Object.entries(parsed).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
}

/** A placeholder or masked value identifies nothing. */
function isUsable(value: string): boolean {
  return value.trim() !== '' && value.length <= MAX_LENGTH && !/\{\{|•|[\r\n]/.test(value);
}
