/** The options of curl that take a value, from `curl --help all` of 7.88 and the release notes up to 8.17. */

const TAKE_VALUE = new Set(
  (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to ' +
    'continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode ' +
    'delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine ' +
    'etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ' +
    'ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ' +
    'ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port ' +
    'login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer ' +
    'output output-dir parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy ' +
    'proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key ' +
    'proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype ' +
    'proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request ' +
    'request-target resolve retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 ' +
    'socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max ' +
    'tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file upload-flags ' +
    'url url-query user user-agent variable vlan-priority write-out'
  ).split(' '),
);

const FLAGS = new Set(
  (
    'anyauth append basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest disable disable-eprt ' +
    'disable-epsv disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed fail fail-early fail-with-body ' +
    'false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get ' +
    'globoff haproxy-protocol head help http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ' +
    'ignore-content-length include insecure ipv4 ipv6 junk-session-cookies list-only location location-trusted ' +
    'mail-rcpt-allowfails manual metalink mptcp negotiate netrc netrc-optional next no-alpn no-buffer no-clobber ' +
    'no-keepalive no-npn no-progress-meter no-sessionid ntlm ntlm-wb out-null parallel parallel-immediate path-as-is ' +
    'post301 post302 post303 progress-bar proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 ' +
    'proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 ' +
    'proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error retry-all-errors ' +
    'retry-connrefused sasl-ir show-error show-headers silent skip-existing socks5-basic socks5-gssapi ' +
    'socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 ' +
    'sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1 ' +
    'tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr'
  ).split(' '),
);

const SHORT: Readonly<Record<string, string>> = {
  ...{
    '#': 'progress-bar',
    ':': 'next',
    '0': 'http1.0',
    '1': 'tlsv1',
    '2': 'sslv2',
    '3': 'sslv3',
    '4': 'ipv4',
    '6': 'ipv6',
  },
  ...{
    A: 'user-agent',
    B: 'use-ascii',
    C: 'continue-at',
    D: 'dump-header',
    E: 'cert',
    F: 'form',
    G: 'get',
    H: 'header',
  },
  ...{
    I: 'head',
    J: 'remote-header-name',
    K: 'config',
    L: 'location',
    M: 'manual',
    N: 'no-buffer',
    O: 'remote-name',
  },
  ...{
    P: 'ftp-port',
    Q: 'quote',
    R: 'remote-time',
    S: 'show-error',
    T: 'upload-file',
    U: 'proxy-user',
    V: 'version',
  },
  ...{ X: 'request', Y: 'speed-limit', Z: 'parallel', a: 'append', b: 'cookie', c: 'cookie-jar', d: 'data' },
  ...{
    e: 'referer',
    f: 'fail',
    g: 'globoff',
    h: 'help',
    i: 'include',
    j: 'junk-session-cookies',
    k: 'insecure',
  },
  ...{
    l: 'list-only',
    m: 'max-time',
    n: 'netrc',
    o: 'output',
    p: 'proxytunnel',
    q: 'disable',
    r: 'range',
    s: 'silent',
  },
  ...{
    t: 'telnet-option',
    u: 'user',
    v: 'verbose',
    w: 'write-out',
    x: 'proxy',
    y: 'speed-time',
    z: 'time-cond',
  },
};

/** Options without effect on the request: how curl shows, stores or times things. */
const IRRELEVANT_OPTIONS =
  /^(?:silent|show-error|show-headers|verbose|include|output(?:-dir)?|remote-.*|write-out|progress-bar|no-progress-meter|fail.*|no-buffer|trace.*|stderr|styled-output|create-dirs|dump-header|globoff|path-as-is|aws-sigv4|http[0-9].*|ipv[46]|tcp-.*|no-keepalive|keepalive-.*|keepalive|disable|compressed|tlsv1.*|no-alpn|alpn|parallel.*|xattr|libcurl|basic|clobber|no-clobber|disallow-username-in-url|speed-.*|limit-rate|rate|happy-eyeballs-timeout-ms|cookie-jar|junk-session-cookies|expect100-timeout|suppress-connect-headers|out-null|buffer|progress-meter)$/;

