/** Readable names for the API's fields; every other name is split at its underscores. */
const WORDS: Readonly<Record<string, string>> = {
  expires_at: 'valid until',
  created_at: 'created',
  updated_at: 'updated',
  unit_amount: 'price',
  tax_amount: 'tax',
  discount_amount: 'discount',
  billing_details: 'billing',
  shipping_details: 'shipping',
  sku: 'SKU',
  id: 'ID',
  bin: 'BIN',
  url: 'URL',
};
/** Lists whose items have a shorter name than the list. */
const ITEMS: Readonly<Record<string, string>> = { cart_items: 'item', items: 'item', details: 'detail' };
/** The names inside these were chosen by a merchant, not by the API. */
const FREE = new Set(['metadata']);

/** A JSON pointer in words: `Item 2, SKU`, `Billing, phone number`; null for the whole value. */
export function describePointer(pointer: string): string | null {
  if (!pointer.startsWith('/')) return null;
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const parts: string[] = [];
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] ?? '';
    const next = steps[at + 1];
    if (FREE.has(steps[at - 1] ?? '')) parts.push(step);
    else if (next !== undefined && /^\d+$/.test(next)) {
      parts.push(`${ITEMS[step] ?? wordsOf(step).replace(/s$/, '')} ${Number(next) + 1}`);
      at += 1;
    }
    // "Billing" already says whose details they are.
    else if (step !== 'buyer' || !/^(billing|shipping)_details$/.test(next ?? '')) parts.push(wordsOf(step));
  }
  const words = parts.join(', ');
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsOf(name: string): string {
  const known = WORDS[name];
  if (known !== undefined) return known;
  if (!/^[a-z0-9_]+$/.test(name)) return name;
  return name.replace(/_id$/, '_ID').replaceAll('_', ' ');
}
