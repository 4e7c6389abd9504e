import { NOT_SENT_BEFORE, type StandIns } from './stand-ins';

/** The file's name without its folders. */
export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/**
 * Returns what to write in place of a file's text; `-` is what a command is given as its input.
 * @param otherwise the name of what has no path.
 */
export function standInForFile(standIns: StandIns, path: string, otherwise = ''): string {
  const isInput = path === '-';
  const file = fileNameOf(standIns.shown(path)) || otherwise;
  return standIns.put(
    `its text ${path === '' ? otherwise : path}`,
    isInput ? 'input' : file,
    (variable, how) =>
      `${isInput ? 'The input of the command' : `The file ${file}`} was not read: ${variable} stands for its text${how}, ${NOT_SENT_BEFORE}`,
  );
}
