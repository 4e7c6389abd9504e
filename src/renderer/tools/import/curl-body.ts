/** The result of curl's data options: a body, or with --get a query. */
export class CurlBody {
  text = '';
  /** True once an option has given data, even empty data. */
  given = false;
  private json = false;
  private readonly query: string[] = [];

  /** Whether it is an option of this kind; `note` says what cannot be imported. */
  take(name: string, value: string): { readonly taken: boolean; readonly note: string | null } {
    switch (name) {
      case 'data':
      case 'data-ascii':
      case 'data-binary':
        return value.startsWith('@') ? this.leaveOut(`--${name}`) : this.add(value, '&');
      case 'data-raw':
        return this.add(value, '&');
      case 'json':
        this.json = true;
        return value.startsWith('@') ? this.leaveOut('--json') : this.add(value, '');
      case 'data-urlencode': {
        const encoded = urlEncoded(value);
        return encoded === null ? this.leaveOut('--data-urlencode') : this.add(encoded, '&');
      }
      case 'url-query': {
        const encoded = value.startsWith('+') ? value.slice(1) : urlEncoded(value);
        if (encoded === null) return leftOut('--url-query');
        this.query.push(encoded);
        return { taken: true, note: null };
      }
      default:
        return { taken: false, note: null };
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

  private add(piece: string, separator: string): { taken: true; note: null } {
    // Like curl 8: version 7.88 also adds the separator after an empty piece.
    this.text += (this.text === '' ? '' : separator) + piece;
    this.given = true;
    return { taken: true, note: null };
  }

  /** The rest of the request stays as it would be with the file's data. */
  private leaveOut(option: string): { taken: true; note: string } {
    this.given = true;
    return leftOut(option);
  }
}

function leftOut(option: string): { taken: true; note: string } {
  return {
    taken: true,
    note: `Data from a file or from the input (${option} @…) was left out: paste its text where it belongs.`,
  };
}

/** `content`, `=content`, `name=content`; null for `@file` and `name@file`. */
function urlEncoded(value: string): string | null {
  const equals = value.indexOf('=');
  if (equals === -1 && value.includes('@')) {
    return null;
  }
  if (equals === -1) {
    return escapeAll(value);
  }
  return (equals > 0 ? value.slice(0, equals + 1) : '') + escapeAll(value.slice(equals + 1));
}

/** Percent-encodes all but the unreserved characters of RFC 3986, and writes spaces as `+`, like curl. */
function escapeAll(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
}
