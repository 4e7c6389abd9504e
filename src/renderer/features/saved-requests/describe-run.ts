import { contractOperation } from '@shared/requests/operation-key';
import { describeRunAnswer, isAsExpected, isOpen, isUnsent } from '@shared/requests/run-outcome';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import type { IconName } from '@renderer/components/Icon.vue';
import type { RunLine } from './run-store';

/** The outcome of one request in a run: a word, an icon and a colour. */
export interface RunOutcome {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'success' | 'error' | 'none';
}

export function outcomeOf(line: RunLine): RunOutcome {
  switch (line.state.kind) {
    case 'done':
      if (isOpen(line.state)) return { word: 'Outcome unknown', icon: 'warning', tone: 'error' };
      if (isUnsent(line.state)) return { word: 'Not sent', icon: 'error', tone: 'error' };
      return isAsExpected(line.state)
        ? { word: 'As expected', icon: 'valid', tone: 'success' }
        : { word: 'Not as expected', icon: 'error', tone: 'error' };
    case 'refused':
      return { word: 'Refused', icon: 'refused', tone: 'error' };
    case 'running':
      return { word: 'Running', icon: 'run', tone: 'none' };
    case 'waiting':
      return { word: 'Waiting', icon: 'soon', tone: 'none' };
    case 'skipped':
    case 'cancelled':
    case 'stopped':
    case 'deleted':
      return { word: 'Not run', icon: 'skipped', tone: 'none' };
  }
}

/** The answer in a few words; null if there is none (yet). */
export function answerOf({ state }: RunLine): string | null {
  return describeRunAnswer(state);
}

/** The method of a request; for Vault Forward, that of the request to the destination. */
export function methodOf({ operation, subject }: SavedRequestLine): string {
  const contract = contractOperation(operation);
  const isOwn = operation === 'vault_forward' || contract === null;
  return (isOwn ? /^(\S+) /.exec(subject)?.[1] : null) ?? contract?.method ?? '';
}

/** Its name beside its method, which a name that nobody has given begins with: `POST psp.example/charges`. */
export function nameBesideMethod(line: SavedRequestLine): string {
  const method = `${methodOf(line)} `;
  const rest = line.name.startsWith(method) ? line.name.slice(method.length).trim() : '';
  return rest === '' ? line.name : rest;
}
