import { app } from 'electron';
import { url as inspectorAddress } from 'node:inspector';

/** Switches that make Chromium open its debugger, and say to whom. */
const SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-allow-origins',
];

/**
 * A packaged app opens no debugger, whatever its command line says, because a debugger gives access to the window
 * with the whole bridge. Node's debugger is disabled by a fuse; where it is open anyway (in the copy that e2e tests
 * drive) there is nothing left to protect. Must run before the app is ready.
 */
export function closeDebuggers(): void {
  if (!app.isPackaged || inspectorAddress() !== undefined) return;
  for (const name of SWITCHES) app.commandLine.removeSwitch(name);
}
