import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import type { ProfileStore } from '../profiles/profile-store';
import { SandboxHost } from './sandbox-host';

export interface LocalSandboxServices {
  /** The path of one of main's built files. */
  readonly built: (file: string) => string;
  readonly profiles: Pick<ProfileStore, 'active' | 'setLocalBaseUrl'>;
  readonly credentials: {
    readonly keepSandboxToken: (profileId: string, token: string) => Promise<unknown>;
  };
  readonly report: (where: string, error: unknown) => void;
}

/**
 * The built-in sandbox and the profile that leads to it: its address and its token are new ones at each start. One that
 * ends by itself is started once more, and that is said.
 */
export class LocalSandbox {
  private host: SandboxHost;
  private ready: Promise<SandboxFacts>;
  private wasRestarted = false;

  constructor(private readonly services: LocalSandboxServices) {
    this.host = this.start();
    this.ready = this.introduce(null);
  }

  /** Null when it could not be started. */
  readonly facts = (): Promise<SandboxFacts | null> => this.ready.catch(() => null);

  /** The active profile. A request that is made while the sandbox starts waits for it. */
  readonly activeProfile = async (): Promise<Profile> => {
    const profile = await this.services.profiles.active();
    if (profile.environment !== 'local') return profile;
    await this.facts();
    return this.services.profiles.active();
  };

  /** Enters its token for the profile, also again after it was forgotten: nobody else can. */
  readonly keepToken = (): void =>
    void this.host.running
      .then(({ token }) => this.services.credentials.keepSandboxToken(BUILT_IN_PROFILE_IDS.local, token))
      .catch((error: unknown) => this.services.report('sandbox', error));

  stop(): Promise<void> {
    return this.host.stop();
  }

  private start(): SandboxHost {
    return new SandboxHost(this.services.built('sandbox-worker.js'), (why) => this.replace(why));
  }

  private replace(why: string): void {
    const { report, profiles } = this.services;
    report('sandbox', new Error(`it ended unexpectedly: ${why}`));
    if (this.wasRestarted) {
      this.ready = Promise.reject(new Error('the sandbox ended twice'));
      this.ready.catch(() => undefined);
      void profiles
        .setLocalBaseUrl(null, `The Local sandbox ended again (${why}). Start the app again to use it.`)
        .catch((error: unknown) => report('sandbox', error));
      return;
    }
    this.wasRestarted = true;
    this.host = this.start();
    this.ready = this.introduce(
      `The Local sandbox ended unexpectedly (${why}) and was started again. A request that was under way to it failed; what it answers is as at its start.`,
    );
  }

  /** @param notice what a person has to know of it. */
  private introduce(notice: string | null): Promise<SandboxFacts> {
    const { profiles, report } = this.services;
    const ready = this.host.running.then(async ({ facts }) => {
      // Usable at once; a keychain that asks its person first must not hold up the start.
      this.keepToken();
      await profiles.setLocalBaseUrl(facts.baseUrl, notice);
      return facts;
    });
    ready.catch((error: unknown) => report('sandbox', error));
    return ready;
  }
}
