import { withoutEnd } from '@shared/text/without-end';
import { multipartText, type TextPart } from '@shared/import/multipart';
import type { StandIns } from '@shared/import/stand-ins';
import { fileNameOf, standInForFile } from '@shared/import/stand-in-for-file';

/** The result of curl's -F and --form-string. */
export class CurlForm {
  private readonly parts: TextPart[] = [];
  /** True once an option has given a part, even one that cannot be imported. */
  given = false;

  constructor(private readonly standIns: StandIns) {}

  /** Returns sentences about what was left out of the part. */
  take(name: 'form' | 'form-string', value: string): readonly string[] {
    const equals = value.indexOf('=');
    if (equals === -1) return ['A part of the form without = was left out, as curl refuses it.'];
    this.given = true;
    const [partName, content] = [value.slice(0, equals), value.slice(equals + 1)];
    if (name === 'form-string') {
      this.parts.push({ name: partName, value: content, type: null });
      return [];
    }
    if (content.startsWith('(') || partName === '') return ['A form inside the form was left out.'];
    // `@` sends the file as a file, `<` its text as a field.
    const [file] = /^[@<]/.exec(content) ?? [];
    const { part, notes } = readPart(partName, file === undefined ? content : content.slice(1));
    this.parts.push(file === undefined ? part : this.filePart(part, file === '@'));
    return notes;
  }

  /** @param part has the path of the file as its value. */
  private filePart(part: TextPart, isFile: boolean): TextPart {
    const { value: path, fileName } = part;
    const type =
      part.type ??
      typeOfFile(fileName ?? '') ??
      typeOfFile(path) ??
      (isFile ? 'application/octet-stream' : null);
    const typed = { ...part, value: standInForFile(this.standIns, path), type };
    return isFile ? { ...typed, fileName: fileName ?? fileNameOf(path) } : typed;
  }

  /** @param type the content type given by a header; null if there is none. */
  finish(type: string | null): { readonly body: string; readonly type: string } {
    const { body, contentType } = multipartText(this.parts, type);
    return { body: this.parts.length === 0 ? '' : body, type: contentType };
  }
}

/** The types that curl knows by the ends of names. */
const TYPES: readonly (readonly [end: RegExp, type: string])[] = [
  [/\.gif$/i, 'image/gif'],
  [/\.jpe?g$/i, 'image/jpeg'],
  [/\.png$/i, 'image/png'],
  [/\.svg$/i, 'image/svg+xml'],
  [/\.txt$/i, 'text/plain'],
  [/\.html?$/i, 'text/html'],
  [/\.pdf$/i, 'application/pdf'],
  [/\.xml$/i, 'application/xml'],
];

function typeOfFile(name: string): string | null {
  return TYPES.find(([end]) => end.test(name))?.[1] ?? null;
}

const PARAMETER = /^;\s*(type|filename|headers|encoder)=[ \t]*/i;

/** One of them, with the semicolon before it; a quoted name may have semicolons in it. */
const PIECE = /;(?:\s*filename=[ \t]*"(?:\\[^]|[^"\\])*")?[^;]*/gi;

/** The word that a text begins with, which ends at a semicolon unless it is quoted. */
function readWord(text: string): { readonly word: string; readonly length: number } {
  const quoted = /^"((?:\\[^]|[^"\\])*)"/.exec(text);
  if (quoted !== null)
    return { word: (quoted[1] ?? '').replace(/\\([\\"])/g, '$1'), length: quoted[0].length };
  const [plain = ''] = text.split(';');
  return { word: withoutEnd(plain, ' \t'), length: plain.length };
}

/** `content;type=text/x;filename=a.txt`. */
function readPart(
  name: string,
  written: string,
): { readonly part: TextPart; readonly notes: readonly string[] } {
  const text = written.replace(/^[ \t]+/, '');
  const { word: value, length } = readWord(text);
  const rest = text.slice(length).match(PIECE) ?? [];
  let type: string | null = null;
  let fileName: string | null = null;
  let inType = false;
  const notes: string[] = [];
  for (const piece of rest) {
    const parameter = PARAMETER.exec(piece);
    const given = piece.slice(parameter?.[0].length ?? 0).trim();
    switch (parameter?.[1]?.toLowerCase()) {
      case 'type':
        type = given;
        break;
      case 'filename':
        fileName = readWord(given).word;
        break;
      case undefined:
        // A type may have parameters.
        if (inType && type !== null) type += piece;
        continue;
      default:
        notes.push(`What ${parameter?.[1]} says of the form’s part ${name} was left out.`);
    }
    inType = parameter?.[1]?.toLowerCase() === 'type';
  }
  return { part: { name, value, type, fileName }, notes };
}
