/** Null if a percent sign in the text escapes nothing. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The text without percent-encoding; as written if a percent sign in it escapes nothing. */
export function percentDecoded(text: string): string {
  return decodePercent(text) ?? text;
}
