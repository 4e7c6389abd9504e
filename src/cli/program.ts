import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_LOAD_CAP, MAX_LOADED_BUYERS } from '@shared/bridge/buyers';
import { readUuids } from '@shared/text/uuid';
import type { Run } from './commands/command';
import type { ReplayOptions } from './commands/replay';
import type { SendOptions } from './commands/send';
import { completionScript, SHELLS, type Shell } from './completion';
import { EXIT, EXIT_CODES } from './exit-codes';
import { manPage } from './man-page';
import { FORMATS, type Format } from './formats';
import { readInput } from './read-text';
import { lineToSay, TOKEN_VARIABLE } from './say';

export interface GivenOptions {
  readonly profile?: string;
  readonly yesProduction?: string;
  /** In UTC, as ISO 8601. */
  readonly checkedUntil?: string;
  readonly format?: Format;
  readonly output?: string;
  readonly showRequest?: boolean;
  readonly tokenStdin?: boolean;
  readonly dataFolder?: string;
}

export interface ProgramServices {
  readonly version: string;
  /** Runs a command with the app open; its exit code is the program's. A command is loaded only when it is needed. */
  readonly run: (load: () => Promise<Run>, options: GivenOptions, onlyReads?: true) => Promise<void>;
  /** Reads all of standard input; empty if that is a terminal. */
  readonly readInput?: () => Promise<string>;
  /** Prints the program's own texts, such as its help. */
  readonly print: (text: string) => void;
}

/** The program's name in the package. */
const PROGRAM = 'payments-explorer';

