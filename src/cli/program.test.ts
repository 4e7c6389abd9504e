import { CommanderError, type Command } from 'commander';
import { expect, it, vi } from 'vitest';
import { createProgram, type GivenOptions } from './program';

const ONE = '5e550000-0000-4000-8000-000000000001';
const OTHER = '5e550000-0000-4000-8000-000000000002';

async function typed(
  args: readonly string[],
  input = '',
): Promise<{ options: GivenOptions[]; error: string | null }> {
  const options: GivenOptions[] = [];
  const program = createProgram({
    version: '1.2.3',
    run: (_run, given) => {
      options.push(given);
      return Promise.resolve();
    },
    readInput: () => Promise.resolve(input),
    print: () => undefined,
  });
  const said: string[] = [];
  const quiet = (command: Command): void => {
    command
      .exitOverride()
      .configureOutput({ writeErr: (text) => said.push(text), writeOut: (text) => said.push(text) });
    command.commands.forEach(quiet);
  };
  quiet(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return { options, error: null };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { options, error: said.join('') };
  }
}

it('accepts options before or after the command, and prints a load as NDJSON by default', async () => {
  const session = await typed(['--profile', 'A', 'session', '--format', 'csv', ONE]);
  expect(session.options).toEqual([{ profile: 'A', format: 'csv' }]);
  expect((await typed(['buyers', '--all'])).options).toEqual([{ format: 'ndjson' }]);
  expect((await typed(['--format', 'csv', 'buyers', '--all'])).options).toEqual([{ format: 'csv' }]);
  expect((await typed(['buyers'])).options).toEqual([{}]);
  expect((await typed(['--format', 'junit', 'run', 'Smoke'])).options).toEqual([{ format: 'junit' }]);
});

it('accepts repeatable options, repeated flags, and global options overridden by a later one', async () => {
  const args = [
    'send',
    'POST /x',
    '--header',
    'A: 1',
    '--header',
    'B: 2',
    '--param',
    'c=3',
    '--param',
    'd=4',
  ];
  expect((await typed([...args, '--show-request', '--show-request'])).error).toBeNull();
  const wrapped = await typed([
    '--data-folder',
    'a',
    '--format',
    'csv',
    'profiles',
    '--data-folder',
    'b',
    '--format',
    'json',
  ]);
  expect(wrapped.options).toEqual([{ dataFolder: 'b', format: 'json' }]);
});

it('passes on --checked-until', async () => {
  const checkedUntil = '2026-11-20T17:55:03.120Z';
  expect((await typed(['run', '--checked-until', checkedUntil])).options).toEqual([{ checkedUntil }]);
});

it('takes IDs from arguments, or from any text on standard input', async () => {
  expect((await typed(['session', ONE, OTHER])).error).toBeNull();
  expect((await typed(['session'], `see ${ONE} and ${OTHER}`)).error).toBeNull();
  // Entries of a text that are not IDs are reported when it is looked up (commands/session.test.ts).
  expect((await typed(['session'], `${ONE}\n8d3c`)).error).toBeNull();
  expect((await typed(['session'], `${ONE.slice(1)}`)).error).toBeNull();
  expect((await typed(['session'])).error).toContain('Give the UUID of a session.');
  // This text is not empty, but nothing in it is meant as an ID.
  for (const text of ['Dear team, it failed again.', 'id\r\n'])
    expect((await typed(['session'], text)).error).toContain(
      'Standard input has no UUID, and nothing that looks intended as one.',
    );
  expect((await typed(['session'], '\ufeff\r\n')).error).toContain('Give the UUID of a session.');
  expect((await typed(['session', ONE, `${OTHER}0`])).error).toContain('is not a UUID');
  expect((await typed(['session', ONE, 'nonsense'])).error).toContain('"nonsense" is not a UUID');
});

it.each(['0', '-1', '101', '999999999'])('leaves a limit of %s for the service to check', async (limit) => {
  expect((await typed(['buyers', '--limit', limit])).error).toBeNull();
});

