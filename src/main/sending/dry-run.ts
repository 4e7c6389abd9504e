import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import type { DryRunResult } from '@shared/bridge/sending';
import { sameHeaderName } from '@shared/http/http-fields';
import type { Exchange } from '@shared/http/exchange';
import { parseJson } from '@shared/json/parse-json';
import type { RequestSpec, SpecHeader } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { CHECKOUT_SESSION_HEADER, SERVICE_HEADERS } from '@shared/vault-forward/request';
import { parseDestination, SANDBOX_DESTINATION } from '@shared/vault-forward/sandbox-destination';
import { countOf } from '@shared/text/count-of';
import { commaList } from '@shared/text/comma-list';

type Samples = Pick<SandboxFacts, 'paymentMethods' | 'authentications' | 'sessions'>;

export interface DryRunRequest {
  readonly request: RequestSpec;
  /** Sentences that say how it differs from the draft. */
  readonly notes: readonly string[];
}

/**
 * Turns the request into one for the Local sandbox, whose destination reports what it received. The path stays, test
 * cards replace the draft's cards in order, only the authentications known to the sandbox are kept, and the values of
 * secret headers are left out.
 */
export function toDryRun(request: RequestSpec, samples: Samples): DryRunRequest {
  const notes: string[] = [];
  const known = new Set(Object.values(samples.authentications));
  const convert = (header: SpecHeader): SpecHeader | null => {
    const { name, value } = header;
    if (sameHeaderName(name, SERVICE_HEADERS.url)) return { ...header, value: sandboxUrl(value) };
    if (sameHeaderName(name, SERVICE_HEADERS.paymentMethods)) {
      const ids = commaList(value);
      const cards = testCards(ids, samples.paymentMethods);
      if (cards.some((card, index) => card !== ids[index])) notes.push('Test cards stand for your cards.');
      if (cards.length < ids.length)
        notes.push(`The sandbox has ${cards.length} cards: the rest is left out.`);
      return cards.length === 0 ? null : { ...header, value: cards.join(',') };
    }
    if (sameHeaderName(name, CHECKOUT_SESSION_HEADER)) {
      const own = Object.values(samples.sessions);
      const [sample] = own;
      if (sample === undefined || own.includes(value.trim().toLowerCase())) return header;
      notes.push('A sample session stands for your checkout session.');
      return { ...header, value: sample };
    }
    if (sameHeaderName(name, SERVICE_HEADERS.authentications)) {
      const ids = commaList(value);
      const kept = ids.filter((id) => known.has(id.toLowerCase()));
      const left = ids.length - kept.length;
      if (left > 0)
        notes.push(
          `${countOf(left, 'authentication is', 'authentications are')} left out: only your service knows ${left === 1 ? 'it' : 'them'}.`,
        );
      return kept.length === 0 ? null : { ...header, value: kept.join(',') };
    }
    if (header.secret || isSecretHeaderName(name)) {
      if (!notes.includes(SECRETS_STAY)) notes.push(SECRETS_STAY);
      return { ...header, value: `left-out-${randomUUID()}` };
    }
    return header;
  };
  const headers = request.headers.map(convert).filter((header) => header !== null);
  return { request: { ...request, headers }, notes };
}

const SECRETS_STAY = 'Values of secret headers are left out.';

function sandboxUrl(destinationUrl: string): string {
  const url = parseDestination(destinationUrl);
  return url === null ? SANDBOX_DESTINATION : `${SANDBOX_DESTINATION}${url.pathname}${url.search}`;
}

/** Gives each card its own test card; the sandbox's own cards stay. */
function testCards(ids: readonly string[], cards: readonly string[]): string[] {
  const own = new Set(ids.filter((id) => cards.includes(id)));
  const free = cards.filter((card) => !own.has(card));
  return ids.flatMap((id) => (own.has(id) ? [id] : free.splice(0, 1)));
}

/** What the sandbox's destination reports; see `src/sandbox/destination/received.ts`. */
const receivedSchema = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().nullable(),
  decrypted: z.string().nullable(),
  clientCertificate: z.object({ trusted: z.boolean() }).nullable(),
  signature: z.object({ verified: z.boolean() }).nullable(),
});

/**
 * Null if the sandbox answered something else: it refused the request, or its destination has its own answer for that
 * path.
 */
export function readReceived({
  response,
}: Exchange): Extract<DryRunResult, { kind: 'received' }>['received'] | null {
  if (response?.status !== 200 || response.body.kind !== 'text') return null;
  const parsed = receivedSchema.safeParse(parseJson(response.body.text));
  if (!parsed.success) return null;
  const { method, path, headers, body, decrypted, clientCertificate, signature } = parsed.data;
  return {
    method,
    path,
    headers,
    body: decrypted ?? body ?? '',
    isEncrypted: decrypted !== null,
    signature: signature === null ? 'none' : signature.verified ? 'verified' : 'wrong',
    hasCertificate: clientCertificate !== null,
  };
}
