import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { derivedId } from '@main/saved-requests/live/live-entries';
import { REQUEST_FILE } from '@main/saved-requests/request-files';
import { readRequestFolder } from '@main/saved-requests/request-folder';
import { byPlace } from '@main/saved-requests/request-store';
import type { RunResult, RunStep } from '@shared/bridge/saved-requests';
import { describeExpectation } from '@shared/requests/describe-expectation';
import { junitReport } from '@shared/requests/junit-report';
import type { SavedRequest, SavedRequestLine } from '@shared/requests/saved-requests';
import {
  describeRunAnswer,
  EXPECTED_BY_ITSELF,
  isAsExpected,
  isOpen,
  isUnsent,
} from '@shared/requests/run-outcome';
import { whyNotRun } from '@shared/requests/why-not-run';
import { countOf } from '@shared/text/count-of';
import { fileTrouble } from '@shared/text/file-trouble';
import { EXIT, exitOfProblem, gravest, type ExitCode } from '../exit-codes';
import type { OpenApp } from '../open-app';
import { writeRows, type Row } from '../output';
import { familyOfFile, nothingSaved, pathOf } from '../requests/find-saved';
import { refuseMissing, takeSecrets, withSecrets } from '../requests/make-request';
import { refuseUnread } from '../requests/refuse-unread';
import { FRESH_TOKEN, sayProblem } from '../say';
import { UnwrittenError } from '../unwritten-error';
import { UsageError } from '../usage-error';
import type { CommandContext, Run } from './command';

const COLUMNS = ['folder', 'request', 'result', 'answer', 'ms', 'why'] as const;

/** How a request of the run ended; `waiting` until its turn. */
type Step = RunStep | { readonly kind: 'waiting' };

/** A request of a run, which messages identify by its folder and name. */
type Line = Pick<SavedRequestLine, 'id' | 'folder' | 'name'>;

interface ToRun {
  readonly lines: readonly Line[];
  /** Null if a question was answered with no. */
  readonly send: (onStep: (requestId: string, step: RunStep) => void) => Promise<readonly RunResult[] | null>;
}

/** Runs a folder with its subfolders, or one request; an empty name means every saved request. */
export function runFolder(wanted: string, secret: readonly string[]): Run {
  const secrets = takeSecrets(secret);
  return async (context) => {
    const { app, format, output, say } = context;
    const found = isPath(wanted)
      ? await fromDisk(wanted, secrets, app)
      : await kept(wanted, secrets, context);
    if (found === null) return EXIT.notFound;
    const { lines } = found;
    const startedAt = new Date();
    const steps = new Map<string, Step>();
    const results = await found.send((requestId, step) => {
      steps.set(requestId, step);
      const line = lines.find(({ id }) => id === requestId);
      if (!line || step.kind === 'running') return;
      say(told(line, step));
      void app.unkeptSends.told().catch(() => undefined);
    });
    // The person has already been shown the question, and told that the answer was no.
    if (results === null) return EXIT.refused;
    const stopped = results.filter(({ step }) => step.kind === 'stopped').length;
    if (stopped > 0)
      say(
        `The run stopped: ${countOf(stopped, 'request')} of it ${stopped === 1 ? 'was' : 'were'} not sent. Running it again sends all of it again, including what was carried out.`,
      );
    for (const { requestId, step } of results) steps.set(requestId, step);
    const stepOf = ({ id }: Line): Step => steps.get(id) ?? { kind: 'waiting' };
    sayNextSteps(lines.map(stepOf), say);
    const code = gravest(lines.map((line) => exitOf(stepOf(line))));
    try {
      if (format === 'junit') {
        const cases = lines.map((line) => {
          const state = stepOf(line);
          return {
            folder: line.folder,
            name: line.name,
            state,
            answer: describeRunAnswer(state),
          };
        });
        const { name: profile } = await app.profiles.active();
        await output.write(junitReport({ title: wanted || 'Saved requests', cases, startedAt, profile }));
      } else {
        await writeRows(
          output,
          format,
          COLUMNS,
          lines.map((line) => rowOf(line, stepOf(line))),
        );
      }
    } catch (error) {
      throw new UnwrittenError(error, code);
    }
    return code;
  };
}

/** True for a path, judging by how it begins; anything else is the name of a folder or request in the app. */
function isPath(wanted: string): boolean {
  return isAbsolute(wanted) || /^\.{1,2}([\\/]|$)/.test(wanted);
}

/** Requests in files, such as a folder in git; none of them is kept. */
async function fromDisk(
  path: string,
  secrets: Readonly<Record<string, string>>,
  app: OpenApp,
): Promise<ToRun> {
  const { id: profileId } = await app.profiles.active();
  const read = await readRequestFolder(path).catch((error: unknown) => {
    const one = /\.ya?ml$/i.test(path) ? ' A file by itself is sent with send.' : '';
    throw new UsageError(`${path} cannot be read: ${fileTrouble(error)}.${one}`);
  });
  const requests: SavedRequest[] = [];
  const taken = new Set<string>();
  const folder = await realpath(path);
  for (const { file, read: one } of read) {
    if (!one.ok) throw new UsageError(`${join(path, file)}: ${one.why} Nothing was sent.`);
    const request = withSecrets(one.request.request, secrets, 'known headers');
    let { id } = one.request;
    // A copied file has the id of the other, and must not be reported in its place.
    for (let copy = 1; taken.has(id); copy += 1) id = derivedId(folder, `${file} ${copy}`);
    taken.add(id);
    const familyId = await familyOfFile(id, app);
    requests.push({ ...one.request, id, profileId, request, familyId });
  }
  refuseMissing(requests.map(({ request }) => request));
  if (requests.length === 0) throw new UsageError(`There is no ${REQUEST_FILE} in ${path}.`);
  return {
    lines: requests.sort(byPlace),
    send: (onStep) => app.runRequests(requests, onStep),
  };
}

