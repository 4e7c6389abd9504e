import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where the packaged app is; it is made if it is not built from the current sources. */
export interface PackagedApp {
  /** The unpacked app as it is distributed. */
  readonly folder: string;
  readonly executable: string;
  /** The executable of a copy that differs only in the one fuse without which Playwright cannot control it. */
  readonly inspectable: string;
}

let made: Promise<PackagedApp> | undefined;

export function packagedApp(): Promise<PackagedApp> {
  return (made ??= make<PackagedApp>());
}

/** The path of the .deb of that app. */
export async function debianPackage(): Promise<string> {
  return (await make<{ readonly deb: string }>('--deb')).deb;
}

async function make<Made>(...options: readonly string[]): Promise<Made> {
  const script = 'build/packaging/for-journeys.mjs';
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  return JSON.parse(stdout) as Made;
}

/** Chromium refuses to run as root with its sandbox on; all other users run with it. */
export const sandboxArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
