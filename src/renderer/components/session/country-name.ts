const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The country's name, for a note; null without a code, or for one that is not in ISO 3166. */
export function countryName(code: string | null): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return null;
  const name = names.of(code);
  return name === undefined || name === code ? null : name;
}
