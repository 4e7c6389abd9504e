import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isOwnerRunning, signOfOwner } from './owner';

const parts = async (): Promise<[place: string, pid: string, started: string]> => {
  const [place = '', pid = '', started = ''] = (await signOfOwner()).split(' ');
  return [place, pid, started];
};

describe.skipIf(process.platform !== 'linux')('the signature of a process', () => {
  it('says that the process is running, even when suspended, and that it is not once killed', async () => {
    expect(await isOwnerRunning(await signOfOwner(), Date.now())).toBe(true);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(other, 'spawn');
    const [place] = await parts();
    const started = await startOf(other.pid);
    const sign = `${place} ${other.pid} ${started}`;
    expect(await isOwnerRunning(sign, Date.now())).toBe(true);
    other.kill('SIGSTOP');
    expect(await isOwnerRunning(sign, Date.now())).toBe(true);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await isOwnerRunning(sign, Date.now())).toBe(false);
  });

  it('says that a zombie process has ended', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    // From now on nobody asks.
    await expect.poll(() => statOf(parent.pid)).toContain('(sleep)');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => statOf(pid)).toContain(') Z ');
    const started = await startOf(pid);
    const [place] = await parts();
    expect(await isOwnerRunning(`${place} ${pid} ${started}`, Date.now())).toBe(false);
    parent.kill();
    await once(parent, 'exit');
  });

  it('does not match a later process with the same id', async () => {
    const [place, pid, started] = await parts();
    expect(await isOwnerRunning(`${place} ${pid} ${Number(started) - 1}`, Date.now())).toBe(false);
  });

  it.each([
    ['is from another container or computer', async () => `elsewhere 1 1`],
    ['was left empty by an earlier version', async () => ''],
    ['is not a signature', async () => 'ended'],
    ['has more parts', async () => `${await signOfOwner()} more`],
  ])('says nothing when it %s', async (_what, sign) => {
    expect(await isOwnerRunning(await sign(), Date.now())).toBeNull();
  });

  it('relies on the process id alone, and only for about an hour, when the start time is unknown', async () => {
    const [place] = await parts();
    const sign = `${place} ${process.ppid} `;
    expect(await isOwnerRunning(sign, Date.now())).toBe(true);
    expect(await isOwnerRunning(sign, Date.now() - 4_000_000)).toBeNull();
    expect(await isOwnerRunning(sign, Date.now() + 4_000_000)).toBeNull();
    expect(await isOwnerRunning(`${place} 4194305 `, Date.now())).toBe(false);
  });
});

function statOf(pid = 0): Promise<string> {
  return readFile(`/proc/${pid}/stat`, 'utf8');
}

async function startOf(pid = 0): Promise<string> {
  return /\) \S+(?: \S+){18} (\d+)/.exec(await statOf(pid))?.[1] ?? '';
}
