import { maskCardData } from '@shared/cards/mask-card-data';
import { explainByDocument } from '@shared/explain/explain-by-document';
import { explainExchange } from '@shared/explain/explain-exchange';
import { describeDetails } from '@shared/explain/resolve-detail';
import { describeCheckBriefly } from '@shared/http/describe-check';
import { isOutcomeUnknown, type Body, type Exchange } from '@shared/http/exchange';
import { hasAnyShape } from '@shared/http/foreign-answer';
import { isUnsettled } from '@shared/http/unsettled';
import { saysNotFound } from '@shared/http/service-error';
import type { Problem } from '@shared/problem';
import { maskSecretsOfDestination, maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import { contractOperation } from '@shared/requests/operation-key';
import { EXIT, type ExitCode } from '../exit-codes';
import { alignedLines, writeRows } from '../output';
import { sayProblem } from '../say';
import { visible } from '../visible';
import type { CommandContext } from './command';
import { writeBody } from './write-body';

const COLUMNS = ['method', 'url', 'status', 'outcome', 'ms', 'profile', 'id'] as const;

/** Writes an answer: its facts and its body as text, its body as JSON, otherwise a row. Returns the exit code. */
export async function writeExchange(exchange: Exchange, context: CommandContext): Promise<ExitCode> {
  const { format, output } = context;
  await showRequest(exchange, context);
  // Without a keychain the history keeps nothing, and an ID would lead nowhere.
  const isKept = (await context.app.ask('describeStorage', undefined)).kind === 'open';
  const id = isKept ? exchange.id : null;
  if (format === 'json') await writeBody(exchange, context);
  else if (format === 'text') {
    for (const line of factsOf(exchange, id)) await output.line(line);
    const text = await textOf(exchange.response?.body ?? { kind: 'none' }, context);
    if (text !== '') await output.line(`\n${visible(text.trimEnd())}`);
  } else await writeRows(output, format, COLUMNS, [rowOf(exchange, id)]);
  return ended(exchange, context);
}

/** Says what went wrong, if anything did, and returns the exit code. */
export function ended(exchange: Exchange, { say }: CommandContext): ExitCode {
  const { operation, response, notes = [] } = exchange;
  const isAnyShape = hasAnyShape(operation);
  const code = exitOf(exchange);
  const asked = contractOperation(operation);
  const known = { requiredScope: asked?.requiredScopes?.[0] ?? null, credential: null };
  const explain = (): Problem | null =>
    asked === null ? explainByDocument(exchange, null, known) : explainExchange(exchange, known);
  const problem = isAnyShape && code === EXIT.done ? null : explain();
  // With --format json the raw answer is already written, and need not be repeated. The window shows the status beside
  // a title that does not contain it.
  if (problem !== null && response !== null) {
    const { title } = problem;
    const status = String(response.status);
    sayProblem(say, {
      ...problem,
      title: title.includes(status) ? title : `${status}: ${title}`,
      detail: null,
    });
  } else if (problem !== null) sayProblem(say, problem);
  // The next step may point to these.
  if (problem !== null && asked !== null) describeDetails(exchange).forEach((words) => say(words));
  for (const note of notes) sayProblem(say, note);
  return problem !== null && code === EXIT.done ? EXIT.refused : code;
}

/** If requested, shows what was sent, as on the wire, with secrets masked. */
export async function showRequest(exchange: Exchange, context: CommandContext): Promise<void> {
  if (!context.showRequest) return;
  const { method, url, headers, body } = exchange.request;
  const lines = [
    `${method} ${maskSecretsOfUrl(url)}`,
    ...headers.map(maskSecretsOfDestination).map(([name, value]) => `${name}: ${value}`),
  ];
  const text = await textOf(body, context);
  if (text !== '') lines.push('', ...text.split('\n'));
  for (const line of lines) context.say(visible(`> ${line}`).trimEnd());
}

export function exitOf(exchange: Exchange): ExitCode {
  const { response, outcome } = exchange;
  if (isUnsettled(exchange)) return EXIT.unknown;
  if (response === null) {
    // A send stops on its own only because another one goes out at the same time.
    if (outcome.kind === 'cancelled' && !outcome.mayHaveArrived)
      return outcome.why === undefined ? EXIT.interrupted : EXIT.refused;
    return isOutcomeUnknown(exchange) ? EXIT.unknown : EXIT.failed;
  }
  if (outcome.kind !== 'answered') return EXIT.unknown;
  if (response.status === 404 && (hasAnyShape(exchange.operation) || saysNotFound(response)))
    return EXIT.notFound;
  return response.status >= 200 && response.status < 300 ? EXIT.done : EXIT.refused;
}

function factsOf(exchange: Exchange, id: string | null): string[] {
  const { request, response, timings, profile } = exchange;
  const check = describeCheckBriefly(exchange);
  const facts: readonly (readonly [string, string])[] = [
    ['Request', `${request.method} ${maskSecretsOfUrl(request.url)}`],
    ['Answer', response === null ? 'none' : `${response.status} ${response.statusText}`.trim()],
    ['Time', `${Math.round(timings.totalMs)} ms`],
    ...(check === null ? [] : [['Check', check] as const]),
    ['Profile', profile.name],
    ...(id === null ? [] : [['ID', id] as const]),
  ];
  return alignedLines(
    ['Fact', 'Value'],
    facts.map(([name, value]) => ({ Fact: name, Value: value })),
  ).slice(1);
}

function rowOf({ request, response, timings, profile, outcome }: Exchange, id: string | null) {
  return {
    method: request.method,
    url: maskSecretsOfUrl(request.url),
    status: response?.status ?? null,
    outcome: outcome.kind,
    ms: Math.round(timings.totalMs),
    profile: profile.name,
    id,
  };
}

/** The body as text. It is masked as a whole, because the name of a field may be lines before its value. */
async function textOf(body: Body, { app }: CommandContext): Promise<string> {
  switch (body.kind) {
    case 'none':
      return '';
    case 'text':
      return maskCardData(body.text);
    case 'stored': {
      if (body.encoding === 'binary') return `(${body.bytes.toLocaleString('en')} bytes, no text)`;
      const pieces: Uint8Array[] = [];
      for await (const piece of app.bodies.stream(body.bodyId)) pieces.push(piece);
      return maskCardData(Buffer.concat(pieces).toString('utf8'));
    }
  }
}
