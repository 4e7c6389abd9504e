import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isOwnerRunning, signOfOwner } from './owner';

const parts = async (): Promise<[place: string, pid: string, started: string]> => {
  const [place = '', pid = '', started = ''] = (await signOfOwner()).split(' ');
  return [place, pid, started];
};

describe.skipIf(process.platform !== 'linux')('what a process signed', () => {
  it('says that it runs, and that it does not once it was killed', async () => {
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

  it('says that it ended where nobody asked yet how', async () => {
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

  it('is not what another one has that got the same number later', async () => {
    const [place, pid, started] = await parts();
    expect(await isOwnerRunning(`${place} ${pid} ${Number(started) - 1}`, Date.now())).toBe(false);
  });

  it.each([
    ['of another container or computer', async () => `elsewhere 1 1`],
    ['an earlier version left empty', async () => ''],
    ['is no sign', async () => 'ended'],
    ['holds more', async () => `${await signOfOwner()} more`],
  ])('says nothing where it is %s', async (_what, sign) => {
    expect(await isOwnerRunning(await sign(), Date.now())).toBeNull();
  });

  it('counts by its number alone for an hour, where nothing says when a process was started', async () => {
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
