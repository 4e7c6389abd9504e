/** Finds two versions that git could not merge and left in the text. */
export function conflictOf(text: string): string | null {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.startsWith('<<<<<<< '));
  const end = lines.findIndex((line, at) => at > begin && line.startsWith('>>>>>>> '));
  if (begin < 0 || end < 0) return null;
  return `Lines ${begin + 1} to ${end + 1} are a merge conflict: git left both versions there. Keep one of them, without the lines of <, = and >.`;
}