export interface CurlOption {
  /** Long name, without dashes. */
  readonly name: string;
  /** Empty for a flag. */
  readonly value: string;
}

export interface CurlArguments {
  /** In order; a URL without an option counts as `url`. */
  readonly options: readonly CurlOption[];
  /** Options that no known version of curl has. */
  readonly unknown: readonly string[];
  /** An unknown option followed by a word, which may be its value or a URL; null if there is none. */
  readonly unclear: string | null;
}

/** Separates curl's options and their values, as curl does. */
export function readCurlArguments(words: readonly string[]): CurlArguments {
  const options: CurlOption[] = [];
  const unknown: string[] = [];
  let onlyUrls = false;
  let unclear: string | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (onlyUrls || word === '-' || !word.startsWith('-')) {
      options.push({ name: 'url', value: word });
    } else if (word === '--') {
      onlyUrls = true;
    } else if (word.startsWith('--')) {
      const name = longName(word.slice(2));
      if (name !== null && TAKE_VALUE.has(name)) {
        const value = words[(at += 1)] ?? '';
        options.push({ name: name === 'url' && value.startsWith('@') ? 'url-file' : name, value });
      } else if (name !== null) {
        options.push({ name, value: '' });
      } else {
        unknown.push(word);
        if (/^(?!-|https?:)./i.test(words[at + 1] ?? '')) unclear ??= word;
      }
    } else {
      at += readLetters(word, words[at + 1], options, unknown);
    }
  }
  return { options, unknown, unclear };
}

/** The full name of an option, which may be abbreviated if unambiguous; null if unknown. */
function longName(written: string): string | null {
  if (TAKE_VALUE.has(written) || FLAGS.has(written)) return written;
  if (written.startsWith('no-') && FLAGS.has(written.slice(3))) return written;
  const [only, ...more] = [...TAKE_VALUE, ...FLAGS].filter((name) => name.startsWith(written));
  return only === undefined || more.length > 0 ? null : only;
}

/**
 * `-sSL`, `-XPOST`, `-d value`: combined letters, the last of which may take a value. Returns how many more words it
 * took.
 */
function readLetters(
  word: string,
  next: string | undefined,
  options: CurlOption[],
  unknown: string[],
): number {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const name = SHORT[letter];
    if (name === undefined) {
      unknown.push(`-${letter}`);
    } else if (!TAKE_VALUE.has(name)) {
      options.push({ name, value: '' });
    } else {
      const attached = word.slice(at + 1);
      options.push({ name, value: attached === '' ? (next ?? '') : attached });
      return attached === '' ? 1 : 0;
    }
  }
  return 0;
}

export function isIrrelevantOption(name: string): boolean {
  return IRRELEVANT_OPTIONS.test(name);
}

/** Why a command with one of these cannot be imported. */
export const UNSUPPORTED_OPTIONS: Readonly<Record<string, string>> = {
  config: 'Its options are in a file, which cannot be read here.',
};

/** What the person is told about options that are left out. */
export const IGNORED_OPTIONS: Readonly<Record<string, string>> = {
  insecure: '--insecure was left out: certificates are always checked here.',
  location: '--location was left out: redirects are shown, not followed.',
  'location-trusted': '--location-trusted was left out: redirects are shown, not followed.',
  cert: '--cert was left out: a client certificate for a destination is an authentication method of the service.',
  key: '--key was left out: a client certificate for a destination is an authentication method of the service.',
  digest: '--digest was left out: the credentials are sent as Basic.',
  ntlm: '--ntlm was left out: the credentials are sent as Basic.',
  negotiate: '--negotiate was left out: the credentials are sent as Basic.',
  retry: '--retry was left out: a request that may charge a card is never sent again by itself.',
};
