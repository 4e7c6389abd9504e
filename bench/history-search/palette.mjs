// What the command palette does for one letter: it matches and ranks its own entries, and asks the history.
import { arrange } from '../../src/renderer/app/palette/arrange';
import { search } from '../../src/renderer/app/palette/fuzzy';

/** Far more than most people have: 2,000 saved requests, 200 recent sessions, 50 profiles, 60 actions. */
export function entriesOfPalette(texts) {
  const word = (at) => texts[(at * 37) % texts.length];
  const make = (count, group, kind) =>
    Array.from({ length: count }, (_, at) => ({
      key: `${kind} ${at}`,
      group,
      icon: 'search',
      words: `${kind} ${at} ${word(at)}`,
      note: `POST psp-${at % 40}.example/v1/charges`,
      kind,
      run: () => undefined,
    }));
  return [
    ...make(60, 'Actions', 'Action'),
    ...make(200, 'Sessions', 'Session'),
    ...make(50, 'Go to', 'Profile'),
    ...make(2_000, 'Go to', 'Saved request'),
  ];
}

export async function letterOfPalette(entries, typed, askHistory) {
  const asked = askHistory();
  const shown = arrange(search(entries, typed), {}, 0);
  await asked;
  return shown;
}

/** The reference: the same matcher run over one line of each exchange. */
export async function scanOfAll(lines, typed) {
  return search(
    lines.map((words) => ({ words })),
    typed,
  );
}
