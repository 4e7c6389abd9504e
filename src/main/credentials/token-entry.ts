import { ProblemError } from '@shared/problem';
import { readTokenText } from '@shared/profiles/token-text';

const FIELD = 'Access token';

/** Longer tokens do not fit into the 16 kB that Node allows for all headers together. */
const MAX_TOKEN_LENGTH = 12_000;

/**
 * Extracts a token from pasted text as `readTokenText` describes; the form says beside the field what is left out.
 * Any token that can be sent is accepted, because the specification only fixes the format. Otherwise throws a
 * `ProblemError` for the field, which never quotes the text.
 */
export function cleanToken(entered: string): string {
  if (/-----BEGIN [A-Z ]*KEY-----/.test(entered) || /^\s*\{[^]*"kty"/.test(entered)) throw isAKey();
  const { token, hasSpaces } = readTokenText(entered);
  if (token === '') throw isEmpty();
  if (!/^[\x21-\x7e]+$/.test(token)) throw cannotBeSent();
  if (hasSpaces) throw spacesInIt();
  if (token.length > MAX_TOKEN_LENGTH) throw isTooLong(token.length);
  return token;
}

function isAKey(): ProblemError {
  return new ProblemError({
    code: 'token-is-a-key',
    title: 'This is a key, not a token',
    meaning:
      'The text is a key, in PEM form or as a JWK. Sent as a token it would give the key away. The token was not saved.',
    nextStep: 'Enter it under Signing key: the app then mints short-lived tokens with it.',
    field: FIELD,
    detail: null,
  });
}

function isEmpty(): ProblemError {
  return new ProblemError({
    code: 'token-empty',
    title: 'There is no token in it',
    meaning:
      'Once spaces, quotes and the word Bearer are taken away, nothing is left. The token was not saved.',
    nextStep: 'Paste the access token.',
    field: FIELD,
    detail: null,
  });
}

function cannotBeSent(): ProblemError {
  return new ProblemError({
    code: 'token-not-sendable',
    title: 'This token cannot be sent',
    meaning: 'It has characters that an HTTP header cannot carry. The token was not saved.',
    nextStep: 'Copy the token again: letters, digits and signs of ASCII only.',
    field: FIELD,
    detail: null,
  });
}

function spacesInIt(): ProblemError {
  return new ProblemError({
    code: 'token-has-spaces',
    title: 'This is more than a token',
    meaning: 'There are spaces in it, and a token has none. The token was not saved.',
    nextStep: 'Paste only the token: not the line, the command or the JSON that it stands in.',
    field: FIELD,
    detail: null,
  });
}

function isTooLong(length: number): ProblemError {
  return new ProblemError({
    code: 'token-too-long',
    title: 'This token is too long',
    meaning: `It has ${length} characters; more than ${MAX_TOKEN_LENGTH} do not fit into a request’s headers. The token was not saved.`,
    nextStep: 'Check that only the token was copied.',
    field: FIELD,
    detail: null,
  });
}
