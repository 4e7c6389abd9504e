import { contextBridge, ipcRenderer } from 'electron';
import { bridgeEventNames, bridgeRequestNames } from '@shared/bridge/bridge';
import { eventChannel, requestChannel } from '@shared/bridge/channels';

/**
 * Exposes `window.explorer`: a function for each request of the bridge's map, and `on` for its events. The renderer
 * sees only functions: no ipcRenderer, event objects or channel names.
 */
const requests = Object.fromEntries(
  bridgeRequestNames.map((name) => [
    name,
    (argument?: unknown) => ipcRenderer.invoke(requestChannel(name), argument),
  ]),
);

const eventNames = new Set<string>(bridgeEventNames);

function on(name: unknown, listener: unknown): () => void {
  if (typeof name !== 'string' || !eventNames.has(name) || typeof listener !== 'function') {
    throw new TypeError('on(name, listener): the name is not an event of the app');
  }
  const forward = (_event: unknown, payload: unknown): void => {
    listener(payload);
  };
  ipcRenderer.on(eventChannel(name), forward);
  return () => {
    ipcRenderer.removeListener(eventChannel(name), forward);
  };
}

contextBridge.exposeInMainWorld('explorer', Object.freeze({ ...requests, on }));
