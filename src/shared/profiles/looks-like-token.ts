/**
 * Recognises a JWT pasted into the wrong field, whose content would be written to a file and shown on every screen.
 */
export function looksLikeToken(text: string): boolean {
  return /(?:^|[\s/])eyJ[\w-]{8,}\.[\w-]/.test(text);
}

export const LOOKS_LIKE_TOKEN = 'This looks like an access token, and profiles are stored without secrets.';
export const WHERE_TOKENS_GO = 'Put it under Access token, which goes to the keychain.';
