import { ipcMain, type BrowserWindow } from 'electron';
import { bridgeRequestNames, type BridgeRequests } from '@shared/bridge/bridge';
import { refuse, type Problem, type Result } from '@shared/problem';
import { requestChannel } from '@shared/bridge/channels';
import { answer, type AnyBridgeHandler, type BridgeHandlers } from '../bridge/bridge-handler';
import { isTrustedSender } from './trusted-sender';

/** What `registerBridge` needs from outside. */
export interface BridgeOptions {
  /** The window whose main frame may send requests. */
  readonly window: () => BrowserWindow | null;
  /** Called with exceptions other than `ProblemError`: they are defects. */
  readonly reportDefect: (where: string, error: unknown) => void;
}

/**
 * The only place where the renderer's requests are registered. It checks that the sender is the main frame of our own
 * window at our own origin, parses the argument, and turns thrown errors into typed results.
 * @param handlers called with each request of our own page, which waits for them.
 */
export function registerBridge(
  handlers: () => Promise<BridgeHandlers<BridgeRequests>>,
  options: BridgeOptions,
): void {
  for (const name of bridgeRequestNames) {
    ipcMain.handle(requestChannel(name), async (event, ...sent: unknown[]): Promise<Result<unknown>> => {
      if (!isTrustedSender(event, options.window())) {
        options.reportDefect(name, new Error('a request from an unknown sender was dropped'));
        return refuse(UNKNOWN_SENDER);
      }
      const handler: AnyBridgeHandler = (await handlers())[name];
      return answer(name, handler, sent, options.reportDefect);
    });
  }
}

const UNKNOWN_SENDER: Problem = {
  code: 'unknown-sender',
  title: 'Refused',
  meaning: 'Only the main window of this app may ask for this.',
  nextStep: 'Close the other page.',
  detail: null,
};
