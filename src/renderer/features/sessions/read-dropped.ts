import { fileUnreadable, tooLarge, tooManyBytes } from './no-id';

/** A log file can be large; larger ones are not read into the window. */
const MAX_FILE_BYTES = 20_000_000;

/** The texts of dropped files, one after the other, or why they are not read. Loaded on demand. */
export async function readDropped(
  files: readonly File[],
): Promise<{ readonly text: string | null; readonly refused: string | null }> {
  const texts: string[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += file.size;
    if (bytes > MAX_FILE_BYTES)
      return { text: null, refused: file.size === bytes ? tooLarge(file.name) : tooManyBytes() };
    try {
      texts.push(await textOf(file));
    } catch {
      return { text: null, refused: fileUnreadable(file.name) };
    }
  }
  return { text: texts.join('\n'), refused: null };
}

async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** PowerShell writes logs in UTF-16, and says so in the first two bytes. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
