import { maskerFor } from '../secrets/masker';
import { recordSchema, type KeptBody, type KeptExchange } from './record';

const CODES = maskerFor([], { codes: true });

/**
 * Masks the security codes of cards in entries kept by version 1 of the app, which did not know about them. Entries
 * of the Local sandbox stay as they are, because it only has test cards.
 */
export function withoutOlderCodes(kept: KeptExchange): KeptExchange {
  const { record } = kept;
  if (record.profile.environment === 'local') return kept;
  const request = maskedBody(record.request.body, kept.requestBody);
  const response = maskedBody(record.response?.body ?? { kind: 'none' }, kept.responseBody);
  const masked = recordSchema.parse(CODES.deep(record));
  const elsewhere = JSON.stringify(masked.asked) !== JSON.stringify(record.asked);
  const inBody = request.bytes !== kept.requestBody;
  return {
    record: {
      ...masked,
      request: { ...masked.request, body: request.facts },
      response: masked.response && { ...masked.response, body: response.facts },
      unrepeatable: record.unrepeatable ?? (elsewhere ? 'secret' : inBody ? 'security-code' : null),
    },
    requestBody: request.bytes,
    responseBody: response.bytes,
  };
}

function maskedBody(facts: KeptBody, bytes: Buffer | null): { facts: KeptBody; bytes: Buffer | null } {
  if (facts.kind === 'none' || bytes === null) return { facts, bytes };
  const masked = CODES.bytes(bytes, facts.encoding);
  return masked === null ? { facts, bytes } : { facts: { ...facts, masked: true }, bytes: masked };
}
