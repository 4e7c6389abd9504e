import type { HeaderList } from '@shared/http/exchange';
import { sameHeaderName } from '@shared/http/http-fields';
import type { StandIns } from '@shared/import/stand-ins';
import { toBase64 } from '@shared/text/base64';
import { fileNameOf, standInForFile } from '@shared/import/stand-in-for-file';

/** The headers that result from curl's options. */
export class CurlHeaders {
  /** Headers implied by options; a header given by name takes precedence. */
  readonly implied = new Map<string, string>();
  private readonly given: [string, string][] = [];
  private readonly suppressed = new Set<string>();
  private readonly cookies: string[] = [];

  constructor(
    private readonly note: (sentence: string) => void,
    private readonly standIns: StandIns,
  ) {}

  /** Returns false for an option that has nothing to do with headers. */
  take(name: string, value: string): boolean {
    switch (name) {
      case 'header':
        this.takeHeader(value);
        return true;
      case 'user':
        if (!value.includes(':') && !this.standIns.isIn(value))
          this.note('curl would ask for the password of --user; it is empty here.');
        // A bearer token takes precedence over a user name.
        if (!this.implied.get('authorization')?.startsWith('Bearer ')) {
          this.implied.set(
            'authorization',
            this.toBasicCredentials(value.includes(':') ? value : `${value}:`),
          );
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
        if (value.includes('=') || this.standIns.isIn(value)) this.cookies.push(value);
        else if (value !== '') {
          this.note('Cookies from a file (--cookie) cannot be read here: enter them.');
          this.cookies.push(standInForFile(this.standIns, value));
        }
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
    if (!isTold) this.implied.set('authorization', this.toBasicCredentials(credentials));
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
    if (text.startsWith('@')) {
      this.given.push([this.headersOfFile(text.slice(1)), '']);
      return;
    }
    // HTTP/2 has pseudo-headers like this one for method, host and path; browsers copy them, and curl ignores them.
    if (text.startsWith(':')) return;
    const [, name = '', mark = '', value = ''] = /^([^:;]*)([:;]?)([^]*)$/.exec(text) ?? [];
    if (mark === ':' && value.trim() === '') {
      this.suppressed.add(name.toLowerCase());
    } else if (mark === ':' || (mark === ';' && value.trim() === '')) {
      this.given.push([name.trim(), value.trim()]);
    } else if (this.standIns.isIn(text)) {
      this.note('A header that a variable holds is a row with its name: write the header there.');
      this.given.push([text, '']);
    } else {
      this.note('A header without a colon was left out, as curl does.');
    }
  }

  /** No header can have this name: it has to be replaced. */
  private headersOfFile(path: string): string {
    const file = fileNameOf(this.standIns.shown(path));
    return this.standIns.put(
      `its headers ${path}`,
      file,
      (variable) =>
        `The headers in the file ${file} were not read: a row named ${variable} stands for them, and nothing is sent until it is replaced.`,
    );
  }

  /** What holds a variable is not encoded, as the variable would be as well: its secret has to be entered. */
  private toBasicCredentials(credentials: string): string {
    const isOpen = this.standIns.isIn(credentials);
    return `Basic ${isOpen ? credentials : toBase64(new TextEncoder().encode(credentials))}`;
  }
}

function isContentType([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === 'content-type';
}
