import { checkResponse } from '@contract/findings';
import type { ContractCheck } from '@contract';

/**
 * The contract check of one item of a page of buyers, by the same rules as the whole page. Pointers start at the item.
 * It loads the validators: import it only where items are checked.
 */
export function checkBuyerItem(item: unknown): ContractCheck {
  const { check, findings, moreFindings } = checkResponse('list_buyers', 200, { items: [item], limit: 1 });
  return {
    check,
    findings: findings.map((finding) => ({
      ...finding,
      pointer: finding.pointer.replace(/^\/items\/0/, ''),
    })),
    moreFindings,
  };
}
