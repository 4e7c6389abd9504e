import type { Finding, FindingSeverity } from '@contract';
import { countFindings } from '@shared/http/count-findings';
import { describePointer } from '../tools/describe-pointer';

/** The severities, gravest first, each with its words and icon. */
export const SEVERITIES = [
  { id: 'error', one: 'Error', many: 'Errors', icon: 'error' },
  { id: 'warning', one: 'Warning', many: 'Warnings', icon: 'warning' },
  { id: 'note', one: 'Note', many: 'Notes', icon: 'info' },
] as const satisfies readonly { id: FindingSeverity; one: string; many: string; icon: string }[];

/** Findings as plain text, one on each line: `Error at /cart_items/1/sku: …`. */
export function findingsAsText(findings: readonly Finding[], moreFindings: number): string {
  const lines = findings.map(({ severity, pointer, message, value }) => {
    const { one } = SEVERITIES.find(({ id }) => id === severity) ?? SEVERITIES[0];
    const found = value === null ? '' : ` Found: ${value}`;
    return `${one}${pointer === '' ? '' : ` at ${pointer}`}: ${message}${found}`;
  });
  return [...lines, ...(moreFindings > 0 ? [describeUnlisted(moreFindings)] : [])].join('\n');
}

/** Counts findings that are not listed, of any severity. */
export function describeUnlisted(count: number): string {
  return `Not listed: ${countFindings(count)}.`;
}

/** The place of a finding in words, when they say more than its pointer. */
export function placeOf({ pointer }: Finding, whole: string): string {
  return describePointer(pointer) ?? `The ${whole}`;
}
