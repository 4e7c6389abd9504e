import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isOtherLivingProcess } from './leftovers';

/** If the start time of a process is unknown, its id proves nothing after this long, in ms: no send takes longer. */
const SAME_NUMBER_MS = 3_600_000;

/** The system that the process id belongs to, the id, and when the process was started; empty if that is unknown. */
interface Owner {
  readonly place: string;
  readonly pid: number;
  readonly started: string;
}

/** Identifies this process in a file, so that others can tell whether it is still running. */
export async function signOfOwner(): Promise<string> {
  const { pid } = process;
  const [place, started] = await Promise.all([currentPlace(), startOf(pid)]);
  return `${place} ${pid} ${started ?? ''}`;
}

/**
 * Whether the process that wrote this signature is still running; null if that is unknown, because it belongs to
 * another computer or container, or because this is not a signature.
 * @param at when it wrote the signature (ms since 1970).
 */
export async function isOwnerRunning(sign: string, at: number): Promise<boolean | null> {
  const owner = parseSign(sign);
  if (owner === null || owner.place !== (await currentPlace())) return null;
  const { pid, started } = owner;
  // The id of a process that has ended may be reused, after a restart or at any time.
  if (started !== '') return (await startOf(pid)) === started;
  if (!isOtherLivingProcess(pid)) return false;
  return Math.abs(Date.now() - at) < SAME_NUMBER_MS ? true : null;
}

function parseSign(sign: string): Owner | null {
  const [, place, pid, started] = /^(\S+) (\d+) (\d*)$/.exec(sign) ?? [];
  return place === undefined || started === undefined ? null : { place, pid: Number(pid), started };
}

/** Identifies this boot of the computer and the namespace of its process ids: each container has its own. */
async function currentPlace(): Promise<string> {
  const [boot, numbering] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname()),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return `${boot}${numbering}`.replace(/\s/g, '') || '-';
}

/** The start of a process, in clock ticks since the boot of a Linux computer; null if it has ended, or on other systems. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The fields after the process's name, which may contain anything: the first is its state, the 20th its start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const hasEnded = ['Z', 'X'].includes(fields[0] ?? '');
  return hasEnded ? null : (fields[19] ?? null);
}
