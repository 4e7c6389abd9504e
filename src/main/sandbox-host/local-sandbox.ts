import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import type { CredentialService } from '../credentials/credential-service';
import type { ProfileStore } from '../profiles/profile-store';
import { SandboxHost } from './sandbox-host';

export interface LocalSandboxServices {
  /** The path of one of main's built files. */
  readonly built: (file: string) => string;
  readonly profiles: ProfileStore;
  readonly credentials: Pick<CredentialService, 'keepSandboxToken'>;
  readonly report: (where: string, error: unknown) => void;
}

/** The built-in sandbox and the profile that leads to it: its address and its token are new ones at each start. */
export class LocalSandbox {
  private readonly host: SandboxHost;
  private readonly ready: Promise<SandboxFacts>;

  constructor(private readonly services: LocalSandboxServices) {
    this.host = new SandboxHost(services.built('sandbox-worker.js'));
    this.ready = this.introduce();
    this.ready.catch((error: unknown) => services.report('sandbox', error));
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

  private async introduce(): Promise<SandboxFacts> {
    const { facts } = await this.host.running;
    // Usable at once; a keychain that asks its person first must not hold up the start.
    this.keepToken();
    await this.services.profiles.setLocalBaseUrl(facts.baseUrl);
    return facts;
  }
}