it.each([
  [['buyers', '--limit', '1e3'], 'It is a whole number of at most 9 digits.'],
  [['buyers', '--all', '--most', '0'], 'It is a whole number from 1 to 999999999.'],
  [['buyers', '--all', '--most', '1000001'], '--most is at most 1000000.'],
  [['buyers', '--limit', '9999999999'], 'It is a whole number of at most 9 digits.'],
  [['buyers', '--cursor', ''], 'It is empty.'],
  [['--output', '', 'profiles'], 'It is empty.'],
  [['--format', 'xml', 'profiles'], 'Allowed choices are text, json, ndjson, csv, junit'],
  [['--checked-until', 'yesterday', 'run'], 'It is a time as given in the refusal, such as 2026-'],
  [['--format', 'junit', 'profiles'], 'Only a run can write a JUnit report.'],
  [['nonsense'], "unknown command 'nonsense'"],
  [['replay', 'shoes'], '"shoes" is not the ID of an exchange: history search shows them in full.'],
  [['replay', ONE, '--values', 'old'], 'Allowed choices are same, new'],
  [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish'],
  [['--profile', 'A', '--profile', 'B', 'profiles'], '--profile is given twice: it takes one value.'],
  [['--profile', 'A', 'send', 'GET /x', '--profile', 'A'], '--profile is given twice: it takes one value.'],
  [['send', 'POST /x', '--body', '1', '--body', '2'], '--body is given twice: it takes one value.'],
  [['buyers', '--all', '--most', '5', '--most', '5'], '--most is given twice: it takes one value.'],
  [['buyers', '--most', '5'], '--most is for --all: a page has what --limit says.'],
  [['send', 'POST /x', '--body', '@'], 'After @ comes the name of a file, or - for standard input.'],
  [['send', 'POST /x', '--body', '-'], 'Standard input is --body @- here, and a dash alone is not sent.'],
  [['send', 'POST /x', '--body=-'], 'Standard input is --body @- here, and a dash alone is not sent.'],
  [
    ['--data-folder', 'd', 'sandbox'],
    'sandbox comes first and has its own options: payments-explorer sandbox',
  ],
  [['--format', 'csv', 'sandbox', '--port', '0'], 'sandbox comes first and has its own options'],
  [['--show-request', 'session', ONE, OTHER], '--show-request is for one request'],
  [['--show-request', 'buyers', '--all'], '--show-request is for one request'],
  [['--show-request', 'run'], '--show-request is for one request'],
])('rejects %j with a message, before anything is opened', async (args, words) => {
  const { options, error } = await typed(args);
  expect(error).toContain(words);
  expect(options).toEqual([]);
});

it('accepts a method and path as one or two arguments, and rejects further arguments', async () => {
  expect(await typed(['send', 'GET', '/buyers?limit=1'])).toEqual({ options: [{}], error: null });
  expect((await typed(['send', 'GET /buyers'])).error).toBeNull();
  for (const args of [
    ['send', 'My', 'request'],
    ['send', 'POST', '/orders', '/orders'],
    ['send', '/orders', 'POST'],
    ['forward', 'Cards/My', 'request'],
    ['run', 'My', 'folder'],
  ]) {
    const { options, error } = await typed(args);
    expect(options).toEqual([]);
    expect(error).toContain('too many arguments');
    expect(error?.split('A name with spaces is one argument in quotation marks')).toHaveLength(2);
  }
});

it('says that a path lacks its slash', async () => {
  for (const method of ['GET', 'delete'])
    expect((await typed(['send', method, 'buyers'])).error).toContain(
      `A path begins with a slash: ${method} /buyers`,
    );
});

it('lists exit codes and examples in its help', async () => {
  vi.stubEnv('COLUMNS', '120');
  const { error } = await typed(['--help']);
  expect(error).toContain('Exit codes:');
  expect(error).toContain('payments-explorer session');
  for (const command of ['send', 'forward', 'replay', 'run'])
    expect((await typed([command, '--help'])).error).not.toContain('default: []');
  vi.unstubAllEnvs();
});

it('does not repeat the value of an option that it does not know', async () => {
  for (const args of [
    ['--token=s3cret', 'buyers'],
    ['buyers', '--token=s3cret'],
  ]) {
    const { error } = await typed(args);
    expect(error).toContain("unknown option '--token'");
    expect(error).not.toContain('s3cret');
  }
});

it('masks a card number typed in the wrong place, and lets nothing control the terminal', async () => {
  for (const args of [
    ['session', '4242424242424242'],
    ['replay', '4242424242424242'],
    ['--checked-until', '4242424242424242', 'profiles'],
    ['4242424242424242'],
  ]) {
    const { error } = await typed(args);
    expect(error, args.join(' ')).toContain('424242••••••4242');
    expect(error, args.join(' ')).not.toContain('4242424242424242');
  }
  expect((await typed(['session', '\u001b]0;title\u0007'])).error).toContain('" ]0;title " is not a UUID');
});
