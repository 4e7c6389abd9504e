import { readFile } from 'node:fs/promises';
import { UsageError } from './usage-error';

let wasRead = false;

/** All of standard input, once; empty when that is a terminal. */
export async function readInput(): Promise<string> {
  if (wasRead) throw new UsageError('Standard input is wanted twice. Nothing was sent.');
  wasRead = true;
  if (process.stdin.isTTY) return '';
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** The text of a file, or of standard input for `-`. Throws a `UsageError` for one that cannot be read. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return readInput();
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${fileTrouble(error)}.`);
  }
}

const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'it is there already, and nothing is written over',
  EACCES: 'you may not',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder, or lies in what is none',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
};

/** What a file system says, in words. */
export function fileTrouble(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TROUBLES[code] ?? (error instanceof Error ? error.message : String(error));
}
