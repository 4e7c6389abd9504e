/** A text as the name of a variable: what no name has becomes an underscore. Leaves room for a number after it. */
export function variableNameFrom(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^(?![A-Za-z_])/, '_')
    .slice(0, 60);
}
