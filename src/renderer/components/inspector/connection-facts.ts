import type { Exchange } from '@shared/http/exchange';
import { distanceFromNow, formatMoment, parseDateTime } from '@shared/text/format-time';

/** A line about a connection or a try. */
export interface ConnectionFact {
  readonly name: string;
  readonly value: string;
  /** The whole of it, where `value` is short. */
  readonly title?: string;
  readonly mono?: boolean;
}

/** What is known of the connection that an exchange went over. @param now for how long a certificate is still good. */
export function connectionFacts({ request, response, timings }: Exchange, now: Date): ConnectionFact[] {
  const url = readUrl(request.url);
  const facts: ConnectionFact[] = [];
  if (url !== null) facts.push({ name: 'Address', value: url.host, mono: true });
  if (response === null) return facts;
  if (timings.connectMs === null) facts.push({ name: 'Connection', value: 'Kept open from before' });
  const { tls } = response;
  if (tls === null) {
    if (url?.protocol === 'http:') facts.push({ name: 'TLS', value: 'None: plain HTTP' });
    return facts;
  }
  const until = parseDateTime(tls.validTo);
  return [
    ...facts,
    { name: 'TLS', value: `${tls.protocol.replace(/^TLSv/, '')}, ${tls.cipher}` },
    { name: 'Certificate', value: tls.subject },
    { name: 'Issued by', value: tls.issuer },
    {
      name: 'Valid until',
      value: until === null ? tls.validTo : `${formatMoment(until)} · ${distanceFromNow(until, now)}`,
      title: tls.validTo,
    },
  ];
}

/** Null for what is no absolute URL, as in a record of a request that was never sent. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
