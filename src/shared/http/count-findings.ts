import { SURELY_COUNTED } from '@contract/finding';

/** `2`; `5,000+` if there may be more than the check counted. */
export function countBriefly(findings: number): string {
  const words = Math.min(findings, SURELY_COUNTED).toLocaleString('en');
  return findings > SURELY_COUNTED ? `${words}+` : words;
}

/** For a file that others compute with: a number if the count is exact. */
export function writtenCount(findings: number | null): number | string | null {
  return findings !== null && findings > SURELY_COUNTED ? countBriefly(findings) : findings;
}

/** `1 finding`, `5,000+ findings`. */
export function countFindings(findings: number): string {
  return `${countBriefly(findings)} ${findings === 1 ? 'finding' : 'findings'}`;
}

/** The number of all findings of a check, for its tab; null if there are none. */
export function findingCount(
  checked: { readonly findings: readonly unknown[]; readonly moreFindings: number } | null,
): string | null {
  const total = checked ? checked.findings.length + checked.moreFindings : 0;
  return total === 0 ? null : countBriefly(total);
}
