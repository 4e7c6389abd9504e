import { randomUUID } from 'node:crypto';
import { MAX_BULK_SESSIONS } from '@shared/bridge/sessions';
import {
  isUnasked,
  listEntries,
  SERVICE_UNREACHABLE,
  noIdLine,
  TOKEN_REFUSED,
  type SessionLine,
} from '@shared/history/session-outcome';
import type { Body, Exchange } from '@shared/http/exchange';
import { writtenCount } from '@shared/http/count-findings';
import { describeCheck } from '@shared/http/describe-check';
import { readServiceError } from '@shared/http/service-error';
import { ProblemError } from '@shared/problem';
import { countOf } from '@shared/text/count-of';
import { shortenEnd } from '@shared/text/shorten-end';
import { EXIT, gravest, type ExitCode } from '../exit-codes';
import { alignedLines, writeRows, type Row } from '../output';
import type { CommandContext, Run } from './command';
import { writeBody } from './write-body';
import { ended, exitOf, showRequest } from './write-exchange';

const COLUMNS = [
  'session',
  'outcome',
  'status',
  'total',
  'card',
  'buyer',
  'expires',
  'findings',
  'message',
] as const;

/**
 * An entry in a text that looks like an ID but is not one. `line` is null if it extends over two lines, or is written
 * differently from how it is read.
 */
export interface NoId {
  readonly line: number | null;
  readonly entry: string;
}

/** Why a list stopped by itself, by the message of those that were not asked for. */
const WHY_STOPPED: readonly (readonly [message: string, words: string])[] = [
  [SERVICE_UNREACHABLE, ', as six in a row could not reach the service'],
  [TOKEN_REFUSED, ', as the service refused the token six times in a row'],
];

const MAX_TOLD = 20;
const MAX_ENTRY_LENGTH = 60;
/** Otherwise the log of a CI run would have thousands of lines. */
const MAX_PROGRESS_LINES = 20;

/**
 * GET /checkout/sessions/{session_id}, for one or for many. Entries that are not IDs are reported, and count as not
 * found.
 * @param order the IDs and those entries together, as they were given.
 */
export function lookUp(
  sessionIds: readonly string[],
  noIds: readonly NoId[] = [],
  order: readonly string[] = sessionIds,
): Run {
  return async (context) => {
    const { say } = context;
    for (const { line, entry } of noIds.slice(0, MAX_TOLD))
      say(
        `${line === null ? 'An entry' : `Line ${line}`} is not an ID: ${shortenEnd(entry, MAX_ENTRY_LENGTH)}`,
      );
    const more = noIds.length - MAX_TOLD;
    if (more > 0) say(`${countOf(more, 'more entry is not an ID', 'more entries are not IDs')}.`);
    const [only, ...others] = sessionIds;
    // A list stays a list, however much of it could be read.
    const isOne = only !== undefined && others.length === 0 && noIds.length === 0;
    const code = isOne ? await one(only, context) : await many(sessionIds, noIds, order, context);
    return noIds.length === 0 ? code : gravest([code, EXIT.notFound]);
  };
}

/**
 * The entries that are not IDs, with the line numbers of the first `MAX_TOLD`.
 * @param broken from `readUuids` of this text.
 */
export function noIdsOf(text: string, broken: readonly string[]): readonly NoId[] {
  const lines = text.split(/\r\n|[\r\n]/);
  const lineOf = (entry: string): number | null => {
    const at = lines.findIndex((line) => hasWord(line, entry));
    return at < 0 ? null : at + 1;
  };
  // Limited, because thousands of entries would each be searched for in thousands of lines.
  return broken.map((entry, index) => ({ line: index < MAX_TOLD ? lineOf(entry) : null, entry }));
}

/**
 * True if the entry is a word of the line and not part of a longer one: a truncated ID is also part of the whole ID.
 */
