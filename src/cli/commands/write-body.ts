import type { Exchange } from '@shared/http/exchange';
import type { CommandContext } from './command';

/** The body of an answer as it came but for card data, which is masked, and another charset, which is UTF-8 here; and a line feed where it has none. */
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
      await output.write('\n');
  }
}
