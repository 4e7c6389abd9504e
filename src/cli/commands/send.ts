import { randomUUID } from 'node:crypto';
import type { SendResult } from '@shared/bridge/sending';
import { EXIT, type ExitCode } from '../exit-codes';
import { findSaved, nothingSaved, type FoundRequest } from '../requests/find-saved';
import {
  findOperation,
  makeRequest,
  refuseMissing,
  takeSecrets,
  withSecrets,
} from '../requests/make-request';
import { tellWarnings } from '../requests/tell-warnings';
import { readText } from '../read-text';
import { UnwrittenError } from '../unwritten-error';
import { UsageError } from '../usage-error';
import type { CommandContext, Run } from './command';
import { exitOf, writeExchange } from './write-exchange';

export interface SendOptions {
  readonly param: readonly string[];
  readonly header: readonly string[];
  readonly secret: readonly string[];
  /** The text itself, `@file`, or `@-` for standard input. */
  readonly body?: string;
}

/** Sends an operation of the contract or of a document, any method and path, or a saved request. */
export function send(typed: string, options: SendOptions): Run {
  const secrets = takeSecrets(options.secret);
  return async (context) => {
    const { app } = context;
    // Documents are read in a separate process, so they are read only if one is meant.
    const operation =
      findOperation(typed, []) ?? findOperation(typed, (await app.ask('listDocuments', undefined)).documents);
    if (operation !== null) {
      const body = await readBody(options.body);
      const request = makeRequest(operation, { ...options, body });
      return sendFound({ request, composedUnder: null, familyId: null }, secrets, context);
    }
    const saved = await findSaved(typed, app);
    if (saved === null)
      throw new UsageError(
        `There is no operation and no saved request "${typed}". Any request is a method and a path: GET /buyers.`,
      );
    if (options.param.length + options.header.length > 0 || options.body !== undefined)
      throw new UsageError('A saved request is sent as it is saved: without --param, --header and --body.');
    return sendFound(saved, secrets, context);
  };
}

/** Sends a saved Vault Forward request, from the app or from a file. */
export function forward(typed: string, secret: readonly string[]): Run {
  const secrets = takeSecrets(secret);
  return async (context) => {
    const saved = await findSaved(typed, context.app);
    if (saved === null) {
      const lines = await context.app.ask('listSavedRequests', undefined);
      context.say(`${nothingSaved(typed, lines)} A file ends with .yaml; - is standard input.`);
      return EXIT.notFound;
    }
    if (saved.request.operation !== 'vault_forward')
      throw new UsageError(`"${typed}" is not a Vault Forward request: send it with the command send.`);
    return sendFound(saved, secrets, context);
  };
}

async function sendFound(
  { request, composedUnder, familyId }: FoundRequest,
  secrets: Readonly<Record<string, string>>,
  context: CommandContext,
): Promise<ExitCode> {
  const whole = withSecrets(request, secrets);
  refuseMissing([whole]);
  await tellWarnings(whole, context);
  const callId = randomUUID();
  const argument = { request: whole, callId, composedUnder, draftId: null, familyId };
  return sent(await context.app.ask('sendRequest', argument), context);
}

export async function sent(result: SendResult, context: CommandContext): Promise<ExitCode> {
  // The person has already been shown the question, and told that the answer was no.
  if (result.kind === 'declined') return EXIT.refused;
  const { exchange } = result;
  try {
    const code = await writeExchange(exchange, context);
    await context.output.flush();
    return code;
  } catch (error) {
    const answer =
      exchange.response === null ? 'without an answer' : `and answered ${exchange.response.status}`;
    context.say(
      `It was sent, ${answer} (${exchange.id}); the result cannot be written. Do not send it again because of that.`,
    );
    throw new UnwrittenError(error, exitOf(exchange));
  }
}

async function readBody(typed: string | undefined): Promise<string | null> {
  if (typed === undefined) return null;
  return typed.startsWith('@') ? readText(typed.slice(1)) : typed;
}
