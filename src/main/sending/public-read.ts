import { outcomeProblem } from '@shared/http/describe-failure';
import { ProblemError } from '@shared/problem';
import type { BodyStore } from '../bodies/body-store';
import type { Transport, TransportOptions } from '../transport/types';

const OPTIONS: TransportOptions = {
  timeouts: { connectMs: 10_000, totalMs: 20_000 },
  proxy: { kind: 'system' },
  extraCaFile: null,
  clientCertificate: null,
  bodyLimitBytes: 64 * 1024,
};

export interface PublicReadServices {
  readonly transport: Pick<Transport, 'send'>;
  readonly bodies: Pick<BodyStore, 'read' | 'release'>;
}

/**
 * Reads a small public text for the app itself, under no profile: one GET without credential, cookies, redirects or
 * retries, and without a record in the history. Throws a `ProblemError` unless the status is 200.
 */
export async function readPublicText(
  { transport, bodies }: PublicReadServices,
  url: string,
): Promise<string> {
  const call = transport.send({ method: 'GET', url, headers: [], body: null }, OPTIONS);
  const { response, outcome, connection } = await call.result;
  try {
    if (outcome.kind !== 'answered' || response === null) {
      const proxy = connection?.proxy ?? null;
      const failed = outcome.kind === 'answered' ? NEVER_CAME : outcome;
      throw new ProblemError(
        outcomeProblem(failed, { method: 'GET', url, timeouts: OPTIONS.timeouts, proxy }),
      );
    }
    if (response.status !== 200) throw notThere(url, response.status);
    return (await bodies.read(response.bodyId, 0, response.bodyBytes))?.toString('utf8') ?? '';
  } finally {
    if (response) await bodies.release(response.bodyId);
  }
}

const NEVER_CAME = { kind: 'cancelled', mayHaveArrived: true } as const;

function notThere(url: string, status: number): ProblemError {
  return new ProblemError({
    code: 'public-read-status',
    title: `${new URL(url).host} answered ${status}`,
    meaning: 'What was asked for is not there. Where the answer is a redirect, it was not followed.',
    nextStep: 'Try again later.',
    detail: url,
  });
}