async function kept(
  wanted: string,
  secrets: Readonly<Record<string, string>>,
  { app, say }: CommandContext,
): Promise<ToRun | null> {
  if (Object.keys(secrets).length > 0)
    throw new UsageError('--secret is for a folder on disk: saved requests have theirs in the keychain.');
  const all = await app.ask('listSavedRequests', undefined);
  const lines = all.filter(
    (line) => wanted === '' || pathOf(line) === wanted || `${line.folder}/`.startsWith(`${wanted}/`),
  );
  if (lines.length === 0) {
    await refuseUnreadFiles(wanted, app);
    await refuseUnread(app, 'run');
    say(nothingIn(wanted, all));
    return null;
  }
  await refuseUnreadFiles(wanted, app);
  const ids = lines.map(({ id }) => id);
  return {
    lines,
    send: (onStep) => {
      app.events.on('savedRun', ({ requestId, step }) => onStep(requestId, step));
      return app.ask('runSavedRequests', { ids, callId: randomUUID() });
    },
  };
}

/** Throws a `UsageError` if something that is to be run cannot be read, as is done for a folder named by its path. */
async function refuseUnreadFiles(wanted: string, app: OpenApp): Promise<void> {
  const isInside = (folder: string): boolean => wanted === '' || `${folder}/`.startsWith(`${wanted}/`);
  for (const { name, path, problem, broken } of await app.ask('describeLiveFolders', undefined)) {
    if (problem !== null && (isInside(name) || wanted.startsWith(`${name}/`)))
      throw new UsageError(`${problem.title}. ${problem.meaning} Nothing was sent.`);
    const unread = broken.find(({ folder }) => isInside(folder));
    if (unread !== undefined)
      throw new UsageError(`${join(path, unread.file)}: ${unread.why} Nothing was sent.`);
  }
}

function nothingIn(wanted: string, all: readonly SavedRequestLine[]): string {
  const path = 'A folder on disk is named by a path, such as ./requests.';
  if (all.length === 0) return `${nothingSaved(wanted, all)} ${path}`;
  const folders = [...new Set(all.map(({ folder }) => folder))].filter(Boolean);
  const known = folders.length === 0 ? '' : ` Folders: ${folders.join(', ')}.`;
  return `There is no folder and no saved request "${wanted}".${known} ${path}`;
}

function rowOf({ folder, name }: Line, step: Step): Row {
  return {
    folder,
    request: name,
    result: wordOf(step),
    answer: describeRunAnswer(step),
    ms: step.kind === 'done' ? Math.round(step.ms) : null,
    why: whyOf(step),
  };
}

function wordOf(step: Step): string {
  switch (step.kind) {
    case 'done':
      if (isOpen(step)) return 'outcome unknown';
      if (isUnsent(step)) return 'not sent';
      return isAsExpected(step) ? 'as expected' : 'not as expected';
    case 'refused':
      return 'refused';
    case 'running':
    case 'waiting':
    case 'skipped':
    case 'cancelled':
    case 'stopped':
    case 'deleted':
      return 'not run';
  }
}

function whyOf(step: Step): string | null {
  if (step.kind === 'refused') return `${step.problem.title}. ${step.problem.meaning}`;
  if (step.kind === 'running' || step.kind === 'waiting') return null;
  if (step.kind !== 'done') return whyNotRun(step);
  if (step.why !== null) return step.why;
  if (step.results.length === 0 && step.answer !== null && !isAsExpected(step))
    return `${EXPECTED_BY_ITSELF}: found ${step.answer}`;
  const unmet = step.results.filter(({ met }) => !met);
  return (
    unmet.map(({ expectation, found }) => `${describeExpectation(expectation)}: found ${found}`).join('; ') ||
    null
  );
}

/** A line for people whose report goes to a file, or is not ready yet. */
function told({ name }: Line, step: Step): string {
  const why = step.kind === 'refused' ? step.problem.title : whyOf(step);
  return `${name}: ${wordOf(step)}${why === null ? '' : `. ${why}`}`;
}

/** Each problem once: if fifty requests have no token, there is still only one thing to do. */
function sayNextSteps(steps: readonly Step[], say: CommandContext['say']): void {
  const problems = new Map(
    steps.flatMap((step) =>
      step.kind === 'refused' ? [[JSON.stringify(step.problem), step.problem] as const] : [],
    ),
  );
  for (const problem of problems.values()) sayProblem(say, problem);
  if (steps.some((step) => isRefused(step, '401'))) say(`Where a 401 is the service’s own: ${FRESH_TOKEN}`);
}

/** True if the answer unexpectedly refuses the caller with one of these statuses. */
function isRefused(step: Step, ...statuses: readonly string[]): boolean {
  return step.kind === 'done' && !isAsExpected(step) && statuses.includes(step.answer?.slice(0, 3) ?? '');
}

function exitOf(step: Step): ExitCode {
  switch (step.kind) {
    case 'done':
      if (isOpen(step)) return EXIT.unknown;
      if (step.answer === null) return isUnsent(step) ? EXIT.failed : EXIT.unknown;
      if (isRefused(step, '401', '403')) return EXIT.refused;
      return isAsExpected(step) ? EXIT.done : EXIT.unmet;
    // The outcome is unknown even if the answer that stopped the run was as expected.
    case 'stopped':
      return EXIT.unknown;
    case 'refused':
      return exitOfProblem(step.problem.code);
    case 'skipped':
      return EXIT.refused;
    case 'running':
    case 'waiting':
    case 'cancelled':
      return EXIT.interrupted;
    case 'deleted':
      return EXIT.notFound;
  }
}
