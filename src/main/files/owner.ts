import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isOtherLivingProcess } from './leftovers';

/** Where nothing says when a process was started, a number says nothing after so long, in ms: nothing that is sent takes longer. */
const SAME_NUMBER_MS = 3_600_000;

/** Where its number counts, the number, and when it was started there; empty where nothing says when. */
interface Owner {
  readonly place: string;
  readonly pid: number;
  readonly started: string;
}

/** This process, for a file that others are to tell by whether it still runs. */
export async function signOfOwner(): Promise<string> {
  const { pid } = process;
  const [place, started] = await Promise.all([placeOfHere(), startOf(pid)]);
  return `${place} ${pid} ${started ?? ''}`;
}

/**
 * Whether the process runs that signed so; null where that cannot be told: it is of another computer or container, or this is no sign.
 * @param at when it signed (ms since 1970)
 */
export async function isOwnerRunning(sign: string, at: number): Promise<boolean | null> {
  const owner = parseSign(sign);
  if (owner === null || owner.place !== (await placeOfHere())) return null;
  const { pid, started } = owner;
  // The number of one that ended is given to another, after a restart or by itself.
  if (started !== '') return (await startOf(pid)) === started;
  if (!isOtherLivingProcess(pid)) return false;
  return Math.abs(Date.now() - at) < SAME_NUMBER_MS ? true : null;
}

function parseSign(sign: string): Owner | null {
  const [, place, pid, started] = /^(\S+) (\d+) (\d*)$/.exec(sign) ?? [];
  return place === undefined || started === undefined ? null : { place, pid: Number(pid), started };
}

/** A start of this computer, and the numbering of its processes: each container has one. */
async function placeOfHere(): Promise<string> {
  const [boot, numbering] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname()),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return `${boot}${numbering}`.replace(/\s/g, '') || '-';
}

/** As Linux counts it, from the start of the computer; null where it does not run, or nothing says it. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind its name, which may hold anything: its state, and as the 20th the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const hasEnded = ['Z', 'X'].includes(fields[0] ?? '');
  return hasEnded ? null : (fields[19] ?? null);
}