/** What the command line accepts, with its help texts. */
export function createProgram(services: ProgramServices): Command {
  const { version, run, print } = services;
  const program: Command = new Command(PROGRAM);
  program
    .description('The Payments API Explorer without its window: the same profiles, keychain and history.')
    .version(version)
    .option('--profile <name>', 'the profile to use; by default the one in use in the app')
    .addOption(new Option('--format <format>', 'how to write results').choices(FORMATS))
    .option('--output <file>', 'write results to a new file instead of standard output', notEmpty)
    .option('--show-request', 'show what is sent on standard error, secrets and card data masked')
    .option('--yes-production <profile>', 'allow unsafe requests on this production profile')
    .option(
      '--checked-until <time>',
      'the time named in the refusal: you have checked at the destination what was carried out until then',
      moment,
    )
    .option(
      '--token-stdin',
      `read the access token from standard input, for this run (or from ${TOKEN_VARIABLE})`,
    )
    .option('--data-folder <folder>', 'where profiles and history are; by default the app’s own')
    // Applies to subcommands as well, as they inherit it when they are created.
    .exitOverride()
    .showHelpAfterError('Try --help.')
    .configureOutput({
      writeOut: print,
      outputError: (message, write) =>
        write(
          lineToSay(message.replace(GIVEN_VALUE, '$1')) +
            (message.startsWith(TOO_MANY) ? lineToSay(ONE_NAME) : ''),
        ),
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('beforeAll', ({ command }) => (command === program ? `${EXAMPLES}\n` : ''))
    .addHelpText('after', `\n${EXIT_WORDS}`);
  const given = (): GivenOptions => program.opts<GivenOptions>();
  const options = (): GivenOptions => {
    if (given().format === 'junit') program.error('Only a run can write a JUnit report.', usage);
    return given();
  };
  /** For commands that send one request. */
  const sending = (command: Command): Command =>
    command.option(
      '--secret <name=VARIABLE>',
      'a secret header’s value, from an environment variable',
      collect,
    );
  /** For commands that send many requests. */
  const many = (what: string): void => {
    if (given().showRequest === true) program.error(`--show-request is for one request: ${what}.`, usage);
  };

  program
    .command('session')
    .argument('[ids...]', 'UUIDs of checkout sessions; also any text on standard input that has some')
    .description('read checkout sessions; JSON of one is its body, card data masked')
    .action(async (ids: string[]) => {
      const text = ids.length === 0 ? await (services.readInput ?? readInput)() : ids.join('\n');
      const { uuids, broken, entries } = readUuids(text);
      const wrong =
        ids.length === 0 ? undefined : (broken[0] ?? ids.find((id) => readUuids(id).uuids.length === 0));
      if (wrong !== undefined) program.error(`"${wrong}" is not a UUID. One looks like ${A_UUID}.`, usage);
      if (uuids.length + broken.length === 0) {
        const what =
          text.trim() === ''
            ? 'Give the UUID of a session.'
            : 'Standard input has no UUID, and nothing that looks intended as one.';
        program.error(`${what} One looks like ${A_UUID}.`, usage);
      }
      if (uuids.length > 1) many('several sessions are requested one after the other');
      await run(
        async () => {
          const { lookUp, noIdsOf } = await import('./commands/session');
          return lookUp(uuids, noIdsOf(text, broken), entries);
        },
        options(),
        true,
      );
    });
  program
    .command('buyers')
    .description('list buyers; JSON of a page is its body, card data masked')
    .option('--limit <n>', 'buyers per page; by default the service decides', pageSize)
    .option('--cursor <cursor>', 'start with this page', notEmpty)
    .option('--all', 'every page, as ndjson or csv')
    .option('--most <n>', `maximum number of rows that --all writes`, wholeNumber, DEFAULT_LOAD_CAP)
    .action(async ({ limit, cursor, all: every, most }: BuyersOptions, command: Command) => {
      const query = { limit: limit ?? null, cursor: cursor ?? null, parameters: [] };
      const load = () => import('./commands/buyers');
      if (every !== true) {
        if (command.getOptionValueSource('most') === 'cli')
          command.error('--most is for --all: a page has what --limit says.', usage);
        return run(async () => (await load()).page(query), options(), true);
      }
      if (most > MAX_LOADED_BUYERS) program.error(`--most is at most ${MAX_LOADED_BUYERS}.`, usage);
      many('--all requests many pages');
      const { format = 'ndjson', ...rest } = options();
      return run(async () => (await load()).all(query, most), { ...rest, format }, true);
    });
  sending(program.command('forward'))
    .argument(
      '<request>',
      'a saved request: its name, Folder/Name or ID; a file (.yaml); - for standard input',
    )
    .description('send a saved Vault Forward request')
    .action((typed: string, { secret = [] }: Partial<SendOptions>) =>
      run(async () => (await import('./commands/send')).forward(typed, secret), options()),
    );
  sending(program.command('send'))
    .argument('<operation>', 'an operation’s ID, METHOD /path, or a saved request as forward takes it')
    .argument('[path]', 'the path, where a method stands before it')
    .description('send one request')
    .option('--param <name=value>', 'a path parameter, or else a query parameter', collect)
    .option('--header <name: value>', 'a header that is not secret', collect)
    .option('--body <text>', 'the body; @file for a file, @- for standard input', bodyOrFile)
    .action((typed: string, path: string | undefined, given: Partial<SendOptions>) => {
      const parts = { param: [], header: [], secret: [], ...given };
      const one = path === undefined ? typed : `${typed} ${path}`;
      if (path !== undefined && !/^[a-z-]+ \//i.test(one)) {
        const isMethod = METHODS.has(typed.toUpperCase());
        program.error(isMethod ? `A path begins with a slash: ${typed} /${path}` : `${TOO_MANY}.`, usage);
      }
      return run(async () => (await import('./commands/send')).send(one, parts), options());
    });
  sending(program.command('replay'))
    .argument('<id>', 'of an exchange, as history search shows it')
    .description('send an exchange of the history again, once')
    .addOption(
      new Option('--idempotency-key <which>', 'send it with the same key, or a new one').choices(WHICH),
    )
    .addOption(
      new Option('--values <which>', 'values of variables: the same as before, or new ones')
        .choices(WHICH)
        .default('same'),
    )
    .action((id: string, given: Omit<ReplayOptions, 'secret'> & Partial<ReplayOptions>) => {
      const how = { secret: [], ...given };
      if (readUuids(id).uuids.length !== 1)
        program.error(`"${id}" is not the ID of an exchange: history search shows them in full.`, usage);
      return run(async () => (await import('./commands/replay')).replay(id, how), options());
    });
  sending(program.command('run'))
    .argument(
      '[what]',
      'a folder of saved requests, or one of them; ./folder for one on disk; by default all',
    )
    .description('send saved requests and check the answers against what is expected')
    .action((what: string | undefined, { secret = [] }: Partial<SendOptions>) => {
      many('a run sends several');
      return run(async () => (await import('./commands/run')).runFolder(what ?? '', secret), given());
    });
  const history = program.command('history').description('what was sent, by the app and from here');
  history
    .command('search')
    .argument('[words...]', 'words that all have to match; by default everything')
    .description('find exchanges, newest first')
    .option('--most <n>', 'maximum number of entries', wholeNumber, 20)
    .action((words: string[], { most }: { most: number }) =>
      run(async () => (await import('./commands/history')).searchHistory(words, most), options(), true),
    );
  program
    .command('profiles')
    .description('list profiles')
    .action(() => run(async () => (await import('./commands/profiles')).profiles, options(), true));
  // Only for the help, and for options before it: the sandbox has its own options, and runs separately (index.ts).
  program
    .command('sandbox')
    .description('run a sandbox of your own; sandbox --help lists its options')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() =>
      program.error(`sandbox comes first and has its own options: ${PROGRAM} sandbox --help.`, usage),
    );
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .description('print the completion of this command for a shell')
    .action((shell: Shell) => print(completionScript(program, shell)));
  program
    .command('man-page', { hidden: true })
    .description('print the man page')
    .action(() => print(manPage(program, { examples: EXAMPLES, exitCodes: EXIT_CODES })));
  refuseRepeats(program);
  return program;
}

/**
 * A script that wraps this command with its own options may set these, and its caller may set them again: the last
 * value counts.
 */
const SET_BY_WRAPPERS = new Set(['data-folder', 'format']);

/**
 * Refuses an option that is given twice: the last value would count, without any indication of which profile or body
 * that is.
 */
function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option.parseArg === collect || SET_BY_WRAPPERS.has(option.name())) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`--${option.name()} is given twice: it takes one value.`, usage);
      isGiven = true;
    });
  }
  command.commands.forEach(refuseRepeats);
}

