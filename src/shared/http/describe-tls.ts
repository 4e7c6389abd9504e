/** What a TLS error means, and what to do about it. */
export interface TlsDescription {
  readonly meaning: string;
  readonly nextStep: string;
}

const EXTRA_CA =
  'If your company inspects its traffic, or the server is internal, ask for the CA certificate as a PEM file and name it in the profile as Extra CA file.';
const OPERATOR = 'the people who run the server. Certificate checks cannot be switched off here.';
const ASK_OPERATOR = `Ask ${OPERATOR}`;
const CHECK_DATE = `Check the date of this computer. If it is right, ask ${OPERATOR}`;

type KnownTlsError = readonly [pattern: RegExp, read: (host: string) => TlsDescription];

/** Codes and messages of OpenSSL (Node) and BoringSSL (Electron). The first match counts. */
const TLS_ERRORS: readonly KnownTlsError[] = [
  [
    /CERT_HAS_EXPIRED/,
    (host) => ({
      meaning: `The certificate of ${host} has expired, or this computer’s clock is wrong.`,
      nextStep: CHECK_DATE,
    }),
  ],
  [
    /CERT_NOT_YET_VALID/,
    (host) => ({
      meaning: `The certificate of ${host} is not valid yet, or this computer’s clock is wrong.`,
      nextStep: CHECK_DATE,
    }),
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    (host) => ({
      meaning: `The certificate is for other names than ${host}: this may be the wrong server.`,
      nextStep:
        'Check the base URL of the profile for a typo. The names in the certificate are in the detail.',
    }),
  ],
  [
    /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|CERT_UNTRUSTED|INVALID_CA/,
    (host) => ({
      meaning: `The certificate of ${host} was not issued by an authority this app trusts.`,
      nextStep: EXTRA_CA,
    }),
  ],
  [
    /CERTIFICATE.REQUIRED|ALERT.BAD.CERTIFICATE|ALERT.UNKNOWN.CA|ALERT.CERTIFICATE/i,
    (host) => ({
      meaning: `${host} refused the handshake: it wants a client certificate, or a different one.`,
      nextStep: 'In the profile, choose the client certificate and key that its operator gave you.',
    }),
  ],
  [
    // The alert for whatever the two sides have not in common.
    /HANDSHAKE.FAILURE/i,
    (host) => ({
      meaning: `${host} refused the handshake: it may want a client certificate, or a TLS version or cipher that this app does not offer.`,
      nextStep:
        'If its operator gave you a client certificate and key, choose them in the profile. Otherwise ask the people who run the server.',
    }),
  ],
  [
    /NO.APPLICATION.PROTOCOL/i,
    (host) => ({
      meaning: `${host} does not offer HTTP/1.1, the only version this app speaks.`,
      nextStep: 'Ask the people who run the server: it may take HTTP/2 only.',
    }),
  ],
  [
    /UNRECOGNI[SZ]ED.NAME/i,
    (host) => ({
      meaning: `What answers there does not know the name ${host}.`,
      nextStep:
        'Check the base URL of the profile for a typo. If it is right, ask the people who run the server.',
    }),
  ],
  [
    /WRONG.VERSION.NUMBER|HTTP.REQUEST|PACKET.LENGTH/i,
    (host) => ({
      meaning: `What answers on that port of ${host} does not speak TLS.`,
      nextStep:
        'Check the port in the base URL; a server without TLS is reached with http, on this computer only.',
    }),
  ],
  [
    /before secure TLS connection/,
    (host) => ({
      meaning: `${host} hung up in the middle of the handshake: it may not speak TLS on that port, or no version of it that is safe today.`,
      nextStep: 'Check the port in the base URL. A firewall or proxy on the way may also do this.',
    }),
  ],
  [
    /UNSUPPORTED.PROTOCOL|PROTOCOL.VERSION|NO.SHARED.CIPHER|NO.PROTOCOLS|INSUFFICIENT.SECURITY/i,
    (host) => ({
      meaning: `${host} supports no secure TLS version or cipher (TLS 1.2 or newer).`,
      nextStep: ASK_OPERATOR,
    }),
  ],
];

/** Reads the detail of a `tls` failure: the error's code and message. */
export function describeTls(detail: string, host: string): TlsDescription {
  const reading = TLS_ERRORS.find(([pattern]) => pattern.test(detail));
  if (reading) return reading[1](host);
  return {
    meaning: `A secure connection to ${host} could not be made.`,
    nextStep:
      'Try again. If it keeps happening, a firewall or proxy may be breaking the connection. The detail has the exact reason.',
  };
}

const ASK_PROXY =
  'Ask the people who run the proxy, or choose another one. Certificate checks cannot be switched off here.';

/** The same for the connection to a proxy itself; null if the detail is about something other than TLS. */
export function describeProxyTls(detail: string): TlsDescription | null {
  if (/WRONG.VERSION.NUMBER|HTTP.REQUEST|PACKET.LENGTH|before secure TLS connection/i.test(detail))
    return {
      meaning: 'Its address begins with https, and it does not seem to speak TLS on that port.',
      nextStep:
        'Most proxies have http:// in their own address, even for requests over https. Correct it in the profile, or in the system where the profile uses that: on the command line it is HTTPS_PROXY.',
    };
  const reading = TLS_ERRORS.find(([pattern]) => pattern.test(detail))?.[1]('the proxy');
  if (reading === undefined) return null;
  const holds = /Extra CA file|date of this computer/.test(reading.nextStep);
  return {
    meaning: reading.meaning,
    nextStep: holds ? reading.nextStep.replace('the server', 'the proxy') : ASK_PROXY,
  };
}
