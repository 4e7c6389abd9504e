import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A TCP or UDP socket of a process (Linux). */
export interface SocketFacts {
  readonly pid: number;
  readonly protocol: string;
  /** `127.0.0.1:4010`; the port is 0 when there is no such side (yet). */
  readonly local: string;
  readonly remote: string;
}

const TABLES = ['tcp', 'tcp6', 'udp', 'udp6'] as const;

/** A process and all its descendants. */
export function processesBelow(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(/\) \S (\d+)/.exec(readIfThere(`/proc/${name}/stat`))?.[1])]);
  const found = [pid];
  for (const parent of found)
    found.push(...parents.filter(([, of]) => of === parent).map(([child = 0]) => child));
  return found;
}

/** The sockets that these processes have at the moment. */
export function socketsOf(pids: readonly number[]): SocketFacts[] {
  return pids.flatMap((pid) => {
    const inodes = openSockets(pid);
    if (inodes.size === 0) return [];
    return TABLES.flatMap((protocol) =>
      readIfThere(`/proc/${pid}/net/${protocol}`)
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter((cells) => inodes.has(cells[9] ?? ''))
        .map(([, local = '', remote = '']) => ({
          pid,
          protocol,
          local: addressOf(local),
          remote: addressOf(remote),
        })),
    );
  });
}

/** True if nothing that it sends can leave this computer. */
export function staysHere({ local, remote }: SocketFacts): boolean {
  const isNone = remote.endsWith(':0');
  return isLoopback(isNone ? local : remote);
}

function isLoopback(address: string): boolean {
  return /^(?:127\.|::ffff:127\.|::1:)/.test(address);
}

/** The inodes of the sockets that a process has open. */
function openSockets(pid: number): ReadonlySet<string> {
  let links: string[];
  try {
    links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkIfThere(`/proc/${pid}/fd/${fd}`));
  } catch (error) {
    // Only root can inspect a process in Chromium's sandbox; such a process has no network access either.
    const command = readIfThere(`/proc/${pid}/cmdline`);
    const sandboxed = /--type=(?:renderer|zygote|gpu-process)/.test(command);
    // A process that is ending may still have its number, but no longer has a command.
    if (sandboxed || command === '') return new Set();
    throw error;
  }
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.slice(1) ?? []));
}

/** `0100007F:1F90` is 127.0.0.1:8080: each 32-bit word is in the byte order of this machine. */
export function addressOf(hex: string): string {
  const [address = '', port = '0'] = hex.split(':');
  const words = address.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => [...Buffer.from(word, 'hex').reverse()]);
  return `${bytes.length === 4 ? bytes.join('.') : ipv6Of(bytes)}:${Number.parseInt(port, 16)}`;
}

function ipv6Of(bytes: readonly number[]): string {
  const text = Buffer.from(bytes).toString('hex');
  if (/^0{20}ffff/.test(text)) return `::ffff:${bytes.slice(12).join('.')}`;
  return text === '0'.repeat(31) + '1' ? '::1' : text;
}

/** The file may disappear between the two accesses. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkIfThere(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