interface BuyersOptions {
  readonly limit?: number;
  readonly cursor?: string;
  readonly all?: boolean;
  readonly most: number;
}

/** How commander's message begins. */
const TOO_MANY = 'error: too many arguments';
/**
 * Not repeated in the message: it may be a secret, for example if someone guesses `--token=…`, and standard error may
 * be logged.
 */
const GIVEN_VALUE = /^(error: unknown option '[^'=]+)=.*(?='$)/m;
const ONE_NAME = 'A name with spaces is one argument in quotation marks: "Folder/My request".';

/** Methods as people type them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const WHICH = ['same', 'new'];
const A_UUID = '8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55';
const usage = { exitCode: EXIT.usage };

/** Collects values without commander's own default, which the help would show as "default: []". */
function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It is a whole number from 1 to 999999999.');
  return Number(text);
}

/**
 * The specification does not state the range, and a person may want to see how the service responds to a number outside
 * it.
 */
function pageSize(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number of at most 9 digits.');
  return Number(text);
}

function bodyOrFile(text: string): string {
  if (text === '@')
    throw new InvalidArgumentError('After @ comes the name of a file, or - for standard input.');
  // Elsewhere a dash means standard input. Anyone who means that here would send a dash, and be told that all went
  // well.
  if (text === '-')
    throw new InvalidArgumentError(
      'Standard input is --body @- here, and a dash alone is not sent. To send one: printf - | … --body @-.',
    );
  return text;
}

/** A time in the form that a refusal states. */
function moment(text: string): string {
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It is a time as given in the refusal, such as 2026-11-27T17:55:03.120Z.');
  return new Date(at).toISOString();
}

/** Refuses an empty value, which a script passes if its variable is not set. */
function notEmpty(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

const EXAMPLES = `Examples:
  ${PROGRAM} session ${A_UUID}
  ${PROGRAM} session --format csv < ticket.txt
  ${PROGRAM} buyers --all --profile "Sandbox EU" > buyers.ndjson
  ${PROGRAM} forward Cards/Authorise --show-request
  ${PROGRAM} send POST /orders --body @order.json --header "Content-Type: application/json"
  ${PROGRAM} history search shoes
  ${PROGRAM} run Smoke --format junit --output report.xml`;

const EXIT_WORDS = `Exit codes:\n${EXIT_CODES.map(([code, words]) => `  ${String(code).padEnd(3)}  ${words}`).join('\n')}`;
