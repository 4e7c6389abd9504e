import { z } from 'zod';
import { errorCatalogue, isErrorStatus } from '@contract';
import { commaList } from '@shared/text/comma-list';

/** Every invalid value gets the same message, which says what the fault accepts. */
function numberOf(least: number, most: number): z.ZodNumber {
  const words = `It takes a number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`;
  return z.number(words).min(least, words).max(most, words);
}

function wholeNumberOf(least: number, most: number): z.ZodNumber {
  const words = `It takes a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`;
  return z.number(words).int(words).min(least, words).max(most, words);
}

const MAX_MS = 600_000;
const errorWords = `It takes a status from the table of errors: ${Object.keys(errorCatalogue).join(', ')}.`;
const typeWords = 'It takes a content type such as text/html.';

/** Faults by name: one table for the header, the control endpoint and `--fault`. */
const planParser = z
  .strictObject(
    {
      latency: numberOf(0, MAX_MS).describe('MS: wait before each answer'),
      jitter: numberOf(0, MAX_MS).describe('MS: wait up to this much longer, at random'),
      reset: z
        .enum(['before', 'middle'], 'It takes before or middle.')
        .describe(
          'before|middle: reset the connection before the answer, or in the middle of its body, when the request has been carried out',
        ),
      truncate: z
        .boolean('It takes no value, or true or false.')
        .describe('leave out the second half of the body as if it were whole, which breaks its JSON'),
      contentType: z
        .string(typeWords)
        .regex(/^[\w.+-]+\/[\w.+-]+$/, typeWords)
        .describe('TYPE: give the body another content type'),
      status: wholeNumberOf(200, 599).describe('N: answer with this status and a page of HTML'),
      error: z
        .number(errorWords)
        .refine(isErrorStatus, errorWords)
        .describe('N: answer with the error object of this status, without carrying the request out'),
      drip: wholeNumberOf(1, 1_000_000_000).describe('BYTES: send the body slowly, this many bytes a second'),
      gzip: wholeNumberOf(1, 10_000).describe(
        'MB: answer 200 with JSON of this size, compressed to a thousandth on the wire',
      ),
      rate: numberOf(0.1, 1_000_000).describe(
        'N: let N requests a second pass, and answer the others with 429 and Retry-After',
      ),
      fail: numberOf(0, 100).describe(
        'PERCENT: fail this share of the requests (500, 502, 504 or a reset) without carrying them out; the seed decides which',
      ),
      times: wholeNumberOf(1, 1_000_000).describe('N: stop all of these after N requests'),
    },
    'It takes an object such as {"latency": 500}.',
  )
  .partial();

/** What goes wrong on purpose; empty if nothing does. */
export type FaultPlan = Readonly<z.infer<typeof planParser>>;

export const NO_FAULTS: FaultPlan = {};

export type PlanResult = { readonly plan: FaultPlan } | { readonly problems: readonly PlanProblem[] };

export interface PlanProblem {
  /** The fault's name; empty for a problem with the plan as a whole. */
  readonly name: string;
  readonly message: string;
}

/** Name and explanation of each fault, for help texts. */
export const faultHelp: readonly (readonly [name: string, help: string])[] = Object.entries(
  planParser.shape,
).map(([name, schema]) => [name, schema.unwrap().description ?? '']);

/** Reads a plan from a JSON value, as the control endpoint accepts it. */
export function parsePlan(value: unknown): PlanResult {
  const parsed = planParser.safeParse(value);
  if (parsed.success) return { plan: parsed.data };
  return {
    problems: parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => ({ name, message: `There is no such fault. Known are ${NAMES}.` }))
        : [{ name: issue.path.map(String).join('.'), message: issue.message }],
    ),
  };
}

const NAMES = Object.keys(planParser.shape).join(', ');

/** Reads a plan from text: `latency=500, reset=before, truncate`. */
export function parsePlanText(text: string): PlanResult {
  const entries = commaList(text).map((part): [string, unknown] => {
    const mark = part.indexOf('=');
    return mark < 0 ? [part, true] : [part.slice(0, mark).trim(), valueOf(part.slice(mark + 1).trim())];
  });
  return parsePlan(Object.fromEntries(entries));
}

function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
