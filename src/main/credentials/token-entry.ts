import { ProblemError } from '@shared/problem';

const FIELD = 'Access token';

/** Longer tokens do not fit into the 16 kB that Node gives to all headers together. */
const MAX_TOKEN_LENGTH = 12_000;

/** Invisible characters that come with copied text. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]+/g;

/** What stands before a token, piece by piece. */
const BEFORE = /["'`\u2018-\u201f\s]+|authorization\s*[:=]|bearer(?:[\s:=]+|$)/iy;

/** One character that may stand after a token. */
const AFTER = /["'`\u2018-\u201f,;\s]/;

/**
 * Takes a token out of what a person pasted: spaces and line breaks anywhere, surrounding quotes, and a leading
 * `Authorization:` or `Bearer ` are not part of it. Anything that can be sent is accepted, as the specification fixes no
 * more than the token's format. Throws a `ProblemError` for the field otherwise; it never quotes the text.
 */
export function cleanToken(entered: string): string {
  if (/-----BEGIN [A-Z ]*KEY-----/.test(entered)) throw isAKey();
  const token = unwrap(entered.replace(INVISIBLE, '')).replace(/\s+/g, '');
  if (token === '') throw isEmpty();
  if (!/^[\x21-\x7e]+$/.test(token)) throw cannotBeSent();
  if (token.length > MAX_TOKEN_LENGTH) throw isTooLong(token.length);
  return token;
}

/** Looks at each character about once: a pasted text may be of any length, and the app must not stand still over it. */
function unwrap(text: string): string {
  let end = text.length;
  while (end > 0 && AFTER.test(text.charAt(end - 1))) end -= 1;
  const rest = text.slice(0, end);
  let start = 0;
  BEFORE.lastIndex = 0;
  while (BEFORE.test(rest)) start = BEFORE.lastIndex;
  return rest.slice(start);
}

function isAKey(): ProblemError {
  return new ProblemError({
    code: 'token-is-a-key',
    title: 'This is a key, not a token',
    meaning: 'The text is a key in PEM form. Sent as a token it would give the key away. Nothing was saved.',
    nextStep: 'Enter it under Signing key: the app then mints short-lived tokens with it.',
    field: FIELD,
    detail: null,
  });
}

function isEmpty(): ProblemError {
  return new ProblemError({
    code: 'token-empty',
    title: 'There is no token in it',
    meaning: 'Once spaces, quotes and the word Bearer are taken away, nothing is left. Nothing was saved.',
    nextStep: 'Paste the access token.',
    field: FIELD,
    detail: null,
  });
}

function cannotBeSent(): ProblemError {
  return new ProblemError({
    code: 'token-not-sendable',
    title: 'This token cannot be sent',
    meaning: 'It has characters that an HTTP header cannot carry. Nothing was saved.',
    nextStep: 'Copy the token again: letters, digits and signs of ASCII only.',
    field: FIELD,
    detail: null,
  });
}

function isTooLong(length: number): ProblemError {
  return new ProblemError({
    code: 'token-too-long',
    title: 'This token is too long',
    meaning: `It has ${length} characters; more than ${MAX_TOKEN_LENGTH} do not fit into a request's headers. Nothing was saved.`,
    nextStep: 'Check that only the token was copied.',
    field: FIELD,
    detail: null,
  });
}
