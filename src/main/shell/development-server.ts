import { app } from 'electron';

/** Set by electron.vite.config.ts: true for `npm run dev` alone. */
declare const __DEVELOPMENT__: boolean;

/**
 * The address of Vite's server during `npm run dev`, else null. A build knows nothing of the variable, whatever the
 * environment says: whoever can set it would otherwise serve the app's page, with the whole bridge.
 */
export function developmentServerAddress(): string | null {
  return __DEVELOPMENT__ && !app.isPackaged ? (process.env.ELECTRON_RENDERER_URL ?? null) : null;
}
