import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync, openSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '@shared/problem';
import { answer } from '../bridge/bridge-handler';

/** What becomes of what was asked. Each of them is explained in docs/reliability.md. */
export type MachineOutcome =
  | 'refused in words'
  | 'in memory, and said'
  | 'goes on'
  | 'rebuilt, and said'
  | 'left as it is'
  | 'asked again';

/** Something that goes wrong on the computer the app runs on. */
export interface MachineFault {
  readonly name: string;
  readonly outcome: MachineOutcome;
  /** It needs a file system of its own, which not everybody may mount. */
  readonly needsMount: boolean;
  /** Lets it happen, asserts what has to hold beside it, and gives the outcome that was seen. */
  readonly meet: (place: MachinePlace) => Promise<MachineOutcome>;
}

export interface MachinePlace {
  /** Empty, and removed after the case. */
  readonly folder: string;
  /** The path of one of the files that `MACHINE_BUILD` names. */
  readonly built: (name: keyof typeof MACHINE_BUILD) => string;
}

/** Entries of the app's own threads and processes. */
export const MACHINE_BUILD = {
  'database-process': 'src/main/database/database-process.ts',
  'reading-process': 'src/main/body-reading/reading-process.ts',
  'sandbox-worker': 'src/sandbox/worker.ts',
};

export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** What the window is given when this is asked over the bridge; throws unless it is a problem with words, and no defect. */
export async function problemOf(act: () => Promise<unknown>): Promise<Problem> {
  const asked = await answer('test', { parse: z.undefined(), handle: act }, [], () => undefined);
  if (asked.ok) throw new Error('it was not refused');
  const { problem } = asked;
  if (problem.code === 'defect') throw new Error(`it counts as a defect of the app: ${problem.detail}`);
  for (const words of [problem.title, problem.meaning, problem.nextStep])
    if (!/^\S.{10,}/.test(words)) throw new Error(`no words: ${JSON.stringify(problem)}`);
  return problem;
}

/** A small file system in memory, mounted over a folder. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  static mount(folder: string, megabytes = 4): SmallDisk {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder);
    return new SmallDisk(folder);
  }

  /** To the last block. */
  fill(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(4096));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  /** Fails while a file of it is open for writing. */
  makeReadOnly(): void {
    run('mount', '-o', 'remount,ro', this.folder);
  }

  makeWritable(): void {
    run('mount', '-o', 'remount,rw', this.folder);
  }

  /** Also when something still has a file of it open. */
  unmount(): void {
    run('umount', '-l', this.folder);
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}

/** Carries `act` out on a small disk. */
export async function onSmallDisk<T>(place: MachinePlace, act: (disk: SmallDisk) => Promise<T>): Promise<T> {
  const disk = SmallDisk.mount(place.folder);
  try {
    return await act(disk);
  } finally {
    disk.unmount();
  }
}

/** Null when file systems may be mounted here; else why not. */
export function whyNoMount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    SmallDisk.mount(folder).unmount();
    return null;
  } catch (error) {
    return `no file system can be mounted here, which needs root on Linux: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim());
}
