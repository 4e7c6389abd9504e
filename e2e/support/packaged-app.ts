import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where the package's app lies, made when it is not of these sources. */
export interface PackagedApp {
  /** The unpacked app as it is given away. */
  readonly folder: string;
  readonly executable: string;
  /** The executable of a copy that differs by the one fuse without which Playwright cannot steer it. */
  readonly inspectable: string;
}

let made: Promise<PackagedApp> | undefined;

export function packagedApp(): Promise<PackagedApp> {
  return (made ??= make<PackagedApp>());
}

/** The path of the .deb with that app. */
export async function debianPackage(): Promise<string> {
  return (await make<{ readonly deb: string }>('--deb')).deb;
}

async function make<Made>(...options: readonly string[]): Promise<Made> {
  const script = 'build/packaging/for-journeys.mjs';
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  return JSON.parse(stdout) as Made;
}

/** Chromium refuses to run as root with its sandbox on; nobody else goes without it. */
export const sandboxArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
