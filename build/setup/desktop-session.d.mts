/** 'unlocked': usable. 'locked': it exists, but nobody has entered its password. 'absent': no keyring service at all. */
export type KeyringState = 'unlocked' | 'locked' | 'absent';

export interface KeyringSession {
  /** The complete environment for a program in this session: pass it as it is, not merged over `process.env`. */
  readonly env: Record<string, string>;
  readonly home: string;
  /** Replaces the keyring's daemon with one in this state; the secrets stored before stay in the home folder. */
  setKeyring(state: KeyringState): Promise<void>;
  /** Ends every daemon of the session. Whoever made the home folder removes it. */
  stop(): Promise<void>;
}

/** A new folder, for example the home of a session, which is removed when this process ends at the latest. */
export function temporaryDir(): { readonly dir: string; remove(): void };

/** A D-Bus session and a keyring in `home`. `extraEnv` is added to `env`, for example that of a display. */
export function startKeyringSession(options: {
  home: string;
  keyring: KeyringState;
  extraEnv?: Readonly<Record<string, string>>;
}): Promise<KeyringSession>;

/** A keyring session, with a virtual display of its own if `display` is true. */
export function startDesktopSession(options: {
  home: string;
  display: boolean;
  keyring: KeyringState;
}): Promise<KeyringSession>;
