import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ProblemError } from '@shared/problem';
import { decodeText, fileTroubleSentence } from '@shared/text/file-trouble';
import { messageOf } from '@shared/text/message-of';
import { writeFileAtomically } from './atomic-file';

/** The text of a file that the person chose. Throws a `ProblemError` if it is too large or cannot be read. */
export async function readChosenText(path: string, maxBytes: number): Promise<string> {
  try {
    const found = await stat(path);
    // A device or a pipe, which has no size and may have no end. For a folder, reading gives its own error.
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file');
    const { size } = found;
    if (size > maxBytes) throw new Error(`it has ${size} bytes, and at most ${maxBytes} are read`);
    return decodeText(await readFile(path));
  } catch (error) {
    throw new ProblemError({
      code: 'file-unreadable',
      title: `${basename(path)} could not be read`,
      meaning: `${fileTroubleSentence(error)} Nothing was changed.`,
      nextStep: 'Check the file, or choose another one.',
      detail: messageOf(error),
    });
  }
}

/** Throws a `ProblemError` if it cannot be written. */
export async function writeChosenText(path: string, text: string): Promise<void> {
  await inWords(path, () => writeFileAtomically(path, text));
}

/** Turns a failure to write a file chosen by the person (under a temporary name) into a `ProblemError`. */
export async function inWords<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw new ProblemError({
      code: 'cannot-write-file',
      title: `${basename(path)} could not be written`,
      meaning: `${fileTroubleSentence(error)} No file was left behind, and a file of that name is as it was.`,
      nextStep: 'Make sure that the disk has room and that you may write in this folder, then save it again.',
      detail: messageOf(error),
    });
  }
}
