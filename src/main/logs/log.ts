import electronLog from 'electron-log/node';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLevel } from '@shared/app/settings';
import { formatDetails } from './log-text';
import type { Redactor } from '../secrets/redactor';

export type { LogLevel } from '@shared/app/settings';
import { messageOf } from '@shared/text/message-of';

/** Where main's parts record what happened. They may pass anything: secrets are removed when the line is written. */
export interface Log {
  /** @param where the part of the app that writes it, in one word. */
  write(level: LogLevel, where: string, message: string, details?: unknown): void;
  /** From now on, lines below this level are not written. */
  setLevel(level: LogLevel): void;
}

export interface LogOptions {
  /** Folder of `main.log` and its predecessor `main.old.log`. */
  readonly folder: string;
  readonly redactor: Redactor;
  /** Lines below this level are not written. */
  readonly level: LogLevel;
  /** At this size in bytes a new file is begun; two are kept. Default 1 MB. */
  readonly maxBytes?: number;
  /** Also writes to standard error. Default: no. */
  readonly echo?: boolean;
  readonly now?: () => Date;
}

/** Longer lines are cut. */
const MAX_LINE_LENGTH = 16_000;

/**
 * Opens the log: one line for each entry, `2026-11-21T02:50:04.123Z error transport: message {"details":…}`.
 * Redaction is the last step before a line is written, and no content can begin another line.
 */
export function openLog({
  folder,
  redactor,
  level,
  maxBytes = 1_048_576,
  echo = false,
  now,
}: LogOptions): Log {
  const cannotOpen = prepareFolder(folder);
  reportWriteFailureOnce();
  const logger = electronLog.create({ logId: folder });
  const { file, console } = logger.transports;
  const finish = (text: string): string => oneLine(redactor.redact(text)).slice(0, MAX_LINE_LENGTH);
  file.resolvePathFn = () => join(folder, 'main.log');
  file.maxSize = maxBytes;
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.level = level;
  console.level = echo ? level : false;
  console.writeFn = ({ message }) => void process.stderr.write(`${message.data.join(' ')}\n`);
  // Replaces all of the library's own transforms: nothing bypasses redaction on its way to the file or the terminal.
  file.transforms = [({ data }) => finish(data.join(' '))];
  console.transforms = [({ data }) => [finish(data.join(' '))]];
  if (logger.transports.ipc) logger.transports.ipc.level = false;
  if (logger.transports.remote) logger.transports.remote.level = false;
  const log: Log = {
    write: (lineLevel, where, message, details) => {
      const time = (now?.() ?? new Date()).toISOString();
      const more = details === undefined ? '' : ` ${formatDetails(details, redactor)}`;
      logger[lineLevel](`${time} ${lineLevel} ${where}: ${message}${more}`);
    },
    setLevel: (next) => {
      if (cannotOpen === null) file.level = next;
      console.level = echo ? next : false;
    },
  };
  if (cannotOpen !== null) {
    file.level = false;
    // The app starts without its log file.
    sayUnwritten(cannotOpen);
  }
  return log;
}

/**
 * Reports once what cannot be written. For each line that it cannot write, the library reports an error with a stack
 * trace, only through its own logger.
 */
function reportWriteFailureOnce(): void {
  const { console } = electronLog.transports;
  let isSaid = false;
  console.transforms = [];
  console.writeFn = ({ message }) => {
    const error = message.data.find((part) => part instanceof Error);
    if (isSaid || error === undefined) return;
    isSaid = true;
    sayUnwritten(error.message);
  };
}

function sayUnwritten(why: string): void {
  process.stderr.write(`The log cannot be written: ${oneLine(why)}\n`);
}

/** Null if the folder exists (created if necessary); otherwise the reason why not. */
function prepareFolder(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Escapes control characters, including line breaks. */
function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
