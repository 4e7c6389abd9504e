import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { ProfilesPage } from '../pages/profiles-page';
import type { OpenApp } from '../test-environment';
import { expect } from '../test';
import { listen } from './listen';

/** Text that occurs nowhere else: anything that contains it contains the token. */
export const CANARY = 'CANARYq7Zk2';

export function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES512', typ: 'JWT' })}.${part(claims)}.${CANARY}`;
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** The test's own service, which records the authorization headers it receives. Its clock is `aheadMs` ms ahead. */
export async function startService(
  aheadMs = 0,
): Promise<{ baseUrl: string; seen: string[]; close: () => void }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.authorization !== undefined) seen.push(request.headers.authorization);
    const error = { type: 'error', code: 'not_found', status: 404, message: 'none', details: [] };
    const date = new Date(Date.now() + aheadMs).toUTCString();
    response.writeHead(404, { 'content-type': 'application/json', date }).end(JSON.stringify(error));
  });
  const { url, close } = await listen(server);
  return {
    baseUrl: url,
    seen,
    close,
  };
}

/** Every file below the folder that contains the text, in UTF-8 or UTF-16. */
export function filesWith(folder: string, text: string): string[] {
  const encoded = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => encoded.some((bytes) => readFileSync(path).includes(bytes)));
}

/** Expects it to be neither in the window's document, nor in its fields, nor in the app's output. */
export async function expectNowhereInTheWindow({ page, output }: OpenApp): Promise<void> {
  const held = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...Array.from(document.querySelectorAll('input, textarea'), (field) =>
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
      ),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n'),
  );
  expect(held).not.toContain(CANARY);
  expect(output.join('\n')).not.toContain(CANARY);
}

export async function newProfile(profiles: ProfilesPage, name: string, baseUrl: string): Promise<void> {
  await profiles.choose('New profile');
  await profiles.name.fill(name);
  await profiles.baseUrl.fill(baseUrl);
}
