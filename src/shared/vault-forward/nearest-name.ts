/**
 * The name that was most likely meant, or null if none is close: at most a third of its letters wrong, missing, extra
 * or swapped with a neighbour (optimal string alignment distance), ignoring case.
 */
export function nearestName(written: string, names: readonly string[]): string | null {
  const meant = written.toUpperCase();
  let best: string | null = null;
  let bestDistance = Math.floor(meant.length / 3) + 1;
  for (const name of names) {
    if (Math.abs(name.length - meant.length) >= bestDistance) continue;
    const distance = alignmentDistance(meant, name);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

function alignmentDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one.charAt(row - 1) === other.charAt(column - 1);
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        one.charAt(row - 1) === other.charAt(column - 2) &&
        one.charAt(row - 2) === other.charAt(column - 1);
      if (swapped) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
