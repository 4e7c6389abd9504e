import { app } from 'electron';

/** Set by electron.vite.config.ts: true only for `npm run dev`. */
declare const __DEVELOPMENT__: boolean;

/**
 * The address of Vite's server during `npm run dev`, otherwise null. A build ignores the environment variable:
 * anybody who can set it could otherwise serve the app's page, with the whole bridge.
 */
export function developmentServerAddress(): string | null {
  return __DEVELOPMENT__ && !app.isPackaged ? (process.env.ELECTRON_RENDERER_URL ?? null) : null;
}
