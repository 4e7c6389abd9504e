/** A secret whose form gives it away. */
const TOKEN_FORMS = [
  // A JWT.
  /(?:^|[\s/])eyJ[\w-]{8,}\.[\w-]/,
  // An authorization header. What has no digit, no equals sign and no capital within it are words.
  /(?:^|\s)(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s+(?=\S*(?:\d|=|[a-z][A-Z]))[\w+/=.~-]{12,}/,
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/,
  // The keys of payment services that begin so.
  /(?:^|[\s/])(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9]{12,}/,
];

/**
 * Recognises a token or key pasted into the wrong field, whose content would be written to a file and shown on every
 * screen.
 */
export function looksLikeToken(text: string): boolean {
  return TOKEN_FORMS.some((form) => form.test(text));
}

export const LOOKS_LIKE_TOKEN = 'This looks like an access token, and profiles are stored without secrets.';
export const WHERE_TOKENS_GO = 'Put it under Access token, which goes to the keychain.';
