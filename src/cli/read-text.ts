import { readFile } from 'node:fs/promises';
import { decodeText, fileTrouble } from '@shared/text/file-trouble';
import { UsageError } from './usage-error';

/** A longer text fits into no string, and one that never ends would fill the memory. */
const MAX_MEGABYTES = 500;

let wasRead = false;
let isReading = false;

/** Reads all of standard input, once; empty if that is a terminal. Throws a `UsageError` if it cannot be read. */
export async function readInput(): Promise<string> {
  const bytes = await inputBytes().catch(refuse('Standard input'));
  return bytes.toString('utf8');
}

/**
 * Whoever reads standard input learns that it cannot be read. Half of it may have come by now: Ctrl+C has ended the
 * program that wrote it, too.
 */
export function stopReadingInput(): void {
  // If nobody reads it, nobody takes the error either, and the process would die of it.
  if (isReading) process.stdin.destroy(new Error('it was interrupted'));
}

async function inputBytes(): Promise<Buffer> {
  if (wasRead) throw new UsageError('Standard input is needed twice. Nothing was sent.');
  wasRead = true;
  if (process.stdin.isTTY) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  let length = 0;
  isReading = true;
  try {
    for await (const piece of process.stdin) {
      const bytes = Buffer.from(piece);
      pieces.push(bytes);
      length += bytes.length;
      refuseLong(length);
    }
  } finally {
    isReading = false;
  }
  return Buffer.concat(pieces);
}

/** The text of a file, or of standard input for `-`. Throws a `UsageError` if it cannot be read. */
export async function readText(path: string): Promise<string> {
  return path === '-' ? inputText().catch(refuse('Standard input')) : fileText(path).catch(refuse(path));
}

async function inputText(): Promise<string> {
  if (process.stdin.isTTY) throw new Error('it is a terminal here, not a file or a pipe');
  const bytes = await inputBytes();
  // The program that should have written it has failed: an empty body would be sent.
  if (bytes.length === 0) throw new Error('it is empty');
  return decodeText(bytes);
}

async function fileText(path: string): Promise<string> {
  const bytes = await readFile(path);
  refuseLong(bytes.length);
  return decodeText(bytes);
}

function refuseLong(bytes: number): void {
  if (bytes > MAX_MEGABYTES * 1_000_000) throw new Error(`it is longer than ${MAX_MEGABYTES} MB`);
}

function refuse(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} cannot be read: ${fileTrouble(error)}.`);
  };
}