function hasWord(line: string, entry: string): boolean {
  for (let at = line.indexOf(entry); at >= 0; at = line.indexOf(entry, at + 1)) {
    const beside = [line[at - 1] ?? ' ', line[at + entry.length] ?? ' '];
    if (!beside.some((sign) => /[\p{L}\p{N}-]/u.test(sign))) return true;
  }
  return false;
}

/** As JSON it is the answer's body. */
async function one(sessionId: string, context: CommandContext): Promise<ExitCode> {
  const { app, format, output, say } = context;
  const exchange = await app.ask('lookUpSession', { sessionId, callId: randomUUID() });
  const recent = app.ask('listRecentSessions', { profileId: exchange.profile.id });
  // The answer is shown whether or not it could be remembered.
  const known = await recent.catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    say(`${error.problem.title}. ${error.problem.meaning}`);
    return [];
  });
  // Pinned ones come first.
  const state = known.find((line) => line.sessionId === sessionId) ?? null;
  await showRequest(exchange, context);
  const answered = ended(exchange, context);
  const isOther = answered === EXIT.done && state?.outcome === 'failed';
  if (isOther) context.say(describeOther(sessionId, exchange.response?.body));
  const code = isOther ? EXIT.refused : answered;
  if (format === 'json') await writeBody(exchange, context);
  else if (format !== 'text')
    await writeRows(output, format, COLUMNS, [
      {
        session: sessionId,
        status: exchange.response?.status ?? null,
        ...(state ? rowOf(state) : {}),
        findings: writtenCount(
          exchange.check.kind === 'checked' ? exchange.findings.length + exchange.moreFindings : null,
        ),
        message: (exchange.response && readServiceError(exchange.response)?.message) ?? null,
      },
    ]);
  else if (code === EXIT.done)
    for (const words of factsOf(sessionId, state, exchange)) await output.line(words);
  return code;
}

/**
 * Explains an answer with a success status that counts as a failure, because it is another session; `ended` has
 * explained one that is not an object.
 */
function describeOther(sessionId: string, body: Body | undefined): string {
  return body?.kind === 'stored'
    ? `The answer is not the session ${sessionId}.`
    : `The answer is a different session from ${sessionId}.`;
}

async function many(
  sessionIds: readonly string[],
  noIds: readonly NoId[],
  order: readonly string[],
  { app, format, output, say }: CommandContext,
): Promise<ExitCode> {
  if (sessionIds.length > MAX_BULK_SESSIONS) {
    say(
      `${sessionIds.length.toLocaleString('en')} IDs are too many: at most ${MAX_BULK_SESSIONS.toLocaleString('en')} are looked up at a time. Nothing was sent. Look them up in smaller batches.`,
    );
    return EXIT.usage;
  }
  let done = 0;
  let told = 0;
  app.events.on('sessionLines', ({ lines }) => {
    const came = lines.filter(({ outcome }) => outcome !== 'waiting').length;
    if (came === 0) return;
    done += came;
    if (done < sessionIds.length && done - told < sessionIds.length / MAX_PROGRESS_LINES) return;
    told = done;
    say(`${done.toLocaleString('en')} of ${sessionIds.length.toLocaleString('en')}`);
  });
  const listId = randomUUID();
  // The window will show the list as it was given here.
  const entries = noIds.length === 0 ? undefined : listEntries(order, MAX_BULK_SESSIONS);
  const lines =
    sessionIds.length === 0
      ? []
      : await app.ask('lookUpSessions', { listId, sessionIds, callId: randomUUID(), entries });
  if (lines === null) {
    say('This many on production can be looked up only in the app, which asks you first.');
    return EXIT.refused;
  }
  const places = new Map(order.map((entry, place) => [entry, place]));
  const placeOf = ({ sessionId }: SessionLine): number => places.get(sessionId) ?? order.length;
  const all = [...lines, ...noIds.map(lineOfNoId)].sort((one, other) => placeOf(one) - placeOf(other));
  await writeRows(output, format, COLUMNS, all.map(rowOf));
  const found = lines.filter(({ outcome }) => outcome === 'found' || outcome === 'expired').length;
  const left =
    noIds.length === 0
      ? ''
      : ` ${countOf(noIds.length, 'entry is not an ID, and was', 'entries are not IDs, and were')} not looked up.`;
  const total =
    sessionIds.length === 0
      ? ''
      : `Found ${found.toLocaleString('en')} of ${countOf(sessionIds.length, 'session')}.`;
  const unasked = lines.filter(isUnasked);
  const why = WHY_STOPPED.find(([reason]) => unasked.some(({ message }) => message === reason))?.[1] ?? '';
  const stopped =
    unasked.length === 0
      ? ''
      : ` ${countOf(unasked.length, 'session was', 'sessions were')} not looked up${why}.`;
  say(`${total}${stopped}${left}`.trimStart());
  const isUnanswered = ({ outcome, status }: SessionLine): boolean => outcome === 'failed' && status === null;
  return gravest([
    ...lines.filter((line) => !isUnanswered(line)).map((line) => exitOfLine(line)),
    await exitOfUnanswered(listId, lines.filter(isUnanswered), app),
  ]);
}

