import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decodeText, fileTrouble } from '@shared/text/file-trouble';
import { UsageError } from './usage-error';

/** Longer text would not fit into a string, and input that never ends would fill the memory. */
const MAX_MEGABYTES = 500;
/** Of a file, at a time: the default of 64 kB takes more than twice as long. */
const READ_BYTES = 1_000_000;

let wasRead = false;
let isReading = false;

/** Reads all of standard input, once; empty if that is a terminal. Throws a `UsageError` if it cannot be read. */
export async function readInput(): Promise<string> {
  const bytes = await inputBytes().catch(refuse('Standard input'));
  return bytes.toString('utf8');
}

/**
 * Makes reading of standard input fail. Half of it may have arrived by now, as Ctrl+C has also ended the program that
 * was writing it.
 */
export function stopReadingInput(): void {
  // If nothing is reading it, nothing handles the error either, and the process would crash.
  if (isReading) process.stdin.destroy(new Error('it was interrupted'));
}

async function inputBytes(): Promise<Buffer> {
  if (wasRead) throw new UsageError('Standard input is needed twice. Nothing was sent.');
  wasRead = true;
  if (process.stdin.isTTY) return Buffer.alloc(0);
  isReading = true;
  return allOf(process.stdin).finally(() => (isReading = false));
}

async function allOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    pieces.push(bytes);
    length += bytes.length;
    if (length > MAX_MEGABYTES * 1_000_000) throw new Error(`it is longer than ${MAX_MEGABYTES} MB`);
  }
  return Buffer.concat(pieces);
}

/** The text of a file, or of standard input for `-`. Throws a `UsageError` if it cannot be read. */
export async function readText(path: string): Promise<string> {
  return path === '-' ? inputText().catch(refuse('Standard input')) : fileText(path).catch(refuse(path));
}

async function inputText(): Promise<string> {
  if (process.stdin.isTTY) throw new Error('it is a terminal here, not a file or a pipe');
  return decodeText(some(await inputBytes()));
}

async function fileText(path: string): Promise<string> {
  const bytes = await allOf(createReadStream(path, { highWaterMark: READ_BYTES }));
  // A file may be empty on purpose; a pipe, as of `<(make-body)`, is standard input by another name.
  return decodeText((await stat(path)).isFile() ? bytes : some(bytes));
}

/** If nothing arrived, the program that should have written it has failed, and an empty body would be sent. */
function some(bytes: Buffer): Buffer {
  if (bytes.length === 0) throw new Error('it is empty');
  return bytes;
}

function refuse(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} cannot be read: ${fileTrouble(error)}.`);
  };
}
