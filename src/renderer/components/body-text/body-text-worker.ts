import { messageOf } from '@shared/text/message-of';
import { fillFrom, readFrom } from '../json-view/worker/body-reader';

export interface StoredText {
  readonly address: string;
  readonly bytes: number;
}

export type BodyTextAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly message: string };

/** Reads a stored body as text, which the page itself may not do. */
async function readText({ address, bytes }: StoredText): Promise<string> {
  const all = new Uint8Array(bytes);
  const filled = await fillFrom(readFrom(address), all, 0, new AbortController().signal, () => undefined);
  if (filled < bytes) throw new Error('The body ended before all of it was read.');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(all);
}

self.addEventListener('message', (event: MessageEvent<StoredText>) => {
  const answer = (message: BodyTextAnswer): void => self.postMessage(message);
  readText(event.data).then(
    (text) => answer({ kind: 'text', text }),
    (error: unknown) => answer({ kind: 'failure', message: messageOf(error) }),
  );
});
