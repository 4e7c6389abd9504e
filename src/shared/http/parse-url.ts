/** Null if the text is not a URL. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Path and query of a URL as written, because `URL` would encode the dots of a mask; text that is not a URL is
 * returned whole.
 */
export function pathAsWritten(url: string): string {
  const [, path = url] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^#]*)/i.exec(url) ?? [];
  return path || '/';
}
