import { afterEach } from 'vitest';
import { connected } from '../test-support/connected';
import type { ReadSlice } from './body-reader';

export const encoder = new TextEncoder();

/** Opens sessions of the viewer that end with the test that opened them. */
export function useSessions() {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  return (readerFor?: (address: string) => ReadSlice) => {
    const line = connected(readerFor);
    open.push(line.client);
    return line;
  };
}
