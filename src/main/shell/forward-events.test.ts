import { expect, it } from 'vitest';
import { eventChannel } from '@shared/bridge/channels';
import { BridgeEmitter } from '../bridge/bridge-emitter';
import { forwardEvents } from './forward-events';

it.each([
  ['reaches a window', false, false, 1],
  ['does not reach a destroyed window', true, true, 0],
  ['does not reach a closing window, whose contents are destroyed', false, true, 0],
])('an event %s', (_what, isGone, hasLostContents, times) => {
  const sent: unknown[] = [];
  const contents = {
    isDestroyed: () => hasLostContents,
    send: (...args: unknown[]) => {
      if (hasLostContents) throw new TypeError('Object has been destroyed');
      sent.push(args);
    },
  };
  const window = {
    isDestroyed: () => isGone,
    get webContents() {
      if (isGone) throw new TypeError('Object has been destroyed');
      return contents;
    },
  };
  const events = new BridgeEmitter();
  forwardEvents(events, () => window);
  events.emit('questionChanged', { open: false });
  expect(sent).toEqual(Array(times).fill([eventChannel('questionChanged'), { open: false }]));
});
