import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync, openSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '@shared/problem';
import { codeOf } from '@shared/text/code-of';
import { messageOf } from '@shared/text/message-of';
import { answer } from '../bridge/bridge-handler';

/** What happens to the requested action. docs/reliability.md explains each of these. */
export type MachineOutcome =
  | 'refused with a reason'
  | 'in memory, with a notice'
  | 'continues'
  | 'rebuilt, with a notice'
  | 'left unchanged'
  | 'asked again';

/** Something that goes wrong on the computer that the app runs on. */
export interface MachineFault {
  readonly name: string;
  readonly outcome: MachineOutcome;
  /** True if it needs its own file system, which not everybody may mount. */
  readonly needsMount: boolean;
  /** Causes the fault, checks what else must hold, and returns the outcome that was seen. */
  readonly meet: (place: MachinePlace) => Promise<MachineOutcome>;
}

export interface MachinePlace {
  /** Empty, and removed after the test. */
  readonly folder: string;
  /** The path of a file that `MACHINE_BUILD` names. */
  readonly built: (name: keyof typeof MACHINE_BUILD) => string;
}

/** Entry points of the app's own threads and processes. */
export const MACHINE_BUILD = {
  'database-process': 'src/main/database/database-process.ts',
  'reading-process': 'src/main/body-reading/reading-process.ts',
  'sandbox-worker': 'src/sandbox/worker.ts',
};

export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** The problem that the window gets if this is asked over the bridge; throws if there is none, or if it is a defect. */
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

  /** Fills the disk to the last block. */
  fill(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(4096));
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  /** Fails while one of its files is open for writing. */
  makeReadOnly(): void {
    run('mount', '-o', 'remount,ro', this.folder);
  }

  makeWritable(): void {
    run('mount', '-o', 'remount,rw', this.folder);
  }

  /** Works even if something still has one of its files open. */
  unmount(): void {
    run('umount', '-l', this.folder);
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}

/** Runs `act` on a small disk. */
export async function onSmallDisk<T>(place: MachinePlace, act: (disk: SmallDisk) => Promise<T>): Promise<T> {
  const disk = SmallDisk.mount(place.folder);
  try {
    return await act(disk);
  } finally {
    disk.unmount();
  }
}

/** Null if file systems can be mounted here; otherwise the reason why not. */
export function whyNoMount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    SmallDisk.mount(folder).unmount();
    return null;
  } catch (error) {
    return `no file system can be mounted here, which needs root on Linux: ${messageOf(error)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim());
}
