import type { HeaderList } from '@shared/http/exchange';
import { sameHeaderName } from '@shared/http/http-fields';
import { toBase64 } from '@shared/text/base64';

/** The headers that result from curl's options. */
export class CurlHeaders {
  /** Headers implied by options; a header given by name takes precedence. */
  readonly implied = new Map<string, string>();
  private readonly given: [string, string][] = [];
  private readonly suppressed = new Set<string>();
  private readonly cookies: string[] = [];

  constructor(private readonly note: (sentence: string) => void) {}

  /** Returns false for an option that has nothing to do with headers. */
  take(name: string, value: string): boolean {
    switch (name) {
      case 'header':
        this.takeHeader(value);
        return true;
      case 'user':
        if (!value.includes(':')) this.note('curl would ask for the password of --user; it is empty here.');
        // A bearer token takes precedence over a user name.
        if (!this.implied.get('authorization')?.startsWith('Bearer ')) {
          this.implied.set('authorization', toBasicCredentials(value.includes(':') ? value : `${value}:`));
        }
        return true;
      case 'oauth2-bearer':
        this.implied.set('authorization', `Bearer ${value}`);
        return true;
      case 'range':
        this.implied.set('range', `bytes=${value.includes('-') ? value : `${value}-`}`);
        return true;
      case 'referer':
        this.implied.set('referer', value.replace(/;auto$/, ''));
        return true;
      case 'user-agent':
        this.implied.set('user-agent', value);
        return true;
      case 'cookie':
        if (value.includes('=')) this.cookies.push(value);
        else this.note('Cookies from a file (--cookie) cannot be read here.');
        return true;
      default:
        return false;
    }
  }

  /**
   * Adds a URL's `user:password`; call this after all options. Returns false if another option determines what is sent
   * instead.
   */
  addCredentials(credentials: string): boolean {
    const isTold =
      this.implied.has('authorization') ||
      this.suppressed.has('authorization') ||
      this.given.some(([name]) => sameHeaderName(name, 'authorization'));
    if (!isTold) this.implied.set('authorization', toBasicCredentials(credentials));
    return !isTold;
  }

  /** The content type that was given by name. */
  typeOfBody(): string | null {
    return this.given.find(isContentType)?.[1] ?? null;
  }

  /** Replaces the given type, if any, because curl adds a form's boundary to it. */
  setTypeOfBody(type: string): void {
    const at = this.given.findIndex(isContentType);
    if (at === -1) this.implied.set('content-type', type);
    else this.given[at] = [this.given[at]?.[0] ?? 'content-type', type];
  }

  all(): HeaderList {
    const names = new Set(this.given.map(([name]) => name.toLowerCase()));
    // curl ignores these when a Cookie header is given by name, even one that switches it off.
    if (this.cookies.length > 0 && !names.has('cookie') && !this.suppressed.has('cookie')) {
      this.given.push(['cookie', this.cookies.join(';')]);
    }
    const implied = [...this.implied].filter(
      ([name, value]) => !names.has(name) && !this.suppressed.has(name) && value !== '',
    );
    return [...implied, ...this.given];
  }

  private takeHeader(text: string): void {
    if (text.startsWith('@')) return this.note('Headers from a file (-H @…) were left out.');
    // HTTP/2 has pseudo-headers like this one for method, host and path; browsers copy them, and curl ignores them.
    if (text.startsWith(':')) return;
    const [, name = '', mark = '', value = ''] = /^([^:;]*)([:;]?)([^]*)$/.exec(text) ?? [];
    if (mark === ':' && value.trim() === '') {
      this.suppressed.add(name.toLowerCase());
    } else if (mark === ':' || (mark === ';' && value.trim() === '')) {
      this.given.push([name.trim(), value.trim()]);
    } else {
      this.note('A header without a colon was left out, as curl does.');
    }
  }
}

function isContentType([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === 'content-type';
}

function toBasicCredentials(credentials: string): string {
  return `Basic ${toBase64(new TextEncoder().encode(credentials))}`;
}
