import type { HeaderList } from '@shared/http/exchange';
import type { ExchangeRecord, KeptBody, KeptExchange } from './record';

/**
 * Exchanges as a HAR file (HTTP Archive 1.2), oldest first. Values of secret headers and the token are masked in what is
 * kept already. Times are ms; -1 where a phase did not happen, as the format has it.
 */
export function toHar(exchanges: readonly KeptExchange[], version: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'Payments API Explorer', version },
    entries: exchanges.map(toEntry),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function toEntry({ record, requestBody, responseBody }: KeptExchange): object {
  const { request, response, timings, startedAt, outcome } = record;
  const url = new URL(request.url);
  return {
    startedDateTime: startedAt,
    time: timings.totalMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: pairs([...url.searchParams]),
      ...(requestBody === null ? {} : { postData: postData(request.headers, requestBody, request.body) }),
      headersSize: -1,
      bodySize: bytesOf(request.body),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: response === null ? '' : `HTTP/${response.httpVersion}`,
      cookies: [],
      headers: pairs(response?.headers ?? []),
      content: content(response, responseBody),
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.wireBytes ?? -1,
      ...(outcome.kind === 'failed' ? { _error: `${outcome.failure}: ${outcome.detail}` } : {}),
    },
    cache: {},
    timings: {
      dns: timings.dnsMs ?? -1,
      connect: timings.connectMs ?? -1,
      ssl: timings.tlsMs ?? -1,
      send: 0,
      wait: timings.firstByteMs ?? 0,
      receive: timings.downloadMs ?? 0,
    },
    comment: `Profile ${record.profile.name}`,
  };
}

function pairs(list: HeaderList): { name: string; value: string }[] {
  return list.map(([name, value]) => ({ name, value }));
}

function bytesOf(body: KeptBody): number {
  return body.kind === 'none' ? 0 : body.bytes;
}

function postData(headers: HeaderList, bytes: Buffer, body: KeptBody): object {
  const text = body.kind === 'kept' && body.encoding === 'utf-8';
  return {
    mimeType: typeOf(headers),
    text: bytes.toString(text ? 'utf8' : 'base64'),
    ...(text ? {} : { encoding: 'base64' }),
  };
}

function content(response: ExchangeRecord['response'], bytes: Buffer | null): object {
  if (response === null || bytes === null) return { size: 0, mimeType: typeOf(response?.headers ?? []) };
  const { body } = response;
  const text = body.kind === 'kept' && body.encoding === 'utf-8';
  return {
    size: bytesOf(body),
    mimeType: typeOf(response.headers),
    text: bytes.toString(text ? 'utf8' : 'base64'),
    ...(text ? {} : { encoding: 'base64' }),
    ...(bytesOf(body) > bytes.length ? { comment: `The first ${bytes.length} bytes are kept.` } : {}),
  };
}

function typeOf(headers: HeaderList): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}
