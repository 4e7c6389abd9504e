import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { completionScript } from './completion';
import { createProgram } from './program';

const printed: string[] = [];
const program = createProgram({
  version: '1.2.3',
  run: () => Promise.resolve(),
  print: (text) => printed.push(text),
});

/** What bash offers with the cursor at the end of the line. */
function offered(line: string, cwd = __dirname): string[] {
  // Bash treats the equals sign as a separate word.
  const words = line.split(/ |(?<==)|(?==)/);
  const script = `${completionScript(program, 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_payments_explorer; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe.skipIf(process.platform === 'win32')('bash completes', () => {
  it.each([
    ['payments-explorer se', ['session', 'send']],
    ['payments-explorer --pr', ['--profile']],
    ['payments-explorer --format nd', ['ndjson']],
    ['payments-explorer buyers --a', ['--all']],
    ['payments-explorer --format csv history sea', ['search']],
    ['payments-explorer history search --mo', ['--most']],
    ['payments-explorer replay x --values s', ['same']],
    ['payments-explorer completion z', ['zsh']],
    ['payments-explorer --profile ', ['']],
    ['payments-explorer --profile session bu', ['buyers']],
    ['payments-explorer --output shell-fi', ['shell-files.test.ts']],
    ['payments-explorer --format=nd', ['ndjson']],
    ['payments-explorer --format=', ['text', 'json', 'ndjson', 'csv', 'junit']],
    ['payments-explorer --output=shell-fi', ['shell-files.test.ts']],
    ['payments-explorer sandbox -', ['--help']],
  ])('%s', (line, words) => {
    expect(offered(line).sort()).toEqual([...words].sort());
  });

  it('a file or folder whose name has spaces', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shell-files-'));
    await mkdir(join(folder, 'my requests'));
    expect(offered('payments-explorer run my', folder)).toEqual(['my requests']);
    expect(offered('payments-explorer --data-folder my', folder)).toEqual(['my requests']);
    await rm(folder, { recursive: true });
  });
});

it('lists every command and its options for fish', () => {
  const lines = completionScript(program, 'fish').trim().split('\n');
  expect(lines).toContain(
    "complete -c payments-explorer -f -n '__fish_use_subcommand' -a profiles -d 'list profiles'",
  );
  expect(lines.filter((line) => line.includes('__fish_seen_subcommand_from search'))).toHaveLength(1);
  for (const line of lines) expect(line.match(/(?<!\\)'/g)?.length ?? 0).toBeOneOf([2, 4, 6]);
});

describe('the man page', () => {
  let page = '';
  beforeAll(async () => {
    await program.parseAsync(['man-page'], { from: 'user' });
    page = printed.splice(0).join('');
  });

  it('lists commands, options and exit codes', () => {
    for (const words of [
      '.SS history search',
      '\\-\\-yes\\-production',
      '.SH EXIT STATUS',
      'PAYMENTS_EXPLORER_TOKEN',
    ])
      expect(page).toContain(words);
    expect(page).not.toContain('man-page');
    // Choices and defaults, as --help shows them.
    for (const words of [
      '\nMaximum number of entries (default: 20).',
      ': same, new (default: same).',
      '\nBash, zsh, fish.',
    ])
      expect(page).toContain(words);
    expect(page.trim().split('\n')).not.toContain('.');
    // Unescaped, these would be requests to the formatter.
    for (const line of page.split('\n'))
      if (line.startsWith('.')) expect(line).toMatch(/^\.(TH|SH|SS|TP|B|RI|nf|fi)( |$)/);
  });
});
