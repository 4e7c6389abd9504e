import { app } from 'electron';
import { url as inspectorAddress } from 'node:inspector';

/** By which Chromium is told to open its debugger, and to whom. */
const SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-allow-origins',
];

/**
 * A packaged app opens no debugger, whatever its command line says: whoever is let in there has the window with the whole
 * bridge. Node's is closed by a fuse; where it is open nonetheless (the copy that journeys steer) there is nothing left to
 * close. Must run before the app is ready.
 */
export function closeDebuggers(): void {
  if (!app.isPackaged || inspectorAddress() !== undefined) return;
  for (const name of SWITCHES) app.commandLine.removeSwitch(name);
}
