/** Texts as literals of JavaScript. */

/**
 * Marks the places of variables in a text until the text is written: nobody types a marker, and no encoding changes it.
 */
export class Markers {
  private readonly expressions: string[] = [];
  private readonly id: string;

  /** @param id letters and digits that occur in no text. */
  constructor(id: string) {
    this.id = id;
  }

  markerFor(expression: string): string {
    const known = this.expressions.indexOf(expression);
    const at = known === -1 ? this.expressions.push(expression) - 1 : known;
    return `${this.id}x${at}x`;
  }

  /** The text as a template literal, with its line breaks, and with the expressions in place of the markers. */
  literal(text: string): string {
    const pieces = text.split(new RegExp(`${this.id}x(\\d+)x`));
    const written = pieces.map((piece, at) =>
      at % 2 === 0 ? escaped(piece) : `\${${this.expressions[Number(piece)] ?? ''}}`,
    );
    return `\`${written.join('')}\``;
  }
}

/** Escapes everything but line feeds and visible characters; a template literal would turn CR into LF. */
function escaped(text: string): string {
  return text
    .replace(/[\\`]|\$(?=\{)/g, '\\$&')
    .replace(/[^\n\x20-\x7e\xa1-\u024f\u0370-\u1fff\u3040-\ud7ff]|[\u200b-\u200f\u2028-\u202e]/g, (unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${code}`;
    })
    .replace(/\$$/, '\\$');
}
