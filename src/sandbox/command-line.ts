import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MAX_DOCUMENT_BYTES } from '@shared/documents/document-summary';
import { decodeText, fileTrouble } from '@shared/text/file-trouble';
import { readVerificationKey } from './authentication/signing-key';
import type { HostedDocument } from './documents/document-host';
import { FAULT_HEADER } from './faults/fault-injector';
import { faultHelp, parsePlanText } from './faults/plan';
import { DEFAULTS, type SandboxOptions } from './options';

/** One row for each option: --help and the parser both use this table. */
interface OptionRow {
  readonly name: string;
  /** The value's name in the help text; null for a switch. */
  readonly value: string | null;
  readonly help: string;
}

const rows: readonly OptionRow[] = [
  { name: 'port', value: 'N', help: 'port of the API on 127.0.0.1; 0, the default, takes a free one' },
  {
    name: 'buyers',
    value: 'N',
    help: `buyers of each merchant account, up to 50,000,000; default ${DEFAULTS.buyers}`,
  },
  {
    name: 'seed',
    value: 'N',
    help: `determines buyers, cursors and random faults; default ${DEFAULTS.seed}`,
  },
  {
    name: 'register-key',
    value: 'FILE',
    help: 'also accept tokens of this EC P-521 key (PEM or JWK, public is enough); may be repeated',
  },
  {
    name: 'forward-timeout',
    value: 'MS',
    help: `how long Vault Forward waits for an answer; default ${DEFAULTS.forwardTimeoutMs}`,
  },
  { name: 'max-body', value: 'BYTES', help: `largest body taken; default ${DEFAULTS.maxBodyBytes}` },
  {
    name: 'max-headers',
    value: 'BYTES',
    help: `largest head of a request taken; default ${DEFAULTS.maxHeaderBytes}`,
  },
  {
    name: 'document',
    value: 'FILE',
    help: 'also answer, with made-up data, what this OpenAPI 3.0 or 3.1 document describes; may be repeated',
  },
  {
    name: 'fault',
    value: 'FAULTS',
    help: 'faults from the start on, such as latency=500,fail=1; see below; may be repeated',
  },
  { name: 'quiet', value: null, help: 'no log' },
  { name: 'help', value: null, help: 'this text' },
];

/** A mistake on the command line. The message is meant for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly quiet: boolean; readonly options: SandboxOptions };

/** Reads the arguments. Rejects with a UsageError for arguments that make no sense. */
export async function readCommandLine(args: readonly string[]): Promise<CommandLine> {
  const { values } = parse(args);
  if (values['help'] === true) return { kind: 'help' };
  const keyFiles = [values['register-key'] ?? []].flat().map(String);
  const documentFiles = [values['document'] ?? []].flat().map(String);
  return {
    kind: 'run',
    quiet: values['quiet'] === true,
    options: {
      port: wholeNumber(values, 'port', 0, 65_535, DEFAULTS.port),
      buyers: wholeNumber(values, 'buyers', 0, 50_000_000, DEFAULTS.buyers),
      seed: wholeNumber(values, 'seed', 0, 4_294_967_295, DEFAULTS.seed),
      forwardTimeoutMs: wholeNumber(values, 'forward-timeout', 1, 3_600_000, DEFAULTS.forwardTimeoutMs),
      maxBodyBytes: wholeNumber(values, 'max-body', 1, 1_073_741_824, DEFAULTS.maxBodyBytes),
      maxHeaderBytes: wholeNumber(values, 'max-headers', 1024, 16_777_216, DEFAULTS.maxHeaderBytes),
      ...readFaults(values['fault']),
      registeredKeys: await Promise.all(keyFiles.map(readKeyFile)),
      documents: await Promise.all(documentFiles.map(readDocumentFile)),
    },
  };
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Options that may be repeated. */
const SEVERAL = new Set(['register-key', 'document', 'fault']);

function parse(args: readonly string[]): { values: Values } {
  const options = Object.fromEntries(
    rows.map(({ name, value }) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const), multiple: SEVERAL.has(name) },
    ]),
  );
  // The messages of parseArgs itself are worded for developers, so it is not strict, and the checks are made here.
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(
        `"${token.value}" is not an option: the sandbox takes only options, such as --port 8080.`,
      );
    if (token.kind === 'option') checkOption(token, seen);
  }
  return { values };
}

function checkOption(
  {
    name,
    rawName,
    value,
  }: { readonly name: string; readonly rawName: string; readonly value: string | undefined },
  seen: Set<string>,
): void {
  const row = rows.find((known) => `--${known.name}` === rawName);
  if (row === undefined) throw new UsageError(`There is no option ${rawName}.`);
  if (row.value === null && value !== undefined) throw new UsageError(`--${name} takes no value.`);
  const isMissing = value === undefined || (value === '' && row.value === 'FILE');
  if (row.value !== null && isMissing)
    throw new UsageError(`--${name} takes a value: --${name} ${row.value}.`);
  if (row.value !== null && seen.has(name) && !SEVERAL.has(name))
    throw new UsageError(`--${name} is given twice: it takes one value.`);
  seen.add(name);
}

function wholeNumber(values: Values, name: string, least: number, most: number, fallback: number): number {
  const text = values[name];
  if (text === undefined) return fallback;
  const value = /^\d{1,12}$/.test(String(text)) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const range = `${least.toLocaleString('en')} to ${most.toLocaleString('en')}`;
  throw new UsageError(`--${name} takes a whole number from ${range}. "${String(text)}" is none.`);
}

function readFaults(given: Values[string]): Pick<SandboxOptions, 'faults'> {
  if (given === undefined) return {};
  const read = parsePlanText([given].flat().join(','));
  if (!('plan' in read))
    throw new UsageError(read.problems.map(({ name, message }) => `--fault ${name}: ${message}`).join('\n'));
  if (Object.keys(read.plan).length === 0)
    throw new UsageError('--fault names no fault, such as latency=500.');
  return { faults: read.plan };
}

async function readKeyFile(file: string): Promise<Awaited<ReturnType<typeof readVerificationKey>>> {
  try {
    return await readVerificationKey(decodeText(await readFile(file)));
  } catch (error) {
    throw new UsageError(`--register-key ${file}: ${sentence(error)}`);
  }
}

async function readDocumentFile(file: string): Promise<HostedDocument> {
  try {
    const { size } = await stat(file);
    if (size > MAX_DOCUMENT_BYTES) throw new Error('it is too large: documents of up to 20 MB are read.');
    return { id: file, text: decodeText(await readFile(file)) };
  } catch (error) {
    throw new UsageError(`--document ${file}: ${sentence(error)}`);
  }
}

const sentence = (error: unknown): string => `${fileTrouble(error).replace(/\.$/, '')}.`;

export function helpText(startedAs: string): string {
  const options = rows.map(
    ({ name, value, help }) => [`--${name}${value === null ? '' : ` ${value}`}`, help] as const,
  );
  return `The local sandbox of the Payments API: the whole API on loopback, with deterministic sample data.

Usage: ${startedAs} [options]

${table(options)}

Faults, for --fault, for the header ${FAULT_HEADER} of a request, and as JSON for PUT to the controlUrl:

${table(faultHelp)}

The first line on stdout is JSON: baseUrl, tokens, sample ids and everything else there is to know (docs/sandbox.md).
The log goes to stderr, one line for each request, without tokens or card numbers. Ctrl+C stops.
`;
}

function table(entries: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...entries.map(([left]) => left.length)) + 2;
  return entries.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}
