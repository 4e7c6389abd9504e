/** The smallest value that is not exceeded by the given share of the numbers (0.95 for the 95th percentile). */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
