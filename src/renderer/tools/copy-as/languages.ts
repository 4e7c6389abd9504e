import type { Request as LibraryRequest } from '@readme/httpsnippet';
import { targets } from '@readme/httpsnippet/targets';
import { pathAsWritten } from '@shared/http/parse-url';

export type LibraryFormat = 'go' | 'java' | 'php' | 'csharp';

/** The other fields that the library requires, for a URL that is a single marker. */
export const NOTHING_ELSE = {
  httpVersion: 'HTTP/1.1',
  cookies: [],
  cookiesObj: {},
  queryString: [],
  queryObj: {},
  headersSize: -1,
  bodySize: -1,
  uriObj: {
    query: {},
    search: null,
    path: null,
    pathname: null,
    auth: null,
    hash: null,
    host: null,
    hostname: null,
    href: '',
    protocol: null,
    slashes: null,
    port: null,
  },
};

/** What a language adds to the library's code. */
export interface Language {
  readonly label: string;
  readonly write: (request: LibraryRequest) => string;
  readonly literal: (text: string) => string;
  /** A URL that the language accepts. */
  readonly url: (url: string) => string;
  /** An expression for the value of an environment variable. */
  readonly variable: (name: string) => string;
  readonly join: string;
  /** Redirects are not followed and answers of any status are shown, as in this app. */
  readonly finish: (text: string, readsVariables: boolean) => string;
  /** @param names of the headers that are sent. */
  readonly notes: (names: readonly string[], hasBody: boolean, url: string) => readonly string[];
}

/** Control characters, characters that hide what a line does, and those that end a line in some language. */
const HIDDEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Go, Java and C# understand all of JSON's escapes. */
function jsonLiteral(text: string): string {
  return JSON.stringify(text).replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The most characters of a literal that Java compiles: it has at most 65,535 bytes, up to three for a character. */
const JAVA_LITERAL = /[^]{1,21845}/g;

/** A longer text is joined when the code runs: `+` would make one literal of it again. */
function javaLiteral(text: string): string {
  const [first = '', ...more] = text.match(JAVA_LITERAL) ?? [];
  if (more.length === 0) return jsonLiteral(first);
  return `String.join("", ${[first, ...more].map(jsonLiteral).join(', ')})`;
}

/** PHP expands nothing in single quotes; what they cannot represent is written as a numeric escape. */
function phpLiteral(text: string): string {
  if (text.search(HIDDEN) === -1) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  const escaped = text
    .replace(/[\\"$]/g, '\\$&')
    .replace(HIDDEN, (character) => PHP_ESCAPES[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`);
  return `"${escaped}"`;
}

/** The text written by a client generator of the library. */
function textOf(written: string | false | undefined): string {
  if (typeof written !== 'string') throw new Error('The library has no client for this language.');
  return written;
}

/** What some URL parsers refuse, and others write by its number, together with escapes beside it. */
const REFUSED = /[\^`{|}\\<>"]|%(?![0-9A-Fa-f]{2})/g;
const REFUSED_WITH_BRACKETS = /[\^`{|}\\<>"[\]]|%(?![0-9A-Fa-f]{2})/g;
const NOTHING = /(?!)/g;

/** Writes the characters that a language's URLs cannot have by their numbers. */
function byNumber(inPath: RegExp, inQuery: RegExp): (url: string) => string {
  const numbered = (text: string, refused: RegExp): string =>
    text.replace(refused, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return (url) => {
    const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(pathAsWritten(url)) ?? [];
    return new URL(url).origin + numbered(path, inPath) + numbered(query, inQuery);
  };
}

const PHP_OPTIONS = "  'allow_redirects' => false,\n  'http_errors' => false,";

const PHP_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Given to the library if the request has no content type for its body. */
export const NO_TYPE = 'text/plain';

/** Escapes that .NET replaces by their characters in every URL: letters, digits and `-._~`. */
const DOTNET_DECODES = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** Headers that .NET keeps with the body, and refuses among those of the request. */
const DOTNET_CONTENT =
  /^(?:allow|content-(?:disposition|encoding|language|location|md5|range)|expires|last-modified)$/i;

export const LANGUAGES: Readonly<Record<LibraryFormat, Language>> = {
  go: {
    label: 'Go',
    write: (request) => textOf(targets.go.clientsById.native?.convert(request, { checkErrors: true })),
    literal: jsonLiteral,
    url: byNumber(REFUSED, NOTHING),
    variable: (name) => `os.Getenv("${name}")`,
    join: ' + ',
    finish: (text, readsVariables) => {
      const direct = text.replace('http.DefaultClient.Do(req)', 'http.DefaultTransport.RoundTrip(req)');
      return readsVariables ? direct.replace('import (\n', 'import (\n\t"os"\n') : direct;
    },
    notes: () => [],
  },
  java: {
    label: 'Java',
    write: (request) => textOf(targets.java.clientsById.nethttp?.convert(request)),
    literal: javaLiteral,
    url: byNumber(REFUSED_WITH_BRACKETS, REFUSED),
    variable: (name) => `System.getenv("${name}")`,
    join: ' + ',
    finish: (text) => text,
    notes: () => [],
  },
  php: {
    label: 'PHP',
    write: (request) => textOf(targets.php.clientsById.guzzle?.convert(request)),
    literal: phpLiteral,
    url: byNumber(REFUSED_WITH_BRACKETS, REFUSED_WITH_BRACKETS),
    variable: (name) => `getenv('${name}')`,
    join: ' . ',
    finish: (text) =>
      text
        .replace(/^(.*->request\(.*), \[$/m, (_whole, start: string) => `${start}, [\n${PHP_OPTIONS}`)
        .replace(
          /^(.*->request\(.*[^[])\);$/m,
          (_whole, start: string) => `${start}, [\n${PHP_OPTIONS}\n]);`,
        ),
    notes: () => ['PHP needs the library Guzzle.'],
  },
  csharp: {
    label: 'C#',
    write: (request) => textOf(targets.csharp.clientsById.httpclient?.convert(request)),
    literal: jsonLiteral,
    url: byNumber(REFUSED, REFUSED),
    variable: (name) => `Environment.GetEnvironmentVariable("${name}")`,
    join: ' + ',
    finish: (text) =>
      text
        .replace(
          'new HttpClient()',
          'new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false })',
        )
        .replace(`new MediaTypeHeaderValue("${NO_TYPE}")`, 'null')
        .replace('new MediaTypeHeaderValue(', 'MediaTypeHeaderValue.Parse(')
        .replace(/^ *response\.EnsureSuccessStatusCode\(\);\n/m, ''),
    notes: (names, hasBody, url) => {
      const content = names.filter((name) => DOTNET_CONTENT.test(name));
      const typed = names.some((name) => name.toLowerCase() === 'content-type');
      const escapes = [...new Set(url.match(DOTNET_DECODES))];
      return [
        ...(escapes.length === 0
          ? []
          : [`C# sends ${escapes.join(', ')} in a URL as ${escapes.map(decodeURIComponent).join(', ')}.`]),
        ...(content.length === 0
          ? []
          : [`C# takes ${content.join(', ')} only among the headers of the content.`]),
        ...(typed && !hasBody ? ['C# sends no content-type without a body.'] : []),
      ];
    },
  },
};
