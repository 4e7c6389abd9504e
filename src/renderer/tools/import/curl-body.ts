import type { StandIns } from '@shared/import/stand-ins';
import { standInForFile } from '@shared/import/stand-in-for-file';

/** The result of curl's data options: a body, or with --get a query. */
export class CurlBody {
  text = '';
  /** True once an option has given data, even empty data. */
  given = false;
  private json = false;
  private readonly query: string[] = [];

  /** @param input what the command gets as its input; undefined if it is not known. */
  constructor(
    private readonly standIns: StandIns,
    private readonly input?: string,
  ) {}

  /** Whether it is an option of this kind. */
  take(name: string, value: string): boolean {
    switch (name) {
      case 'data':
      case 'data-ascii':
        // curl leaves out the line breaks of a file.
        return this.add(
          value.startsWith('@') ? this.fileText(value.slice(1)).replace(/[\r\n\0]/g, '') : value,
          '&',
        );
      case 'data-binary':
        return this.add(this.textOrFile(value), '&');
      case 'data-raw':
        return this.add(value, '&');
      case 'json':
        this.json = true;
        return this.add(this.textOrFile(value), '');
      case 'data-urlencode':
        return this.add(this.urlEncoded(value), '&');
      case 'url-query':
        this.query.push(value.startsWith('+') ? value.slice(1) : this.urlEncoded(value));
        return true;
      default:
        return false;
    }
  }

  /** Headers that curl adds because of the data; those given by name take precedence. */
  impliedHeaders(get: boolean): readonly (readonly [name: string, value: string])[] {
    if (this.json) {
      return [
        ['content-type', 'application/json'],
        ['accept', 'application/json'],
      ];
    }
    return this.given && !get ? [['content-type', 'application/x-www-form-urlencoded']] : [];
  }

  /** What follows the URL's `?`: with --get only the data. */
  queryText(get: boolean): string {
    return get && this.given ? this.text : this.query.join('&');
  }

  private add(piece: string, separator: string): true {
    // Like curl 8: version 7.88 also adds the separator after an empty piece.
    this.text += (this.text === '' ? '' : separator) + piece;
    this.given = true;
    return true;
  }

  private textOrFile(value: string): string {
    return value.startsWith('@') ? this.fileText(value.slice(1)) : value;
  }

  /** The text of a file, or what stands for it. */
  fileText(path: string): string {
    return path === '-' && this.input !== undefined ? this.input : standInForFile(this.standIns, path);
  }

  /** `content`, `=content`, `name=content`, `@file`, `name@file`. */
  private urlEncoded(value: string): string {
    const { standIns } = this;
    const encode = (text: string): string => standIns.encoded(escapeAll(text));
    const [equals, at] = [value.indexOf('='), value.indexOf('@')];
    if (equals === -1 && at === -1) return encode(value);
    if (equals === -1)
      return (
        (at > 0 ? `${value.slice(0, at)}=` : '') +
        (this.input !== undefined && value.slice(at + 1) === '-'
          ? encode(this.input)
          : standIns.encoded(standInForFile(standIns, value.slice(at + 1))))
      );
    return (equals > 0 ? value.slice(0, equals + 1) : '') + encode(value.slice(equals + 1));
  }
}

/** Percent-encodes all but the unreserved characters of RFC 3986, and writes spaces as `+`, like curl. */
function escapeAll(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
}
