import type { CopiedHeader } from './copyable';

/**
 * Quoting for POSIX shells (sh, dash, bash, zsh): only standard features, so that a pasted text means the same in all
 * of them.
 */

/** One word that the shell passes on unchanged. The text must not contain NUL. */
export function shellWord(text: string): string {
  // zsh replaces an unquoted word that begins with = by the path of a program.
  if (/^(?!=)[A-Za-z0-9_./:=,%+-]+$/.test(text)) {
    return text;
  }
  const quoted = text.replace(/'/g, `'\\''`);
  // Interactive bash expands a `!` in the later lines of quoted text.
  return `'${text.includes('\n') ? quoted.replace(/!/g, `'\\!'`) : quoted}'`;
}

/** `name: value` as one word; the secret part is read from an environment variable when the command runs. */
export function shellHeader({ name, text, variable }: CopiedHeader, separator: string): string {
  const fixed = `${name}${separator}${text}`;
  return variable === null ? shellWord(fixed) : `"${inDoubleQuotes(fixed)}$${variable}"`;
}

/**
 * Like `shellHeader`, with one byte for each character above ASCII: pasted text is UTF-8, but headers on the wire are
 * Latin-1.
 */
export function shellHeaderBytes(header: CopiedHeader, separator: string): string {
  const fixed = `${header.name}${separator}${header.text}`;
  const pieces = fixed.split(/([\u0080-\u00ff]+)/).filter((piece) => piece !== '');
  if (!pieces.some(isLatin1)) {
    return shellHeader(header, separator);
  }
  const inner = pieces.map((piece) => (isLatin1(piece) ? toPrintf(piece) : inDoubleQuotes(piece))).join('');
  return `"${inner}${header.variable === null ? '' : `$${header.variable}`}"`;
}

function isLatin1(piece: string): boolean {
  return /^[\u0080-\u00ff]/.test(piece);
}

function toPrintf(piece: string): string {
  return `$(printf '${Array.from(piece, (character) => octal(character.charCodeAt(0))).join('')}')`;
}

function inDoubleQuotes(text: string): string {
  // A backslash before `!` would stay; closing the quotes around it keeps it out of bash's history expansion.
  return text.replace(/[\\"$`]/g, '\\$&').replace(/!/g, `"'!'"`);
}

/** A command that writes exactly these bytes to its standard output. */
export function printfCommand(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytes) {
    pieces.push(printfByte(byte));
  }
  return `printf '${pieces.join('').replace(/^-/, '\\055')}'`;
}

function printfByte(byte: number): string {
  switch (byte) {
    case 0x0a:
      return '\\n';
    case 0x0d:
      return '\\r';
    case 0x09:
      return '\\t';
    case 0x25:
      return '%%';
    case 0x5c:
      return '\\\\';
    case 0x27:
      return `'\\''`;
    default:
      return byte < 0x20 || byte > 0x7e ? octal(byte) : String.fromCharCode(byte);
  }
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

/** One command over several lines. */
export function shellLines(words: readonly string[]): string {
  return words.join(' \\\n  ');
}

/** Linux refuses longer words when it starts a program; a shell's built-in printf has no such limit. */
export const MAX_SHELL_WORD_BYTES = 100_000;
