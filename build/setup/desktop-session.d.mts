/** 'unlocked': usable. 'locked': it exists and nobody has given its password. 'absent': no keyring service at all. */
export type KeyringState = 'unlocked' | 'locked' | 'absent';

export interface VirtualDisplay {
  /** What a program needs to show its windows there. */
  readonly env: { readonly DISPLAY: string; readonly XAUTHORITY: string };
  stop(): Promise<void>;
}

export interface KeyringSession {
  /** The whole environment for a program in this session: pass it as it is, not merged over `process.env`. */
  readonly env: Record<string, string>;
  readonly home: string;
  /** Replaces the keyring's daemon by one in this state; the secrets stored before stay in the home. */
  setKeyring(state: KeyringState): Promise<void>;
  /** Ends every daemon of the session. The home is left to its maker. */
  stop(): Promise<void>;
}

/** A fresh folder that is gone, at the latest, when this process ends: the home of a session, for instance. */
export function temporaryDir(): { readonly dir: string; remove(): void };

/** A virtual display on a free number; 1600 by 1000 pixels unless said otherwise. */
export function startVirtualDisplay(size?: { width?: number; height?: number }): Promise<VirtualDisplay>;

/** A D-Bus session and a keyring in `home`. `extraEnv` is added to `env`: a display's, for instance. */
export function startKeyringSession(options: {
  home: string;
  keyring: KeyringState;
  extraEnv?: Readonly<Record<string, string>>;
}): Promise<KeyringSession>;

/** A keyring session with, when asked for, a virtual display of its own. */
export function startDesktopSession(options: {
  home: string;
  display: boolean;
  keyring: KeyringState;
}): Promise<KeyringSession>;
