import { randomUUID } from 'node:crypto';
import type { RunStep } from '@shared/bridge/saved-requests';
import { describeExpectation } from '@shared/requests/describe-expectation';
import { junitReport } from '@shared/requests/junit-report';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { EXIT, gravest, type ExitCode } from '../exit-codes';
import { writeRows, type Row } from '../output';
import { pathOf } from '../requests/find-saved';
import type { Run } from './command';

const COLUMNS = ['folder', 'request', 'result', 'answer', 'ms', 'why'] as const;

/** What became of a request; `waiting` while its turn has not come. */
type Step = RunStep | { readonly kind: 'waiting' };

/** Runs a folder with what is in its folders, or one request; an empty name means every saved request. */
export function runFolder(wanted: string): Run {
  return async ({ app, format, output, say }) => {
    const all = await app.ask('listSavedRequests', undefined);
    const lines = all.filter(
      (line) => wanted === '' || pathOf(line) === wanted || `${line.folder}/`.startsWith(`${wanted}/`),
    );
    if (lines.length === 0) {
      say(nothingIn(wanted, all));
      return EXIT.notFound;
    }
    const startedAt = new Date();
    const steps = new Map<string, Step>();
    app.events.on('savedRun', ({ requestId, step }) => {
      steps.set(requestId, step);
      const line = lines.find(({ id }) => id === requestId);
      if (line && step.kind !== 'running') say(`${line.name}: ${wordOf(step)}`);
    });
    const ids = lines.map(({ id }) => id);
    const results = await app.ask('runSavedRequests', { ids, callId: randomUUID() });
    // What was asked, and that the answer was no, is said already.
    if (results === null) return EXIT.refused;
    for (const { requestId, step } of results) steps.set(requestId, step);
    const stepOf = ({ id }: SavedRequestLine): Step => steps.get(id) ?? { kind: 'waiting' };
    if (format === 'junit') {
      const cases = lines.map((line) => {
        const state = stepOf(line);
        return { folder: line.folder, name: line.name, state, met: isMet(state), answer: answerOf(state) };
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
    return gravest(lines.map((line) => exitOf(stepOf(line))));
  };
}

function nothingIn(wanted: string, all: readonly SavedRequestLine[]): string {
  if (all.length === 0) return 'No request is saved yet.';
  const folders = [...new Set(all.map(({ folder }) => folder))].filter(Boolean);
  const known = folders.length === 0 ? '' : ` Folders: ${folders.join(', ')}.`;
  return `There is no folder and no saved request "${wanted}".${known}`;
}

function rowOf({ folder, name }: SavedRequestLine, step: Step): Row {
  return {
    folder,
    request: name,
    result: wordOf(step),
    answer: answerOf(step),
    ms: step.kind === 'done' ? Math.round(step.ms) : null,
    why: whyOf(step),
  };
}

function isMet(step: Step): boolean {
  return step.kind === 'done' && step.answer !== null && step.results.every(({ met }) => met);
}

function answerOf(step: Step): string | null {
  if (step.kind !== 'done') return null;
  return step.answer ?? (step.mayHaveArrived ? 'unknown: it may have arrived' : 'not sent');
}

function wordOf(step: Step): string {
  switch (step.kind) {
    case 'done':
      return isMet(step) ? 'as expected' : 'not as expected';
    case 'refused':
      return 'refused';
    case 'running':
    case 'waiting':
    case 'skipped':
    case 'cancelled':
      return 'not run';
  }
}

function whyOf(step: Step): string | null {
  if (step.kind === 'refused') return `${step.problem.title}. ${step.problem.meaning}`;
  if (step.kind !== 'done') return null;
  const unmet = step.results.filter(({ met }) => !met);
  return (
    unmet.map(({ expectation, found }) => `${describeExpectation(expectation)}: found ${found}`).join('; ') ||
    null
  );
}

function exitOf(step: Step): ExitCode {
  switch (step.kind) {
    case 'done':
      if (step.answer === null) return step.mayHaveArrived ? EXIT.unknown : EXIT.refused;
      return isMet(step) ? EXIT.done : EXIT.unmet;
    case 'refused':
    case 'skipped':
      return EXIT.refused;
    case 'running':
    case 'waiting':
    case 'cancelled':
      return EXIT.interrupted;
  }
}
