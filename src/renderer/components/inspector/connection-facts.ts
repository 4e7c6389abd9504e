import type { Exchange, ReceivedResponse } from '@shared/http/exchange';
import { sameHeaderName } from '@shared/http/http-fields';
import { parseUrl } from '@shared/http/parse-url';
import { countOf } from '@shared/text/count-of';
import { formatBytes } from '../describe-exchange';
import { distanceFromNow, formatMoment, parseDateTime } from '@shared/text/format-time';

/** A line about a connection or an attempt. */
export interface ConnectionFact {
  readonly name: string;
  readonly value: string;
  /** The full text, when `value` is shortened. */
  readonly title?: string;
  readonly mono?: boolean;
}

/** What is known about an exchange's connection. @param now used to say how long a certificate is still valid. */
export function connectionFacts({ request, response, timings }: Exchange, now: Date): ConnectionFact[] {
  const url = parseUrl(request.url);
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

/** Version, headers and size of a response; the decoded size only for a complete, unmasked body that was encoded. */
export function describeReceived({ httpVersion, headers, body, wireBytes }: ReceivedResponse): string {
  const wire = formatBytes(wireBytes);
  const isEncoded = headers.some(
    ([name, value]) => sameHeaderName(name, 'content-encoding') && !/^\s*(?:identity\s*)?$/i.test(value),
  );
  const isAsDecoded =
    body.kind !== 'none' &&
    !body.masked &&
    (body.kind === 'text' || body.complete) &&
    body.bytes !== wireBytes;
  const isDecoded = isAsDecoded && (isEncoded || body.decodedFrom !== undefined);
  const size = isDecoded ? `${wire} on the wire, ${formatBytes(body.bytes)} decoded` : wire;
  return `HTTP/${httpVersion} · ${countOf(headers.length, 'header')} · ${size}`;
}
