import { expect, it, vi } from 'vitest';
import { RunningCalls } from '../calls/running-calls';
import { documentHandlers } from './document-handlers';

const documents = {
  replace: vi.fn(() => Promise.resolve('replaced')),
  remove: vi.fn(() => Promise.resolve(null)),
  add: vi.fn(
    (_given: unknown, signal: AbortSignal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended'))),
  ),
};
const serving = {
  served: [],
  serve: vi.fn(() => Promise.resolve()),
  stop: vi.fn(() => Promise.resolve()),
  refresh: vi.fn(() => Promise.resolve()),
};
const documentId = '5e550000-0000-4000-8000-000000000001';

it('a replaced document is served anew, and a removed one is no longer served', async () => {
  const handlers = documentHandlers(documents as never, serving, new RunningCalls());
  const replacementId = '5e550000-0000-4000-8000-000000000002';
  const argument = handlers.replaceDocument.parse.parse({ documentId, replacementId });
  expect(await handlers.replaceDocument.handle(argument)).toBe('replaced');
  expect(serving.refresh).toHaveBeenCalledWith(documentId);
  expect(documents.replace.mock.invocationCallOrder[0]).toBeLessThan(
    serving.refresh.mock.invocationCallOrder[0] ?? 0,
  );
  await handlers.removeDocument.handle({ documentId });
  expect(serving.stop).toHaveBeenCalledWith(documentId);
  // The contract's own operations are always served.
  expect(handlers.serveDocument.parse.safeParse({ documentId: 'built-in' }).success).toBe(false);
});

it('reading a document ends when its call is cancelled', async () => {
  const calls = new RunningCalls();
  const { addDocument } = documentHandlers(documents as never, serving, calls);
  const callId = documentId;
  const given = { text: '{}', source: { kind: 'pasted' } as const };
  const added = addDocument.handle(addDocument.parse.parse({ ...given, callId }));
  expect(documents.add).toHaveBeenCalledWith(given, expect.any(AbortSignal));
  calls.cancel(callId);
  expect(await added).toBe('ended');
});
