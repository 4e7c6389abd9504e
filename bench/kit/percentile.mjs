/** The value that so large a share of the numbers are not above. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
