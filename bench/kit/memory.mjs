// Memory of a process and all its descendants, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** Proportional set size of a process and all its descendants, in MB (Linux). */
export function treeMegabytes(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended since its number was read.
    }
  }
  const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)));
  const kilobytes = [...parents.keys()].filter(isBelow).map((one) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** The peak memory of a process and all its descendants during an action, measured ten times a second. */
export async function peakMegabytes(pid, act) {
  let peak = treeMegabytes(pid);
  const look = () => (peak = Math.max(peak, treeMegabytes(pid)));
  const timer = setInterval(look, 100);
  try {
    await act();
    return look();
  } finally {
    clearInterval(timer);
  }
}
