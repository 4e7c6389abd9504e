import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { RouteDifference } from '@shared/profiles/credential';
import { assertNever } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';

/**
 * The route by which a secret leaves this computer: who gets it, and who can read it on the way. A credential is
 * bound to the route that it was entered for. Files are compared by path. `local` is the built-in sandbox, whose
 * address and token are new at each start.
 */
export const credentialRouteSchema = z.union([
  z.literal('local'),
  z.object({
    /** Null while the profile has no base URL. */
    origin: z.string().nullable(),
    proxy: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('system') }),
      z.object({ kind: z.literal('none') }),
      z.object({ kind: z.literal('manual'), url: z.string() }),
    ]),
    extraCaFile: z.string().nullable(),
    clientCertificate: z.object({ certificateFile: z.string(), keyFile: z.string() }).nullable(),
  }),
]);

export type CredentialRoute = z.infer<typeof credentialRouteSchema>;

/** The fields of a profile that decide the route of its secret. */
export type RouteFields = Pick<
  Profile,
  'environment' | 'baseUrl' | 'proxy' | 'extraCaFile' | 'clientCertificate'
>;

export function routeOf(profile: RouteFields): CredentialRoute {
  if (profile.environment === 'local') return 'local';
  const { baseUrl, proxy, extraCaFile, clientCertificate } = profile;
  return {
    origin: baseUrl === null ? null : originOf(baseUrl),
    proxy: proxy.kind === 'manual' ? { kind: 'manual', url: proxy.url } : { kind: proxy.kind },
    extraCaFile,
    clientCertificate: clientCertificate && {
      certificateFile: clientCertificate.certificateFile,
      keyFile: clientCertificate.keyFile,
    },
  };
}

/** Caches the last one, because thousands of requests go to the same address. */
function originOf(baseUrl: string): string {
  if (baseUrl !== lastOrigin?.baseUrl) lastOrigin = { baseUrl, origin: new URL(baseUrl).origin };
  return lastOrigin.origin;
}
let lastOrigin: { readonly baseUrl: string; readonly origin: string } | null = null;

/** How a route differs from the previous one, in words; empty if they are the same. */
export function differencesOf(soFar: CredentialRoute, now: CredentialRoute): readonly RouteDifference[] {
  return PARTS.filter((part) => !isDeepStrictEqual(PART_OF[part](soFar), PART_OF[part](now))).map((part) => ({
    part,
    soFar: wordsOf(soFar)[part],
    now: wordsOf(now)[part],
  }));
}

export function isSameRoute(one: CredentialRoute, other: CredentialRoute): boolean {
  return isDeepStrictEqual(one, other);
}

/** Where a route leads, in words: usually an origin. */
export function destinationOf(route: CredentialRoute): string {
  return wordsOf(route).Address;
}

type RoutePart = RouteDifference['part'];

const PARTS = [
  'Address',
  'Proxy',
  'Extra CA file',
  'Client certificate',
] as const satisfies readonly RoutePart[];

const PART_OF: Readonly<Record<RoutePart, (route: CredentialRoute) => unknown>> = {
  Address: (route) => (route === 'local' ? route : route.origin),
  Proxy: (route) => (route === 'local' ? null : route.proxy),
  'Extra CA file': (route) => (route === 'local' ? null : route.extraCaFile),
  'Client certificate': (route) => (route === 'local' ? null : route.clientCertificate),
};

function wordsOf(route: CredentialRoute): Readonly<Record<RoutePart, string>> {
  if (route === 'local') {
    return {
      Address: 'the built-in Local sandbox',
      Proxy: 'none',
      'Extra CA file': 'none',
      'Client certificate': 'none',
    };
  }
  const { origin, proxy, extraCaFile, clientCertificate } = route;
  return {
    Address: origin ?? 'no address',
    Proxy: describeProxy(proxy),
    'Extra CA file': extraCaFile ?? 'none',
    'Client certificate':
      clientCertificate === null
        ? 'none'
        : `${clientCertificate.certificateFile} with the key ${clientCertificate.keyFile}`,
  };
}

function describeProxy(proxy: Profile['proxy']): string {
  switch (proxy.kind) {
    case 'system':
      return 'the system’s';
    case 'none':
      return 'none';
    case 'manual':
      return proxy.url;
    default:
      return assertNever(proxy);
  }
}
