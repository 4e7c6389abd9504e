import type { SandboxFacts } from '@shared/app/sandbox-facts';
import type { CredentialHome } from '@shared/profiles/credential';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import { SANDBOX_DESTINATION } from '@shared/vault-forward/sandbox-destination';
import type { ProfileStore } from '../profiles/profile-store';
import { DocumentServing, type DocumentServingServices } from './document-serving';
import type { StartServingProcess } from './document-processes';
import { SandboxHost, type RunningSandbox } from './sandbox-host';
import { ANY_PORTS, lost, portsOf, RememberedPorts, type SandboxPorts } from './sandbox-ports';

export interface LocalSandboxServices {
  /**
   * Where the ports of the last run are stored; null for a sandbox for this run only, whose token is not stored
   * either.
   */
  readonly sandboxPortsPath: string | null;
  /** The path of one of main's built files. */
  readonly built: (file: string) => string;
  readonly profiles: Pick<ProfileStore, 'active' | 'find' | 'setLocalBaseUrl'>;
  readonly credentials: {
    readonly keepSandboxToken: (profileId: string, token: string, home: CredentialHome) => Promise<unknown>;
  };
  readonly report: (where: string, error: unknown) => void;
  /** The text of a stored document. */
  readonly documentText: DocumentServingServices['textOf'];
  readonly startServing: StartServingProcess;
  readonly announceServed: DocumentServingServices['announce'];
}

interface Started {
  readonly host: SandboxHost;
  /** Its ports in the previous run. */
  readonly before: SandboxPorts;
}

/**
 * The built-in sandbox and the profile that leads to it. Its token is new at each start; its address is the previous
 * one if that is free. It starts on demand. If it ends by itself it is restarted once, and the person is told.
 */
export class LocalSandbox {
  readonly serving: DocumentServing;
  private readonly ports: RememberedPorts | null;
  private keeping: Promise<unknown> = Promise.resolve();
  private started: Promise<Started> | null = null;
  private ready: Promise<SandboxFacts> | null = null;
  private wasRestarted = false;
  private isStopped = false;

  constructor(private readonly services: LocalSandboxServices) {
    const { sandboxPortsPath } = services;
    this.ports = sandboxPortsPath === null ? null : new RememberedPorts(sandboxPortsPath);
    this.serving = new DocumentServing({
      host: async () => ((await this.facts()) === null ? null : (await this.begun()).host),
      textOf: services.documentText,
      announce: services.announceServed,
      report: services.report,
    });
  }

  /** Starts it if it is not running. Null if it could not be started. */
  readonly facts = (): Promise<SandboxFacts | null> => {
    if (this.isStopped) return Promise.resolve(null);
    this.ready ??= this.introduce(null);
    return this.ready.catch(() => null);
  };

  /** The active profile. A request made while the sandbox starts waits for it. */
  readonly activeProfile = (): Promise<Profile> => this.withAddress(() => this.services.profiles.active());

  /** The same for any profile. Throws a `ProblemError` if there is no such profile. */
  readonly findProfile = (profileId: string): Promise<Profile> =>
    this.withAddress(() => this.services.profiles.find(profileId));

  /** Enters its token for the profile, also after the token was forgotten, because nobody else can. */
  readonly keepToken = (): void =>
    void this.running()
      .then(({ token }) => {
        const home = this.ports === null ? 'this-run-only' : 'keychain';
        return this.services.credentials.keepSandboxToken(BUILT_IN_PROFILE_IDS.local, token, home);
      })
      .catch((error: unknown) => this.services.report('sandbox', error));

  /** Where `{sandbox}` leads; null if there is no sandbox. */
  readonly destination = async (): Promise<string | null> => (await this.facts())?.destination.tls ?? null;

  /** Ends it for good: nothing starts it again. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await (await this.started?.catch(() => null))?.host.stop();
    await this.keeping;
  }

  private async withAddress(read: () => Promise<Profile>): Promise<Profile> {
    const profile = await read();
    if (profile.environment !== 'local') return profile;
    await this.facts();
    return read();
  }

  private begun(): Promise<Started> {
    return (this.started ??= this.start());
  }

  private async start(): Promise<Started> {
    const before = (await this.ports?.read()) ?? ANY_PORTS;
    if (this.isStopped) throw new Error('the app is ending');
    const file = this.services.built('sandbox-worker.js');
    return {
      before,
      host: new SandboxHost(file, {
        ports: before,
        onEnd: (why) => this.replace(why),
        onDocument: this.serving.accept,
        startProcess: this.services.startServing,
      }),
    };
  }

  private async running(): Promise<RunningSandbox & Pick<Started, 'before'>> {
    const { host, before } = await this.begun();
    return { ...(await host.running), before };
  }

  private replace(why: string): void {
    const { report, profiles } = this.services;
    report('sandbox', new Error(`it ended unexpectedly: ${why}`));
    if (this.wasRestarted) {
      this.ready = Promise.reject(new Error('the sandbox ended twice'));
      this.ready.catch(() => undefined);
      void this.serving.serveAgain();
      void profiles
        .setLocalBaseUrl(null, `The Local sandbox ended again (${why}). Start the app again to use it.`)
        .catch((error: unknown) => report('sandbox', error));
      return;
    }
    this.wasRestarted = true;
    this.started = this.start();
    this.ready = this.introduce(
      `The Local sandbox ended unexpectedly (${why}) and was started again. A request to it that was under way failed; its data is as it was at the start.`,
    );
    void this.serving.serveAgain();
  }

  /** What the person must be told if the address has changed; null if it has not, or if there was none before. */
  private remember(facts: SandboxFacts, before: SandboxPorts): string | null {
    const now = portsOf(facts);
    // Nothing waits for the disk: until the profile has its address, nothing can be sent to it.
    const keeping = this.ports?.keep(now) ?? Promise.resolve();
    this.keeping = keeping.catch((error: unknown) => this.services.report('sandbox', error));
    const taken = lost(before, now);
    if (taken.length === 0) return null;
    const which = taken.length === 1 ? `port ${taken.join()} was` : `ports ${taken.join(', ')} were`;
    return `The Local sandbox has a different address this time: ${which} not free. What is sent to ${SANDBOX_DESTINATION} still reaches it; what was written with the old address does not.`;
  }

  /** @param notice what the person must be told about the start. */
  private introduce(notice: string | null): Promise<SandboxFacts> {
    const { profiles, report } = this.services;
    const ready = this.running().then(async ({ facts, before }) => {
      // Usable at once: a keychain that asks the person first must not hold up the start.
      this.keepToken();
      const moved = this.remember(facts, before);
      await profiles.setLocalBaseUrl(facts.baseUrl, notice ?? moved);
      return facts;
    });
    ready.catch((error: unknown) => report('sandbox', error));
    return ready;
  }
}