/** A line does not say whether its request reached the service, but its exchange does. */
async function exitOfUnanswered(
  listId: string,
  lines: readonly SessionLine[],
  app: CommandContext['app'],
): Promise<ExitCode> {
  for (const { sessionId } of lines) {
    const exchange = await app.ask('openSessionLine', { listId, sessionId });
    if (exchange === null || exitOf(exchange) === EXIT.unknown) return EXIT.unknown;
  }
  return lines.length === 0 ? EXIT.done : EXIT.failed;
}

function rowOf(line: Partial<SessionLine> & Pick<SessionLine, 'sessionId' | 'outcome'>): Row {
  const { sessionId, outcome, status, total, card, buyer, expiresAt, findings, message } = line;
  return {
    session: sessionId,
    outcome,
    ...(status === undefined ? {} : { status }),
    total,
    card,
    buyer,
    expires: expiresAt,
    findings: writtenCount(findings ?? null),
    message,
  };
}

/** For readers of the rows alone: there are as many rows as there were entries. */
function lineOfNoId({ line, entry }: NoId): SessionLine {
  const noId = noIdLine(entry);
  return line === null ? noId : { ...noId, message: `line ${line}: ${noId.message}` };
}

function factsOf(
  sessionId: string,
  state: Pick<SessionLine, 'outcome' | 'total' | 'card' | 'buyer' | 'expiresAt'> | null,
  exchange: Exchange,
): string[] {
  const { response, timings, profile } = exchange;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Session', sessionId],
    ['State', state?.outcome ?? null],
    ['Expires', state?.expiresAt ?? null],
    [
      'Total',
      state?.total == null ? null : `${state.total} (in the smallest unit; the session names no currency)`,
    ],
    ['Card', state?.card ?? null],
    ['Buyer', state?.buyer ?? null],
    ['Answer', `${response?.status ?? ''} in ${Math.round(timings.totalMs)} ms · ${describeCheck(exchange)}`],
    ['Profile', profile.name],
  ];
  return alignedLines(
    ['Fact', 'Value'],
    facts.flatMap(([name, value]) => (value === null ? [] : [{ Fact: name, Value: value }])),
  ).slice(1);
}

function exitOfLine(line: SessionLine): ExitCode {
  switch (line.outcome) {
    case 'found':
    case 'expired':
      return EXIT.done;
    case 'not found':
    case 'not an ID':
      return EXIT.notFound;
    case 'no access':
    case 'failed':
      return EXIT.refused;
    case 'cancelled':
      // After Ctrl+C, the look-ups that were in progress say so.
      return isUnasked(line) ? EXIT.failed : EXIT.interrupted;
    case 'waiting':
      return EXIT.interrupted;
  }
}
