import { describe, expect, it } from 'vitest';
import type { SessionLine } from '../../../shared/session-outcome';
import { arrangedLines } from './bulk-order';

const line = (sessionId: string, changes: Partial<SessionLine>): SessionLine => ({
  sessionId,
  outcome: 'found',
  status: 200,
  expiresAt: null,
  items: null,
  card: null,
  buyer: null,
  findings: 0,
  message: null,
  ...changes,
});
const lines = [
  line('b', { items: 10, buyer: 'Ada' }),
  line('a', { items: 9, outcome: 'expired' }),
  line('c', { outcome: 'not found', message: 'The resource could not be found' }),
];
const ids = (arranged: readonly SessionLine[]): string => arranged.map(({ sessionId }) => sessionId).join('');

describe('arrangedLines', () => {
  it('keeps the order it was given unless another is asked for', () => {
    expect(ids(arrangedLines(lines, '', null))).toBe('bac');
    expect(ids(arrangedLines(lines, '', { column: 'sessionId', descending: false }))).toBe('abc');
    expect(ids(arrangedLines(lines, '', { column: 'sessionId', descending: true }))).toBe('cba');
  });

  it('sorts numbers by size and puts what is missing last', () => {
    expect(ids(arrangedLines(lines, '', { column: 'items', descending: false }))).toBe('abc');
  });

  it('filters over every column, in any case', () => {
    expect(ids(arrangedLines(lines, 'ADA', null))).toBe('b');
    expect(ids(arrangedLines(lines, 'not found', null))).toBe('c');
    expect(ids(arrangedLines(lines, 'nothing like it', null))).toBe('');
  });
});
