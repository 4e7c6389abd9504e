import { CONNECTION_HEADERS, findForbiddenInFieldValue, isHttpToken, looselyRead } from '../http/http-fields';
import type { DraftHeader } from './draft';
import { finding, type DraftFinding, type DraftPlace } from './finding';
import { isForwardHeader, isMisspeltForwardHeader, isSent, SERVICE_HEADERS } from './request';
import { checkMasked } from './security-code-checks';

/** True for a header that belongs to a connection rather than to a request or an answer. */
export function isConnectionHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return CONNECTION_HEADERS.has(lower) || lower === 'proxy-authenticate';
}

/** Filled in from other fields of the draft or from the profile. */
const SET_ELSEWHERE = new Set<string>([
  'authorization',
  'content-type',
  SERVICE_HEADERS.url,
  SERVICE_HEADERS.method,
  SERVICE_HEADERS.paymentMethods,
  SERVICE_HEADERS.authentications,
]);

type HeaderField = 'headers' | 'serviceHeaders';

/** Checks the headers for the destination (`headers`) or for the service itself (`serviceHeaders`). */
export function checkHeaders(field: HeaderField, headers: readonly DraftHeader[]): DraftFinding[] {
  const firstWithName = new Map<string, number>();
  return headers.flatMap((header, index) => {
    if (!isSent(header)) {
      return [];
    }
    const at = (part: 'name' | 'value'): DraftPlace => ({ field, index, part });
    const findings = [...checkName(field, header.name, at('name')), ...checkValue(header, at('value'))];
    const first = firstWithName.get(header.name.toLowerCase());
    if (first === undefined) {
      firstWithName.set(header.name.toLowerCase(), index);
    } else if (header.name !== '') {
      const message = `Header ${first + 1} has this name too. Which of the two counts is up to the service.`;
      findings.push(finding('header-duplicate', 'warning', at('name'), message));
    }
    return findings;
  });
}

function checkName(field: HeaderField, name: string, where: DraftPlace): DraftFinding[] {
  if (!isHttpToken(name)) {
    const message =
      name === ''
        ? 'This header has no name.'
        : "A header’s name consists of letters, digits and !#$%&'*+-.^_`|~, without spaces.";
    return [finding('header-name', 'error', where, message)];
  }
  const lower = name.toLowerCase();
  if (field === 'serviceHeaders' && isConnectionHeader(lower)) {
    const message = `${name} says how the connection to the service is made, which the app decides: with another value the request could be read by another server than the one shown.`;
    return [finding('header-owned', 'error', where, message)];
  }
  if (isConnectionHeader(lower)) {
    return [
      finding(
        'header-owned',
        'warning',
        where,
        `${name} is set where the connection is made: this value is likely to be ignored or refused.`,
      ),
    ];
  }
  if (field === 'serviceHeaders') {
    if (isMisspeltForwardHeader(name)) {
      const message = `Some servers read _ as -, and ${name} as ${looselyRead(name)}: write it so if that is meant.`;
      return [finding('header-owned', 'error', where, message)];
    }
    return SET_ELSEWHERE.has(lower) || lower.startsWith(SERVICE_HEADERS.downstreamPrefix)
      ? [
          finding(
            'header-owned',
            'error',
            where,
            `${name} is filled in from the other fields and the profile.`,
          ),
        ]
      : [];
  }
  if (lower.startsWith(SERVICE_HEADERS.downstreamPrefix)) {
    const bare = name.slice(SERVICE_HEADERS.downstreamPrefix.length);
    return [
      finding(
        'header-owned',
        'warning',
        where,
        `The prefix is added when the request is sent: enter ${bare || 'the rest of the name'} alone.`,
      ),
    ];
  }
  return isForwardHeader(name)
    ? [
        finding(
          'header-owned',
          'warning',
          where,
          `${name} is meant for the service, but here it goes to the destination. Enter it under Service.`,
        ),
      ]
    : [];
}

function checkValue({ name, value, secret }: DraftHeader, where: DraftPlace): DraftFinding[] {
  const findings = checkMasked(value, where);
  if (findings.length > 0) return findings;
  const credential = secret || /^(?:proxy-)?authorization$|cookie|token|secret|api-?key|password/i.test(name);
  const forbidden = findForbiddenInFieldValue(value);
  if (forbidden !== -1) {
    const place = {
      ...where,
      offset: forbidden,
      length: (value.codePointAt(forbidden) ?? 0) > 0xffff ? 2 : 1,
    };
    findings.push(
      finding('header-value', 'error', place, describeForbidden(value.charAt(forbidden), credential)),
    );
  } else {
    const beyondAscii = value.search(/[\x80-\xff]/);
    if (beyondAscii !== -1) {
      const place = { ...where, offset: beyondAscii, length: 1 };
      const message = `${value.charAt(beyondAscii)} is sent as one Latin-1 byte; many servers expect ASCII or UTF-8.`;
      findings.push(finding('header-latin1', 'warning', place, message));
    }
  }
  const space = value.length > 0 ? value.search(/^[ \t]|[ \t]+$/) : -1;
  if (space !== -1) {
    const message = credential
      ? 'A space was pasted along with this credential. The service does not check credentials: remove it.'
      : 'Spaces at the ends of a value are lost on the way.';
    findings.push({
      ...finding('header-spaces', 'warning', { ...where, offset: space, length: 1 }, message),
      mend: {
        label: 'Remove it',
        offset: space,
        length: /^[ \t]+|[ \t]+$/.exec(value)?.[0].length ?? 1,
        insert: '',
      },
    });
  }
  const braces = value.indexOf('{{');
  if (braces !== -1) {
    const message = 'Placeholders are replaced in the body only; the specification has none in headers.';
    findings.push(
      finding('placeholder-not-in-body', 'warning', { ...where, offset: braces, length: 2 }, message),
    );
  }
  if (secret && value === '') {
    findings.push(finding('header-secret-empty', 'warning', where, 'This secret has no value yet.'));
  }
  return findings;
}

function describeForbidden(character: string, credential: boolean): string {
  if (character === '\r' || character === '\n') {
    return credential
      ? 'A line break was pasted along with this credential. A header is one line: remove it.'
      : 'A header is one line: remove the line break.';
  }
  const code = character.charCodeAt(0);
  return code < 0x20 || code === 0x7f
    ? `A control character (U+${code.toString(16).toUpperCase().padStart(4, '0')}) cannot stand in a header.`
    : 'Headers carry Latin-1 characters only. Encode this one the way the destination expects.';
}
