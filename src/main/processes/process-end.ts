import { constants } from 'node:os';

/** How a process ended, as Node reports it: by a signal, or with an exit code. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * The same from Electron, which has one number for both: the number of a signal, as it is or plus 128. The only exit
 * codes that our own processes use are 0 and 1.
 */
export function utilityProcessEnd(code: number, platform: NodeJS.Platform = process.platform): ProcessEnd {
  const number = code > 128 ? code - 128 : code;
  const names = Object.entries(constants.signals);
  const signal = platform !== 'win32' && number > 1 && names.find(([, value]) => value === number)?.[0];
  return signal ? { code: null, signal } : { code, signal: null };
}

/** What caused the end; `crashed` also covers the runtime giving up when memory runs out. */
export type EndCause = 'exited' | 'crashed' | 'killed';

export function causeOf({ code, signal }: ProcessEnd): EndCause {
  if (signal !== null) return FROM_OUTSIDE.has(signal) ? 'killed' : 'crashed';
  // Windows reports a crash with such a number.
  return code !== null && code > 0xffff ? 'crashed' : 'exited';
}

/** Signals that none of our processes sends itself. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/** "by SIGSEGV (signal 11)", "with exit code 1", "with exit code 3221225477 (0xC0000005)". */
export function describeProcessEnd({ code, signal }: ProcessEnd): string {
  if (signal !== null) {
    const number: number | undefined = Object.entries(constants.signals).find(
      ([name]) => name === signal,
    )?.[1];
    return `by ${signal} (signal ${number ?? 'unknown'})`;
  }
  // Windows has no signals: its reasons are large numbers, usually written in hexadecimal.
  const hexadecimal = code !== null && code > 0xffff ? ` (0x${code.toString(16).toUpperCase()})` : '';
  return `with exit code ${code ?? 'unknown'}${hexadecimal}`;
}
