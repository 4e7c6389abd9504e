/** The text without percent-encoding; as written if a percent sign in it escapes nothing. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
