/**
 * Encodes a part of a form or a query: everything but unreserved characters as %XX. What is already encoded stays as
 * it is.
 */
export function encodeQueryPart(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|%|[^A-Za-z0-9\-._~%]+/g, (piece) =>
    /^%[0-9A-Fa-f]{2}$/.test(piece) ? piece : percentEncode(piece),
  );
}

/** Encodes a name or a value of a form (application/x-www-form-urlencoded) like Postman, Insomnia and Bruno: without `+`. */
export function encodeFormPart(text: string): string {
  return percentEncode(text);
}

/** Encodes a URL as it was typed: characters that no URL may contain become %XX. */
export function encodeWholeUrl(text: string): string {
  return text.replace(/[^\x21-\x7e]+|["<>`]/g, percentEncode);
}

function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
