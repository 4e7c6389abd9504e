import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_LOAD_CAP, MAX_LOADED_BUYERS } from '@shared/bridge/buyers';
import { readUuids } from '@shared/text/uuid';
import { all, page } from './commands/buyers';
import type { Run } from './commands/command';
import { searchHistory } from './commands/history';
import { profiles } from './commands/profiles';
import { runFolder } from './commands/run';
import { lookUp } from './commands/session';
import { EXIT } from './exit-codes';
import { FORMATS, type Format } from './output';

export interface GivenOptions {
  readonly profile?: string;
  readonly format?: Format;
  readonly output?: string;
  readonly dataFolder?: string;
}

export interface ProgramServices {
  readonly version: string;
  /** Runs a command with the app open; its exit code is the program's. */
  readonly run: (run: Run, options: GivenOptions) => Promise<void>;
  /** All of standard input; empty when that is a terminal. */
  readonly readInput: () => Promise<string>;
}

/** What the command line understands, and what it says of itself. */
export function createProgram({ version, run, readInput }: ProgramServices): Command {
  const program = new Command('payments-explorer')
    .description('The Payments API Explorer without its window: the same profiles, keychain and history.')
    .version(version)
    .option('--profile <name>', 'the profile to work as; the active one of the app unless given')
    .addOption(new Option('--format <format>', 'how results are written').choices(FORMATS))
    .option('--output <file>', 'write results to a new file instead of standard output')
    .option('--data-folder <folder>', 'where profiles and history are; the app’s own unless given')
    // For the commands below as well: they take it over when they are made.
    .exitOverride()
    .showHelpAfterError('Try --help.')
    .enablePositionalOptions()
    .addHelpText('before', `${EXAMPLES}\n`)
    .addHelpText('after', `\n${EXIT_WORDS}`);
  const given = (): GivenOptions => program.opts<GivenOptions>();
  const options = (): GivenOptions => {
    if (given().format === 'junit') program.error('Only a run has a report for JUnit.', usage);
    return given();
  };

  program
    .command('session')
    .argument('[ids...]', 'UUIDs of checkout sessions; also any text on standard input that has some')
    .description('read checkout sessions')
    .action(async (ids: string[]) => {
      const text = ids.length === 0 ? await readInput() : ids.join('\n');
      const { uuids, broken } = readUuids(text);
      const [wrong] = broken;
      if (wrong !== undefined && ids.length > 0) program.error(`"${wrong}" is no UUID.`, usage);
      if (uuids.length === 0) program.error('Give the UUID of a session.', usage);
      await run(lookUp(uuids), options());
    });
  program
    .command('buyers')
    .description('list buyers')
    .option('--limit <n>', 'buyers in a page; the service decides unless given', wholeNumber)
    .option('--cursor <cursor>', 'begin with this page')
    .option('--all', 'every page, as ndjson or csv')
    .option('--most <n>', `rows that --all ends at`, wholeNumber, DEFAULT_LOAD_CAP)
    .action(async ({ limit, cursor, all: every, most }: BuyersOptions) => {
      const query = { limit: limit ?? null, cursor: cursor ?? null, parameters: [] };
      if (every !== true) return run(page(query), options());
      if (most > MAX_LOADED_BUYERS) program.error(`--most is at most ${MAX_LOADED_BUYERS}.`, usage);
      const { format = 'ndjson', ...rest } = options();
      return run(all(query, most), { ...rest, format });
    });
  const history = program.command('history').description('what was sent, by the app and from here');
  history
    .command('search')
    .argument('[words...]', 'words that all have to be there')
    .description('find requests, newest first')
    .option('--most <n>', 'entries at most', wholeNumber, 20)
    .action((words: string[], { most }: { most: number }) => run(searchHistory(words, most), options()));
  program
    .command('run')
    .argument('[folder]', 'a folder of saved requests; all of them unless given', '')
    .description('send saved requests and hold the answers against what is expected')
    .action((folder: string) => run(runFolder(folder), given()));
  program
    .command('profiles')
    .description('list profiles')
    .action(() => run(profiles, options()));
  return program;
}

interface BuyersOptions {
  readonly limit?: number;
  readonly cursor?: string;
  readonly all?: boolean;
  readonly most: number;
}

const usage = { exitCode: EXIT.usage };

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 on.');
  return Number(text);
}

const EXAMPLES = `Examples:
  payments-explorer session 8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55
  payments-explorer --format csv session < ticket.txt
  payments-explorer --profile "Sandbox EU" buyers --all > buyers.ndjson
  payments-explorer history search shoes
  payments-explorer --format junit --output report.xml run Smoke`;

const EXIT_WORDS = `Exit codes:
  ${EXIT.done}    done; for sessions: found
  ${EXIT.failed}    something failed on this computer
  ${EXIT.usage}    the command line is not understood
  ${EXIT.refused}    the service, or a guard of the app, said no
  ${EXIT.notFound}    not found
  ${EXIT.unknown}    no whole answer: it may have arrived or not
  ${EXIT.unmet}    of a run: an answer was not as expected
  ${EXIT.interrupted}  interrupted`;
