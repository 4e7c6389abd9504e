import { z } from 'zod';
import type { Profile } from '@shared/profiles/profile';
import { VersionedJsonFile } from '../files/versioned-json-file';
import { credentialRouteSchema, routeOf, type CredentialRoute } from './credential-route';

const contentSchema = z.object({ ways: z.record(z.string(), credentialRouteSchema).nullable() });
type Content = z.infer<typeof contentSchema>;

/**
 * The route for a profile that did not exist then: nothing is known, so its secret goes nowhere until that is
 * confirmed.
 */
const UNKNOWN: CredentialRoute = {
  origin: null,
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
};

/**
 * The routes of all profiles at the first start of a version that binds credentials. A secret from an older version
 * has no route of its own and gets this one when it is first read, however late. If it got the route of that moment
 * instead, an earlier edit would take the secret along. The file holds no secret.
 */
export class RoutesAtUpdate {
  private readonly file: VersionedJsonFile<Content>;
  private noted: Promise<Content['ways']> = Promise.resolve(null);

  constructor(path: string) {
    this.file = new VersionedJsonFile<Content>({
      path,
      what: 'ways of secrets',
      version: 1,
      schema: contentSchema,
      fresh: () => ({ ways: null }),
    });
  }

  /**
   * Notes the routes of the profiles before any of them can be edited in this run. Routes noted by an earlier run
   * stay.
   */
  async note(profiles: Promise<readonly Profile[]>): Promise<void> {
    const ways = profiles.then((all) =>
      Object.fromEntries(all.map((profile) => [profile.id, routeOf(profile)])),
    );
    const kept = ways.then((found) =>
      this.file.change((content) => (content.ways === null ? { ways: found } : content)),
    );
    // If the disk is full, the routes still count for this run.
    this.noted = kept.then(
      (content) => content.ways,
      () => ways.catch(() => null),
    );
    await kept;
  }

  async routeOf(profileId: string): Promise<CredentialRoute> {
    return (await this.noted)?.[profileId] ?? UNKNOWN;
  }
}
