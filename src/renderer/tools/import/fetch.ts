import { isRecord } from '@shared/json/unknown-fields';
import { maskCardData } from '@shared/cards/mask-card-data';
import type { HeaderList } from '@shared/http/exchange';
import { parseUrl } from '@shared/http/parse-url';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import type { Imported } from '@shared/import/imported-request';
import { StandIns } from '@shared/import/stand-ins';
import { fetchCalls } from './fetch-calls';
import { JsReader, NotWrittenOut, type JsObject, type JsValue } from './js-literal';

/** True for a text that holds a call to fetch. */
export function isFetch(text: string): boolean {
  return fetchCalls(text).length > 0;
}

/**
 * Reads a call to fetch as written by browsers and manuals, and in code around it. Nothing is run, so its values have to
 * be literals.
 */
export function importFetch(text: string): Result<Imported> {
  const [begin, ...more] = fetchCalls(text);
  if (begin === undefined)
    return refuse(problem('not-fetch', 'This is not a call to fetch.', 'It has no fetch( in it.'));
  if (more.length > 0) return refuse(SEVERAL_CALLS);
  try {
    const standIns = new StandIns(text);
    const reader = new JsReader(text, begin, (expression, dollar) =>
      standInForValue(standIns, expression, dollar),
    );
    const url = reader.value();
    const options = reader.take(',') && !reader.take(')') ? reader.value() : {};
    if (typeof url !== 'string' || !isRecord(options)) throw new NotWrittenOut('its arguments');
    return readCall(url, options, standIns);
  } catch (error) {
    if (!(error instanceof NotWrittenOut || error instanceof RangeError)) throw error;
    return refuse(
      problem(
        'fetch-unreadable',
        'This call of fetch cannot be read.',
        'Something in it would have to be run to be known: only what is written out can be taken over.',
        maskCardData(error.message),
      ),
    );
  }
}

/** The variable of an expression that is a name, or ends with one, has that name. */
function standInForValue(standIns: StandIns, expression: string, dollar: string): string {
  const name = /^(?:[A-Za-z_$][\w$]*\??\.)*([A-Za-z_$][\w$]*)$/.exec(expression)?.[1];
  const shown = `\${${maskCardData(expression).slice(0, MAX_SHOWN)}}`;
  return standIns.putValue(expression, name ?? 'value', shown, dollar);
}

/** How much of an expression a sentence shows. */
const MAX_SHOWN = 60;

function readCall(written: string, options: JsObject, standIns: StandIns): Result<Imported> {
  const url = absoluteUrl(written) ?? (standIns.isOpenUrl(written) ? written.replace(/#[^]*$/, '') : null);
  if (url === null) {
    return refuse(
      problem(
        'fetch-url',
        'The URL of this call cannot be taken over.',
        'It has to be a whole one, of http or https: nobody knows on which page the call was made.',
      ),
    );
  }
  const { method = 'GET', body = null } = options;
  if (typeof method !== 'string' || (body !== null && typeof body !== 'string')) {
    throw new NotWrittenOut('its method or body');
  }
  const given = readHeaders(options.headers);
  const headers: HeaderList =
    body === null || given.some(([name]) => name.toLowerCase() === 'content-type')
      ? given
      : [['content-type', 'text/plain;charset=UTF-8'], ...given];
  const more = [
    ...(options.credentials === 'include' || options.credentials === 'same-origin'
      ? ['The cookies that the browser would add are not in this text.']
      : []),
    ...(typeof options.referrer === 'string' && /^https?:/.test(options.referrer)
      ? ['The referrer was left out: how much of it is sent is for the browser to say.']
      : []),
  ];
  const request = { method: asFetchWritesIt(method), url, headers, body };
  return succeed({ request, notes: more, standIns: standIns.all });
}

/** An object, or a list of pairs. */
function readHeaders(headers: JsValue): HeaderList {
  if (headers === undefined) return [];
  const pairs: JsValue[] = Array.isArray(headers)
    ? headers
    : isRecord(headers)
      ? Object.entries(headers)
      : [null];
  return pairs
    .map((pair): [string, string] => {
      const [name, value] = Array.isArray(pair) ? pair : [];
      if (typeof name !== 'string' || value === undefined || typeof value === 'object')
        throw new NotWrittenOut('its headers');
      return [name, String(value)];
    })
    .filter(([name]) => !name.startsWith(':'));
}

function asFetchWritesIt(method: string): string {
  return /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
}

function absoluteUrl(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href;
}

const SEVERAL_CALLS: Problem = {
  code: 'fetch-several',
  title: 'This code has several calls of fetch.',
  meaning: 'One request is imported at a time, and nothing says which of them is meant.',
  nextStep: 'Paste the one that you want.',
  detail: null,
};

function problem(code: string, title: string, meaning: string, detail: string | null = null): Problem {
  return {
    code,
    title,
    meaning,
    nextStep: 'Change the text, or enter the request by hand. A browser also copies requests as cURL.',
    detail,
  };
}
