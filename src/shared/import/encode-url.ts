/** A part of a form or a query: all but unreserved characters as %XX. What is encoded already stays so. */
export function encodeQueryPart(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|%|[^A-Za-z0-9\-._~%]+/g, (piece) =>
    /^%[0-9A-Fa-f]{2}$/.test(piece) ? piece : percentEncode(piece),
  );
}

/** A name or a value of a form (application/x-www-form-urlencoded), as Postman, Insomnia and Bruno write it: no `+`. */
export function encodeFormPart(text: string): string {
  return percentEncode(text);
}

/** A URL as it was typed, with what no URL may hold as %XX. */
export function encodeWholeUrl(text: string): string {
  return text.replace(/[^\x21-\x7e]+|["<>`]/g, percentEncode);
}

function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
