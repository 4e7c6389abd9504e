import type { Exchange } from '@shared/http/exchange';
import type { CommandContext } from './command';

/**
 * The body of an answer as it was received; if it is text, card data is masked, other charsets become UTF-8, and a line
 * feed is added at the end.
 */
export async function writeBody({ response }: Exchange, { app, output }: CommandContext): Promise<void> {
  const body = response?.body ?? { kind: 'none' };
  switch (body.kind) {
    case 'none':
      return;
    case 'text':
      await output.write(body.text.endsWith('\n') ? body.text : `${body.text}\n`);
      return;
    case 'stored':
      await output.body(app.bodies.stream(body.bodyId), body.encoding);
      if (body.encoding === 'utf-8') await output.write('\n');
  }
}
