import { z } from 'zod';
import { findCardNumbers } from '@shared/cards/card-numbers';
import { looksLikeToken } from '@shared/profiles/looks-like-token';
import {
  BUILT_IN_PROFILE_IDS,
  DEFAULT_MERCHANT_HEADER,
  DEFAULT_TIMEOUTS,
  ENVIRONMENTS,
  type Profile,
} from '@shared/profiles/profile';
import { PROFILE_LIMITS, readKeptProfile, type ProfileDraft } from '@shared/profiles/profile-rules';
import { describeShape } from '../files/describe-issue';
import { visible } from '../guards/visible';

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
      context.addIssue({ code: 'custom', message: 'It cannot be of this environment.' });
    }
    const reading = readKeptProfile(profile, [], local);
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

/** An entry of a file that is no usable profile, as the person has written it. */
interface UnusableEntry {
  /** Its name, or where it is. */
  readonly name: string;
  readonly why: string;
  readonly entry: unknown;
}

export interface ProfilesContent {
  readonly profiles: readonly Profile[];
  readonly activeId: string;
  /** They stay in the file, so that neither they nor their secrets in the keychain are lost. */
  readonly unusable: readonly UnusableEntry[];
}

/**
 * The content of `profiles.json`, version 1. The app writes no secret into it. An entry that cannot be used takes no
 * other with it, and is tried again at each start.
 */
export const profilesContentSchema: z.ZodType<ProfilesContent> = z
  .object({
    profiles: z.array(z.unknown()),
    activeId: profileIdSchema,
    unusable: z.array(z.object({ entry: z.unknown() })).default([]),
  })
  .transform(({ profiles: entries, activeId, unusable: before }, context): ProfilesContent => {
    const profiles = new Map<string, Profile>();
    const unusable: UnusableEntry[] = [];
    for (const [index, entry] of [...entries, ...before.map((one) => one.entry)].entries()) {
      const { data, error } = profileSchema.safeParse(entry, { jitless: true });
      if (data && !profiles.has(data.id)) profiles.set(data.id, data);
      else
        unusable.push({
          name: nameOfEntry(entry, index),
          why: error ? `${visible(describeShape(error))}.` : 'Another profile has its id.',
          entry,
        });
    }
    const { local } = BUILT_IN_PROFILE_IDS;
    if (unusable.length === 0 && !(profiles.has(local) && profiles.has(activeId)))
      context.addIssue({ code: 'custom', message: 'the Local sandbox or the active profile is missing' });
    const [builtIn] = builtInProfiles().profiles;
    return {
      profiles: [...(profiles.has(local) || !builtIn ? [] : [builtIn]), ...profiles.values()],
      activeId: profiles.has(activeId) ? activeId : local,
      unusable,
    };
  });

const nameSchema = z.object({ name: z.string().trim().min(1) });

/** The name of an entry of a file, or its place. A name that is a secret is not repeated. */
export function nameOfEntry(value: unknown, index: number): string {
  const name = nameSchema.safeParse(value).data?.name ?? '';
  return name === '' || looksLikeToken(name) || findCardNumbers(name).length > 0
    ? `Entry ${index + 1}`
    : visible(name.slice(0, PROFILE_LIMITS.nameLength));
}

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
    unusable: [],
  };
}
