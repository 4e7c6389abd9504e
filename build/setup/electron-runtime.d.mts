/** How to start the built app: `executable` with `args`, and `env` added to the environment. */
export interface Runtime {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Electron's version, "22.3.25". */
  readonly version: string;
}

/**
 * Finds the runtime, in this order: ELECTRON_OVERRIDE_DIST_PATH, the declared version, its official download, the pinned
 * fallback. `log` receives one line for each step and one for the runtime chosen.
 */
export function resolveRuntime(options?: { log?: (line: string) => void }): Promise<Runtime>;
