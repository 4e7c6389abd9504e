import type { ZodError, ZodType } from 'zod';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { problemOf } from './problem-of';

/**
 * How a capability serves one request of the bridge: a parser for what the renderer sent, and the function that handles
 * it. A handler may throw a `ProblemError`; `registerBridge` turns it into a typed result.
 */
export interface BridgeHandler<Argument, Value> {
  readonly parse: ZodType<Argument>;
  handle(argument: Argument): Promise<Value> | Value;
}

/** Any handler, for `registerBridge`: `handle` takes whatever `parse` returns. */
export interface AnyBridgeHandler {
  readonly parse: ZodType;
  handle(argument: never): unknown;
}

/** The handlers for a bridge map; the type checker makes sure that none is missing. */
export type BridgeHandlers<Requests> = {
  readonly [Name in keyof Requests]: Requests[Name] extends { argument: infer Argument; result: infer Value }
    ? BridgeHandler<Argument, Value>
    : never;
};

/** The same handlers, each waiting for `ready` before it serves. */
export function servingAfter<Handlers extends Readonly<Record<string, AnyBridgeHandler>>>(
  ready: () => Promise<void>,
  handlers: Handlers,
): Handlers {
  const waiting = Object.entries(handlers).map(([name, handler]) => {
    const handle = async (argument: never): Promise<unknown> => {
      await ready();
      return handler.handle(argument);
    };
    return [name, { ...handler, handle }];
  });
  // Each has its own name, parser and result.
  return Object.fromEntries(waiting) as Handlers;
}

/** Parses and serves one request. */
export async function answer(
  name: string,
  handler: AnyBridgeHandler,
  sent: readonly unknown[],
  reportDefect: (where: string, error: unknown) => void,
): Promise<Result<unknown>> {
  const parsed = handler.parse.safeParse(sent[0]);
  const tooLong = parsed.success ? null : tooLongText(parsed.error);
  if (tooLong !== null) return refuse(tooLong);
  if (!parsed.success || sent.length > 1) {
    return refuse({
      code: 'bad-arguments',
      title: 'The app asked itself for something malformed',
      meaning: `The request "${name}" did not have the expected shape. Nothing was sent.`,
      nextStep: 'This is a defect of the app: please report it with the detail below.',
      detail: parsed.success ? 'too many arguments' : parsed.error.message,
    });
  }
  try {
    // The data comes from this handler's own parser; the two are typed together where the handler is written.
    return succeed(await handler.handle(parsed.data as never));
  } catch (error) {
    return refuse(problemOf(name, error, reportDefect));
  }
}

/** The problem for a pasted text that is longer than any valid one, which is not a defect. Null for anything else. */
function tooLongText({ issues }: ZodError): Problem | null {
  const [issue] = issues;
  if (issue?.code !== 'too_big' || issue.origin !== 'string' || issues.length > 1) return null;
  return {
    code: 'text-too-long',
    title: 'What was entered is too long',
    meaning: `There may be at most ${issue.maximum.toLocaleString('en')} characters. Nothing was sent or kept of it.`,
    nextStep: 'See that the right text was pasted.',
    detail: issue.path.join('.'),
  };
}
