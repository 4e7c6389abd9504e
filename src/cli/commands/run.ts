import { randomUUID } from 'node:crypto';
import type { RunStep } from '@shared/bridge/saved-requests';
import { describeExpectation } from '@shared/requests/describe-expectation';
import { junitReport } from '@shared/requests/junit-report';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { EXIT, gravest, type ExitCode } from '../exit-codes';
import { writeRows, type Row } from '../output';
import type { Run } from './command';

const COLUMNS = ['folder', 'request', 'result', 'answer', 'ms', 'why'] as const;

/** What became of a request; `waiting` while its turn has not come. */
type Step = RunStep | { readonly kind: 'waiting' };

/** Runs a folder with what is in its folders; an empty name means every saved request. Guards ask nobody here: that is a no. */
export function runFolder(folder: string): Run {
  return async ({ app, format, output, say }) => {
    const all = await app.ask('listSavedRequests', undefined);
    const lines = all.filter((line) => folder === '' || `${line.folder}/`.startsWith(`${folder}/`));
    if (lines.length === 0) {
      const folders = [...new Set(all.map((line) => line.folder))].filter(Boolean);
      say(`No saved request is in "${folder}". Folders: ${folders.join(', ') || 'none'}.`);
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
    if (results === null) {
      say('Nothing was sent: the app asks you before it sends this, and here nobody can be asked.');
      return EXIT.refused;
    }
    for (const { requestId, step } of results) steps.set(requestId, step);
    const stepOf = ({ id }: SavedRequestLine): Step => steps.get(id) ?? { kind: 'waiting' };
    if (format === 'junit') {
      const cases = lines.map((line) => {
        const state = stepOf(line);
        return { folder: line.folder, name: line.name, state, met: isMet(state), answer: answerOf(state) };
      });
      const { name: profile } = await app.profiles.active();
      await output.write(junitReport({ title: folder || 'Saved requests', cases, startedAt, profile }));
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
