import { spawn, type ChildProcess } from 'node:child_process';
import type { TestEnvironment } from '../test-environment';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command as a person types it, on the test's own data folder and keychain. */
export function command(
  { userData, keyring }: Pick<TestEnvironment, 'userData' | 'keyring'>,
  args: readonly string[],
  {
    input = '',
    env = {},
    stdout = 'pipe',
    onStart,
  }: {
    /** If null, standard input stays open. */
    input?: string | null;
    env?: Readonly<Record<string, string>>;
    /** A file used in place of the pipe that is read. */
    stdout?: 'pipe' | number;
    onStart?: (child: ChildProcess) => void;
  } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['out/main/command-line.js', '--data-folder', userData, ...args], {
    env: { ...keyring.env, ...env },
    stdio: ['pipe', stdout, 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout?.on('data', (part: Buffer) => out.push(part.toString()));
  child.stderr?.on('data', (part: Buffer) => err.push(part.toString()));
  if (input !== null) child.stdin?.end(input);
  onStart?.(child);
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, out: out.join(''), err: err.join('') })),
  );
}
