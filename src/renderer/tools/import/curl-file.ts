import { NOT_SENT_BEFORE, type StandIns } from '@shared/import/stand-ins';

/** The file's name without its folders. */
export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Returns what to write in place of a file's text; `-` is what the command is given as its input. */
export function standInForFile(standIns: StandIns, path: string, isEncoded = false): string {
  const isInput = path === '-';
  const text = isEncoded ? 'its text, percent-encoded' : 'its text';
  const file = fileNameOf(path);
  return standIns.put(
    `${text} ${path}`,
    isInput ? 'input' : file,
    (variable) =>
      `${isInput ? 'The input of the command' : `The file ${file}`} was not read: ${variable} stands for ${text}, ${NOT_SENT_BEFORE}`,
  );
}
