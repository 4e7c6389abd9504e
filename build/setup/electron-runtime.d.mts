/** What starts the built app: `executable` with `args`, and `env` added to the environment. */
export interface Runtime {
  readonly executable: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Electron's version, "22.3.25". */
  readonly version: string;
}

/**
 * Resolves the runtime: ELECTRON_OVERRIDE_DIST_PATH, the declared version, its official download, the pinned fallback.
 * `log` receives one line for each thing done and one for the runtime taken.
 */
export function resolveRuntime(options?: { log?: (line: string) => void }): Promise<Runtime>;
