import type { ElectronApplication, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

/** The id of the database process, which is started when the database is first used. */
export async function databaseProcess(app: ElectronApplication, page: Page): Promise<number> {
  await page.evaluate(() => window.explorer.measureHistory());
  const pid = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === 'database')?.pid,
  );
  if (pid === undefined) throw new Error('the database has no process');
  return pid;
}

/** False also for a zombie: a process that has ended but that its parent has not yet waited for. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
