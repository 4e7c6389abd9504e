import { z } from 'zod';
import {
  BUILT_IN_PROFILE_IDS,
  DEFAULT_MERCHANT_HEADER,
  DEFAULT_TIMEOUTS,
  ENVIRONMENTS,
  type Profile,
} from '@shared/profiles/profile';
import { readProfileDraft, type ProfileDraft } from '@shared/profiles/profile-rules';

const file = z.string().max(4096);

const profileDraftShape = {
  name: z.string().max(1000),
  environment: z.enum(ENVIRONMENTS),
  baseUrl: z.string().max(4096).nullable(),
  merchantAccountId: z.string().max(4096).nullable(),
  merchantHeader: z.string().max(1000),
  readOnly: z.boolean(),
  timeouts: z.object({ connectMs: z.number(), totalMs: z.number() }),
  proxy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('system') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('manual'), url: z.string().max(4096) }),
  ]),
  extraCaFile: file.nullable(),
  clientCertificate: z.object({ certificateFile: file, keyFile: file }).nullable(),
  /** Files written before variables existed do not have them. */
  variables: z
    .array(z.object({ name: z.string().max(1000), value: z.string().max(100_000) }))
    .max(1000)
    .default([]),
};

/** The shape of a profile's fields from outside: the renderer, a file, an import. */
export const profileDraftSchema: z.ZodType<ProfileDraft, unknown> = z.object(profileDraftShape);

export const profileIdSchema = z.string().min(1).max(100);

/** One profile in the file: its shape and the rules of the form, with its fields normalised as the form would. */
const profileSchema = z
  .intersection(profileDraftSchema, z.object({ id: profileIdSchema }))
  .transform((profile, context): Profile => {
    const local = profile.environment === 'local';
    if (local !== (profile.id === BUILT_IN_PROFILE_IDS.local)) {
      context.addIssue({ code: 'custom', message: `"${profile.name}" cannot be of this environment` });
    }
    const reading = readProfileDraft(profile, [], local);
    if (reading.ok) return { ...profile, ...reading.draft };
    for (const { title, meaning } of reading.problems)
      context.addIssue({ code: 'custom', message: `${title}. ${meaning}` });
    return z.NEVER;
  });

/**
 * Names of unknown fields in a profile that somebody wrote by hand, such as a mistyped `variables`; null if there are
 * none.
 */
export function strangeFields(written: unknown): string | null {
  const known = new Set<string>([...Object.keys(profileDraftShape), 'id', 'credential']);
  const strange = Object.keys(Object(written)).filter((name) => !known.has(name));
  return strange.length === 0 ? null : strange.map((name) => JSON.stringify(name.slice(0, 60))).join(', ');
}

export interface ProfilesContent {
  readonly profiles: readonly Profile[];
  readonly activeId: string;
}

/** The content of `profiles.json`, version 1. It holds no secret. */
export const profilesContentSchema: z.ZodType<ProfilesContent> = z
  .object({ profiles: z.array(profileSchema), activeId: profileIdSchema })
  .superRefine(({ profiles, activeId }, context) => {
    const ids = new Set(profiles.map(({ id }) => id));
    if (ids.size !== profiles.length)
      context.addIssue({ code: 'custom', message: 'two profiles have the same id' });
    if (!ids.has(BUILT_IN_PROFILE_IDS.local))
      context.addIssue({ code: 'custom', message: 'the Local sandbox is missing' });
    if (!ids.has(activeId)) context.addIssue({ code: 'custom', message: 'the active profile is missing' });
  });

/** The profiles at first start: the built-in server, and two that still need a base URL and a token. */
export function builtInProfiles(): ProfilesContent {
  const common = {
    baseUrl: null,
    merchantAccountId: null,
    merchantHeader: DEFAULT_MERCHANT_HEADER,
    timeouts: { ...DEFAULT_TIMEOUTS },
    proxy: { kind: 'system' },
    extraCaFile: null,
    clientCertificate: null,
    variables: [],
  } as const;
  return {
    profiles: [
      {
        ...common,
        id: BUILT_IN_PROFILE_IDS.local,
        name: 'Local sandbox',
        environment: 'local',
        readOnly: false,
      },
      {
        ...common,
        id: BUILT_IN_PROFILE_IDS.sandbox,
        name: 'Sandbox',
        environment: 'sandbox',
        readOnly: false,
      },
      {
        ...common,
        id: BUILT_IN_PROFILE_IDS.production,
        name: 'Production',
        environment: 'production',
        readOnly: true,
      },
    ],
    activeId: BUILT_IN_PROFILE_IDS.local,
  };
}
