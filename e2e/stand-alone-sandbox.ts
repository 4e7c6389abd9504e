import { expect, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import { createInterface } from 'node:readline';
import { listen } from './support/listen';

/** The parts of the stand-alone sandbox's first line that tests use. */
export interface SandboxDescription {
  readonly baseUrl: string;
  readonly destination: { readonly http: string; readonly tls: string };
  readonly tokens: Readonly<Record<'full' | 'noScope' | 'expired' | 'notYetValid', string>>;
  readonly sessions: Readonly<Record<string, string>> & { readonly errors: Readonly<Record<string, string>> };
  readonly merchantAccounts: readonly string[];
  readonly paymentMethods: readonly string[];
  readonly authentications: Readonly<Record<string, string>>;
  readonly controlUrl: string;
  readonly signingKey: { readonly kid: string; readonly privateKeyPem: string };
}

export interface RunningSandbox {
  readonly description: SandboxDescription;
  stop(): Promise<void>;
}

/** The sandbox as `npm run sandbox` starts it: the built command, with additional options. */
export async function startSandbox(...options: readonly string[]): Promise<RunningSandbox> {
  const child = spawn(process.execPath, ['out/main/sandbox-cli.js', '--port', '0', '--quiet', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the sandbox ended at once (code ${code})`)));
  });
  return {
    description: JSON.parse(first) as SandboxDescription,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Sets the faults of a stand-alone sandbox; an empty plan ends them. */
export async function setFaults(controlUrl: string, plan: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await fetch(controlUrl, { method: 'PUT', body: JSON.stringify(plan) });
  expect(answer.status).toBe(200);
}

/** Creates a profile as the form does, with its own token, and switches to it. Returns its id. */
export async function useProfile(
  page: Page,
  profile: {
    readonly name: string;
    readonly baseUrl: string;
    /** No JWT unless given. */
    readonly token?: string;
    readonly environment?: 'sandbox' | 'production';
    readonly variables?: readonly { readonly name: string; readonly value: string }[];
  },
): Promise<string> {
  const given = { token: 'not-a-jwt', environment: 'sandbox', variables: [], ...profile } as const;
  const made = await page.evaluate(async ({ name, baseUrl, token, environment, variables }) => {
    const created = await window.explorer.createProfile({
      draft: {
        name,
        environment,
        baseUrl,
        merchantAccountId: null,
        merchantHeader: 'x-service-merchant-account-id',
        readOnly: false,
        timeouts: { connectMs: 5_000, totalMs: 30_000 },
        proxy: { kind: 'none' },
        extraCaFile: null,
        clientCertificate: null,
        variables,
      },
    });
    if (!created.ok) return { failed: created.problem.title };
    const { profileId } = created.value;
    const saved = await window.explorer.saveToken({ profileId, token, home: 'keychain' });
    if (!saved.ok) return { failed: saved.problem.title };
    const active = await window.explorer.activateProfile({ profileId });
    return active.ok ? { profileId } : { failed: active.problem.title };
  }, given);
  if ('failed' in made) throw new Error(made.failed);
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText(profile.name);
  return made.profileId;
}

/** A sandbox of the test's own, with a profile for it that is switched to. */
export async function useSandbox(
  page: Page,
  name: string,
  ...options: readonly string[]
): Promise<RunningSandbox> {
  const sandbox = await startSandbox(...options);
  const { baseUrl, tokens } = sandbox.description;
  await useProfile(page, { name, baseUrl, token: tokens.full });
  return sandbox;
}

/** The same with a test's own server, which is started listening. */
export async function useServer(page: Page, server: Server): Promise<void> {
  const { url } = await listen(server);
  await useProfile(page, { name: 'A server of the test', baseUrl: url });
}
