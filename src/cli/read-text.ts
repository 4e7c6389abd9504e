import { readFile } from 'node:fs/promises';
import { decodeText, fileTrouble } from '@shared/text/file-trouble';
import { UsageError } from './usage-error';

let wasRead = false;

/** Reads all of standard input, once; empty if that is a terminal. */
export async function readInput(): Promise<string> {
  return (await inputBytes()).toString('utf8');
}

async function inputBytes(): Promise<Buffer> {
  if (wasRead) throw new UsageError('Standard input is needed twice. Nothing was sent.');
  wasRead = true;
  if (process.stdin.isTTY) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** The text of a file, or of standard input for `-`. Throws a `UsageError` if it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    if (path !== '-') return decodeText(await readFile(path));
    // The text would be empty, and an empty body would be sent.
    if (process.stdin.isTTY) throw new Error('it is a terminal here, not a file or a pipe');
    return decodeText(await inputBytes());
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const name = path === '-' ? 'Standard input' : path;
    throw new UsageError(`${name} cannot be read: ${fileTrouble(error)}.`);
  }
}
