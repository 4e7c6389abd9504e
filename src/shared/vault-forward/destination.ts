import { isLoopbackHost } from '../http/loopback';
import { partOfUrl, typedSecretsInUrl } from '../secrets/secret-parameters';
import { isSandboxDestination, parseDestination, SANDBOX_DESTINATION } from './sandbox-destination';
import { finding, type DraftFinding, type DraftMend, type DraftSeverity } from './finding';
import { checkMasked } from './security-code-checks';

/** A host that is a variable. */
const NAMED_HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*\$\{[\w.-]+\}[^/?#]*)/i;

/** Host and port that a draft would be forwarded to, as the composer shows them; null while there is no such URL. */
export function destinationHost(destinationUrl: string): string | null {
  if (isSandboxDestination(destinationUrl)) return SANDBOX_DESTINATION;
  const named = NAMED_HOST.exec(destinationUrl)?.[1];
  if (named !== undefined) return named;
  const url = parseDestination(destinationUrl);
  return url === null || url.host === '' ? null : url.host;
}

/** True for a destination on this computer. */
export function isHere(destinationUrl: string): boolean {
  if (isSandboxDestination(destinationUrl)) return true;
  const url = parseDestination(destinationUrl);
  return url !== null && isLoopbackHost(url.hostname);
}

/** A name or an address without its scheme, as people write it. */
const WITHOUT_SCHEME = /^(?:localhost|\[[\da-f:.]+\]|[\da-z](?:[\w-]*\.)+[\da-z-]+)(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * What the person meant: without surrounding space, and with a scheme added if there is none. Plain http is only for
 * this computer.
 */
export function completeUrl(entered: string): string {
  const text = entered.trim();
  if (!WITHOUT_SCHEME.test(text)) return text;
  return `${isHere(`http://${text}`) ? 'http' : 'https'}://${text}`;
}

export function checkDestination(destinationUrl: string): DraftFinding[] {
  if (destinationUrl.trim() === '') {
    return [inUrl('url-missing', 'error', 'Enter the URL that the request is forwarded to.')];
  }
  const masked = checkMasked(destinationUrl, { field: 'destinationUrl' });
  if (masked.length > 0) return masked;
  const odd = destinationUrl.search(/[^\x21-\x7e]|\\/);
  const url = parseDestination(destinationUrl);
  if (odd !== -1) {
    return [oddCharacter(destinationUrl, odd, url), ...(url === null ? [] : checkScheme(url))];
  }
  const isWhole =
    isSandboxDestination(destinationUrl) || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(destinationUrl);
  if (url === null || !isWhole) {
    return [inUrl('url-invalid', 'error', 'Enter a whole URL, beginning with https:// and a host.')];
  }
  return [...checkScheme(url), ...checkParts(destinationUrl, url)];
}

function oddCharacter(text: string, offset: number, url: URL | null): DraftFinding {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const invisible = /[\s\p{C}]/u.test(character);
  const named = invisible ? 'line breaks or invisible characters' : `“${character}”`;
  const what = character === ' ' ? 'spaces' : named;
  const instead = url === null ? '' : ` This one would be read as ${url.href}`;
  const mend = mendCharacter(text, offset, character, invisible);
  return {
    code: 'url-characters',
    severity: 'error',
    where: { field: 'destinationUrl', offset, length: character.length },
    message: `A URL cannot contain ${what}.${instead}`,
    ...(mend === null ? {} : { mend }),
  };
}

/** In the path and after it, all characters of this kind are encoded. The app does not guess which host was meant. */
function mendCharacter(
  text: string,
  offset: number,
  character: string,
  invisible: boolean,
): DraftMend | null {
  const inPath = /[/?#]/.test(text.slice(0, offset).replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''));
  const end = text.trimEnd().lastIndexOf(character) + character.length;
  if (invisible && !(character === ' ' && inPath && offset < end))
    return { label: 'Remove it', offset, length: character.length, insert: '' };
  if (!inPath || character === '\\') return null;
  const encoded = encodeURIComponent(character);
  const insert = text.slice(offset, end).replaceAll(character, encoded);
  return { label: `Use ${encoded}`, offset, length: end - offset, insert };
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

/** Looks at the URL as composed: a variable's value is not typed into it. */
export function noteSecretsInUrl(destinationUrl: string): DraftFinding[] {
  const names = typedSecretsInUrl(destinationUrl);
  return names.length === 0 ? [] : [inUrl('url-secret', 'note', partOfUrl(names))];
}

function inUrl(code: string, severity: DraftSeverity, message: string): DraftFinding {
  return finding(code, severity, { field: 'destinationUrl' }, message);
}
