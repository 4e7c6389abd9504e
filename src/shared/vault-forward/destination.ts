import { isLoopbackHost } from '../http/loopback';
import { finding, type DraftFinding, type DraftSeverity } from './finding';

/** Host and port that a draft would be forwarded to, as the composer shows them large; null while there is no such URL. */
export function destinationHost(destinationUrl: string): string | null {
  const url = parseUrl(destinationUrl);
  return url === null || url.host === '' ? null : url.host;
}

export function checkDestination(destinationUrl: string): DraftFinding[] {
  if (destinationUrl.trim() === '') {
    return [inUrl('url-missing', 'error', 'Enter the URL that the request is forwarded to.')];
  }
  const odd = destinationUrl.search(/[^\x21-\x7e]|\\/);
  const url = parseUrl(destinationUrl);
  if (odd !== -1) {
    return [oddCharacter(destinationUrl, odd, url)];
  }
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(destinationUrl)) {
    return [inUrl('url-invalid', 'error', 'Enter a whole URL, beginning with https:// and a host.')];
  }
  return [...checkScheme(url), ...checkParts(destinationUrl, url)];
}

function oddCharacter(text: string, offset: number, url: URL | null): DraftFinding {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const invisible = /[\s\p{C}]/u.test(character);
  const what = invisible ? 'a space, line break or invisible character' : `the character ${character}`;
  const instead = url === null ? '' : ` Written out it is ${url.href}`;
  return {
    code: 'url-characters',
    severity: 'error',
    where: { field: 'destinationUrl', offset, length: character.length },
    message: `A URL has visible ASCII characters only; this one has ${what}.${instead}`,
  };
}

function checkScheme(url: URL): DraftFinding[] {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    return [];
  }
  const message =
    url.protocol === 'http:'
      ? 'Card data travels over https only. Plain http is for destinations on this computer.'
      : `The destination takes https, not ${url.protocol.slice(0, -1)}.`;
  const notHttps = inUrl('url-not-https', 'error', message);
  return url.protocol === 'http:'
    ? [{ ...notHttps, mend: { label: 'Use https', offset: 0, length: 'http'.length, insert: 'https' } }]
    : [notHttps];
}

function checkParts(text: string, url: URL): DraftFinding[] {
  const findings: DraftFinding[] = [];
  if (url.username !== '' || url.password !== '') {
    findings.push(
      inUrl(
        'url-credentials',
        'error',
        'The URL holds a user name or password. Send them as an authorization header instead.',
      ),
    );
  }
  const hash = text.indexOf('#');
  if (hash !== -1) {
    findings.push({
      code: 'url-fragment',
      severity: 'warning',
      where: { field: 'destinationUrl', offset: hash, length: text.length - hash },
      message: 'What follows # never reaches a server.',
      mend: { label: 'Remove it', offset: hash, length: text.length - hash, insert: '' },
    });
  }
  const braces = text.indexOf('{{');
  if (braces !== -1) {
    findings.push({
      code: 'placeholder-not-in-body',
      severity: 'warning',
      where: { field: 'destinationUrl', offset: braces, length: text.length - braces },
      message: 'Placeholders are replaced in the body only; the specification has none in the URL.',
    });
  }
  return findings;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function inUrl(code: string, severity: DraftSeverity, message: string): DraftFinding {
  return finding(code, severity, { field: 'destinationUrl' }, message);
}
