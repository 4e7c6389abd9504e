import type { Finding, FindingSeverity } from '@contract';
import type { BuyerItem, BuyerPage } from '@shared/bridge/buyers';
import { endOf, type ItemTexts } from '@shared/bridge/packed-items';
import { checkBuyerItem } from '@shared/json/buyer-item';
import { textFieldOf } from '@shared/json/unknown-fields';
import type { Body, Exchange } from '@shared/http/exchange';
import { shortenEnd } from '@shared/text/shorten-end';
import type { BodyStore } from '../bodies/body-store';
import { readWritten, type WrittenItems } from './item-texts';

/** A larger page is only for the viewer: as text it would take hundreds of MB. */
const MAX_PAGE_BYTES = 64_000_000;

type PageBodies = Pick<BodyStore, 'read' | 'takeBytes'>;

/** A page of a load. */
export interface LoadedPage extends Omit<BuyerPage, 'items'> {
  readonly items: ItemTexts & Pick<WrittenItems, 'ids'>;
  /** What a page has in place of the next cursor, as JSON, if that is neither a cursor nor null. */
  readonly oddCursor?: string;
}

/** Reads the page in an answer; null if the answer is not a page. Invalid items are included. */
export async function readPage(exchange: Exchange, bodies: PageBodies): Promise<LoadedPage | null> {
  const { outcome, response } = exchange;
  if (outcome.kind !== 'answered' || response?.status !== 200) return null;
  const body = await bytesOf(response.body, bodies);
  const written = body === null ? null : readWritten(body, conforms(exchange));
  if (written === null) return null;
  const { items, envelope } = written;
  return {
    items: { ...items, worst: itemsConform(exchange) ? null : worstOf(items) },
    limit: integer(envelope.get('limit')),
    nextCursor: cursor(envelope.get('next_cursor')),
    previousCursor: cursor(envelope.get('previous_cursor')),
    ...oddCursorOf(envelope.get('next_cursor')),
  };
}

const MAX_ODD_CURSOR = 40;

/**
 * Empty for a cursor, null or a missing field, but not for `""`, because the specification does not say whether that
 * is the end.
 */
export function oddCursorOf(value: unknown): Pick<LoadedPage, 'oddCursor'> {
  if (value === undefined || value === null || (typeof value === 'string' && value !== '')) return {};
  return { oddCursor: shortenEnd(JSON.stringify(value), MAX_ODD_CURSOR) };
}

/** The `id` of an item, if it has one. */
export function idOf(item: Pick<BuyerItem, 'text'>): string | null {
  return textFieldOf(JSON.parse(item.text), 'id');
}

/** A body's text in UTF-8, as a copy; null if the body is not text or is too large. */
async function bytesOf(body: Body, bodies: PageBodies): Promise<Buffer | null> {
  switch (body.kind) {
    case 'none':
      return null;
    case 'text':
      return bodies.takeBytes(body);
    case 'stored': {
      if (!body.complete || body.encoding !== 'utf-8' || body.bytes > MAX_PAGE_BYTES) return null;
      const bytes = await bodies.read(body.bodyId, 0, body.bytes);
      return bytes && Buffer.from(bytes);
    }
  }
}

export async function textOf(body: Body, bodies: PageBodies): Promise<string | null> {
  if (body.kind === 'text') return body.text;
  return (await bytesOf(body, bodies))?.toString('utf8') ?? null;
}

/** True if the check, which had to parse the page, found nothing wrong with it. */
function conforms({ check, findings, moreFindings }: Exchange): boolean {
  return check.kind === 'checked' && findings.length === 0 && moreFindings === 0;
}

/** True if the check of the whole page found nothing wrong with any item. */
function itemsConform({ check, findings, moreFindings }: Exchange): boolean {
  return (
    check.kind === 'checked' &&
    moreFindings === 0 &&
    !findings.some(({ pointer }) => pointer.startsWith('/items/'))
  );
}

/** Checks item by item, because the page's own list of findings is truncated. */
function worstOf({ texts, ends }: WrittenItems): ItemTexts['worst'] {
  const worst = Array.from(ends, (end, item): FindingSeverity | null => {
    const text = Buffer.from(texts.subarray(endOf(ends, item), end)).toString('utf8');
    // The most serious finding comes first.
    const [gravest]: readonly Finding[] = checkBuyerItem(JSON.parse(text)).findings;
    return gravest?.severity ?? null;
  });
  return worst.some((one) => one !== null) ? worst : null;
}

function integer(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** An empty cursor leads nowhere, and counts as none. */
function cursor(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
