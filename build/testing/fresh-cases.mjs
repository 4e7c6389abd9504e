// The cases of test:fresh, and how their results are judged and shown.

/**
 * @typedef {{ code: number | null, seconds: number, lines: string[], cleanStop: boolean, output?: string, summary?:
 * string }} Given
 *   a command with its exit code, the lines that the person was told to type before it could continue, and whether
 *   nothing had
 *   been installed when the first of them was shown
 * @typedef {{ name: string, commit: string, node: string, packages: number, refused: boolean, start: Given, test?:
 * Given }} Result
 */

const releases = [
  { release: 13, suite: 'trixie' },
  { release: 12, suite: 'bookworm' },
];

/** `person` is a user who may not install packages, but has an administrator to do it. */
export const cases = releases.flatMap(({ release, suite }) =>
  ['distribution', 'static'].flatMap((node) =>
    ['root', 'person'].map((user) => ({
      name: `${release}-${node}-${user}`,
      suite,
      node,
      user,
      // Debian 12 has Node 18, which is too old.
      refused: release === 12 && node === 'distribution',
    })),
  ),
);

/** The line that set-up tells a person to type, if any. */
export function aptLineIn(output) {
  return /^ +(sudo apt-get update && sudo apt-get install [^\n]+)$/m.exec(output)?.[1];
}

/** "N passed, N failed", the last line of npm test. */
export function summaryIn(output) {
  return /^\d+ passed, \d+ failed$/.exec(output.trim().split('\n').at(-1))?.[0] ?? 'no summary';
}

/** What is wrong with a result, in words; undefined if it is as it should be. @param {Result} result */
export function problemWith({ name, refused, start, test }) {
  const wanted = cases.find((known) => known.name === name);
  if (wanted.refused) {
    const said = start.output.trim();
    if (!refused) return 'a Node that is too old was not refused before anything was installed';
    return said.includes('\n') || !said.includes('needs Node')
      ? `not refused in one line: ${said}`
      : undefined;
  }
  if (start.code !== 0) return `npm start -- --once ended with ${start.code}: ${start.output}`;
  if (wanted.user === 'person' && start.lines.length !== 1) return 'the person was not told one line to type';
  if (!start.cleanStop) return 'something was installed before the person was told what is missing';
  if (test.code !== 0) return `npm test ended with ${test.code}: ${test.summary}`;
  return undefined;
}

/** @param {Result[]} results @returns {string} a table in Markdown */
export function resultsTable(results) {
  const rows = results.map((result) => {
    const { name, node, packages, start, test, commit } = result;
    const cells = result.refused
      ? [`refused in one line, ${start.seconds} s`, 'not run']
      : [`${start.seconds} s`, `${test.summary}, ${test.seconds} s`];
    const [release, kind, user] = name.split('-');
    const verdict = problemWith(result) === undefined ? 'yes' : 'no';
    return [`Debian ${release}`, `${kind}, ${node}`, user, ...cells, packages, commit, verdict];
  });
  const head = [
    'Machine',
    'Node',
    'As',
    '`npm start -- --once`',
    '`npm test`',
    'Packages added',
    'Commit',
    'Right',
  ];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
