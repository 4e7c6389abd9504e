import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONNECTION_FAILURES, type ConnectionFailure } from './exchange';
import {
  DNS_SILENT,
  outcomeProblem,
  SENT_ELSEWHERE,
  TUNNEL_ANSWERED,
  type FailedCall,
} from './describe-failure';

const call: FailedCall = {
  method: 'POST',
  url: 'https://api.sandbox.example/vault-forward',
  timeouts: { connectMs: 10_000, totalMs: 1_500 },
  proxy: null,
};

function words(
  failure: ConnectionFailure,
  detail: string,
  changes: Partial<FailedCall> = {},
  mayHaveArrived = false,
) {
  return outcomeProblem({ kind: 'failed', failure, detail, mayHaveArrived }, { ...call, ...changes });
}

describe('the description of a call without a complete answer', () => {
  it.each(CONNECTION_FAILURES)(
    'for %s names the host or proxy, what it means and what to do, and keeps the raw detail',
    (failure) => {
      const problem = words(failure, 'ECODE: raw', { proxy: 'proxy.example:8080' });
      expect(problem.code).toBe(`connection-${failure}`);
      expect(problem.title).toMatch(/api\.sandbox\.example|proxy\.example:8080/);
      expect(problem.meaning).toContain('api.sandbox.example did not receive the request.');
      expect(problem.nextStep.length).toBeGreaterThan(20);
      expect(problem.detail).toBe('ECODE: raw');
    },
  );

  it('does not call too many headers a protocol error', () => {
    const { title, meaning } = words(
      'protocol',
      'HPE_HEADER_OVERFLOW: Parse Error: Header overflow',
      {},
      true,
    );
    expect(title).toBe('The headers of the answer of api.sandbox.example are too large');
    expect(meaning).not.toContain('breaks the rules');
  });

  it.each([
    ['HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/', /is not HTTP\/1\.1$/, /host and port/],
    ['HPE_INVALID_CONTENT_LENGTH: Parse Error: …', /breaks the rules of HTTP$/, /such as a gateway/],
    ['The server answered 101 and switched to another protocol', /breaks the rules of HTTP$/, /gateway/],
  ])('tells an answer that is not HTTP from one that breaks its rules: %s', (detail, title, nextStep) => {
    const problem = words('protocol', detail, {}, true);
    expect(problem.title).toMatch(title);
    expect(problem.nextStep).toMatch(nextStep);
  });

  it('warns about a request that may have been carried out, but not about a read', () => {
    const risky = words('reset', 'ECONNRESET: socket hang up', {}, true);
    expect(risky.meaning).toContain('may have received the request and acted on it');
    expect(risky.nextStep).toContain('Before you send it again, check on the other side');
    const reading = words('reset', 'ECONNRESET: socket hang up', { method: 'GET' }, true);
    expect(reading.meaning).toContain('which only reads');
    expect(reading.nextStep).toContain('Asking again is safe');
    for (const mayHaveArrived of [true, false]) {
      const cancelled = outcomeProblem({ kind: 'cancelled', mayHaveArrived }, call);
      expect(cancelled).toMatchObject({ code: 'call-cancelled', title: 'Cancelled' });
      expect(cancelled.nextStep.includes('check on the other side')).toBe(mayHaveArrived);
    }
    const switched = { kind: 'cancelled', mayHaveArrived: true, why: 'the profile was switched' } as const;
    expect(outcomeProblem(switched, call).title).toBe('Cancelled: the profile was switched');
    const beside = { kind: 'cancelled', mayHaveArrived: false, why: SENT_ELSEWHERE } as const;
    expect(outcomeProblem(beside, call).meaning).toMatch(
      /^This one did not leave this computer\. Another one was sent/,
    );
    expect(outcomeProblem(beside, call).nextStep).not.toContain('when you like');
  });

  it('calls a request safe only if its method only reads', () => {
    const method = fc.string({
      unit: fc.constantFrom(...'getpostGETPOSTHEADOPIN'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(method, (method) => {
        const harmless = words('reset', '', { method }, true).nextStep.includes('Asking again is safe');
        expect(harmless).toBe(['GET', 'HEAD', 'OPTIONS'].includes(method));
      }),
    );
  });

  it('states the timeouts', () => {
    expect(words('connect-timeout', '').title).toBe('api.sandbox.example did not answer within 10 s');
    expect(words('total-timeout', '').title).toBe(
      'No complete answer from api.sandbox.example within 1500 ms',
    );
  });

  it.each([
    [
      'CERT_HAS_EXPIRED: certificate has expired',
      /has expired/,
      /If it is right, ask the people who run the server\./,
    ],
    [
      'SELF_SIGNED_CERT_IN_CHAIN: self-signed certificate in certificate chain',
      /not issued by an authority/,
      /Extra CA file/,
    ],
    [
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unable to get local issuer certificate',
      /not issued by an authority/,
      /Extra CA/,
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID: Host: a. is not in the cert’s altnames', /other names/, /base URL/],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: … alert number 116',
      /client certificate/,
      /client certificate/,
    ],
    ['ERR_SSL_WRONG_VERSION_NUMBER: …', /does not speak TLS/, /port/],
    [
      'ECONNRESET: Client network socket disconnected before secure TLS connection was established',
      /hung up/,
      /port/,
    ],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: …', /may want a client certificate, or/, /Otherwise ask/],
    ['EPROTO: …:TLSV1_ALERT_NO_APPLICATION_PROTOCOL:…', /does not offer HTTP\/1\.1/, /HTTP\/2 only/],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME: …', /does not know the name api\.sandbox/, /typo/],
    ['ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY: …', /no secure TLS version/, /people who run/],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL: …', /no secure TLS version/, /people who run the server/],
    ['EWHATEVER: new', /A secure connection to .* could not be made/, /detail/],
  ])('explains the TLS error %s', (detail, meaning, nextStep) => {
    const problem = words('tls', detail);
    expect(problem.meaning).toMatch(meaning);
    expect(problem.nextStep).toMatch(nextStep);
  });

  it('does not blame the service if DNS did not answer', () => {
    const { title, meaning, nextStep } = words(
      'connect-timeout',
      `No connection within 10 ms: ${DNS_SILENT}`,
    );
    expect(title).toBe('DNS did not answer for api.sandbox.example within 10 s');
    expect(meaning).toContain('No address of it was known');
    expect(nextStep).not.toContain('firewall');
  });

  it('does not blame the service alone if a proxy was in between', () => {
    const { meaning, nextStep } = words('connect-timeout', '…: the proxy 127.0.0.1:1 opened the way, but …');
    expect(meaning).toContain('The proxy 127.0.0.1:1 opened a connection to it');
    expect(nextStep).not.toContain('whether a proxy is needed');
  });

  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE: …', /certificate of the proxy was not issued/, /Extra CA file/],
    [
      'CERT_HAS_EXPIRED: …',
      /certificate of the proxy has expired/,
      /If it is right, ask the people who run the proxy\./,
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID: …', /other names than the proxy/, /people who run the proxy/],
    ['ERR_SSL_WRONG_VERSION_NUMBER: …', /does not seem to speak TLS/, /http:\/\/ in their own address/],
    ['ECONNRESET: … before secure TLS connection was …', /does not seem to speak TLS/, /HTTPS_PROXY/],
  ])('explains the TLS error of a proxy %s', (detail, meaning, nextStep) => {
    const problem = words('proxy', detail);
    expect(problem.title).toBe('No secure connection to the proxy');
    expect(problem.meaning).toMatch(meaning);
    expect(problem.nextStep).toMatch(nextStep);
    expect(problem.nextStep).not.toContain('base URL');
  });

  it.each([
    ['The proxy answered 407 Proxy Authentication Required', /asks for a login/],
    ['The proxy answered 403 Forbidden', /refused to connect/],
    [TUNNEL_ANSWERED, /answered in place of the destination/],
    ['ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1', /cannot be used/],
    [
      '127.0.0.1:1 took the connection, but did not answer CONNECT within 200 ms',
      /^The proxy 127\.0\.0\.1:1 did not answer$/,
    ],
  ])('distinguishes proxy failures: %s', (detail, title) => {
    expect(words('proxy', detail).title).toMatch(title);
    // Without a window, this is the only system proxy setting.
    if (!detail.includes('403') && detail !== TUNNEL_ANSWERED)
      expect(words('proxy', detail).nextStep).toContain('HTTPS_PROXY');
  });
});
