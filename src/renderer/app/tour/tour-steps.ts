import type { HistoryEntry } from '@shared/history/history';

export type TourStep = 'look-up' | 'forward' | 'replay';

export interface StepWords {
  readonly id: TourStep;
  readonly title: string;
  readonly text: string;
  /** The button that leads there. */
  readonly action: string;
  /** What the person does there; null when the button did everything. */
  readonly then: string | null;
}

export const TOUR_STEPS: readonly StepWords[] = [
  {
    id: 'look-up',
    title: 'Look up a session',
    text: 'See its state, its total, its card and its buyer.',
    action: 'Look up a sample',
    then: null,
  },
  {
    id: 'forward',
    title: 'Forward a card',
    text: 'Send a request that has placeholders where the card’s data will be.',
    action: 'Open a sample request',
    then: 'Press Send: the service puts the card’s data in place of the placeholders. The sandbox’s destination answers with what it got: a test card.',
  },
  {
    id: 'replay',
    title: 'Replay it',
    text: 'Find it in History and send it again.',
    action: 'Open it in History',
    then: 'Press Replay: the same bytes are sent again. Compare shows how the two answers differ.',
  },
];

/** The tour's steps that the exchanges since its start have completed, in any order. */
export function doneSteps(entries: readonly HistoryEntry[], since: number): ReadonlySet<TourStep> {
  const recent = entries.filter(
    ({ startedAt, outcome }) => Date.parse(startedAt) >= since && outcome === 'answered',
  );
  const done = new Set<TourStep>();
  for (const { operation, replayOf } of recent) {
    if (replayOf !== null) done.add('replay');
    else if (operation === 'vault_forward') done.add('forward');
    else if (operation === 'get_checkout_session') done.add('look-up');
  }
  return done;
}
