import type { Finding, FindingSeverity } from '@contract';
import type { BuyerItem, BuyerPage } from '@shared/bridge/buyers';
import { endOf, type ItemTexts } from '@shared/bridge/packed-items';
import { checkBuyerItem } from '@shared/json/buyer-item';
import { textFieldOf } from '@shared/json/unknown-fields';
import type { Body, Exchange } from '@shared/http/exchange';
import type { BodyStore } from '../bodies/body-store';
import { readWritten, type WrittenItems } from './item-texts';

/** A larger page is left to the viewer: as text alone it would take hundreds of MB. */
const MAX_PAGE_BYTES = 64_000_000;

type PageBodies = Pick<BodyStore, 'read' | 'takeBytes'>;

/** A page of a load. */
export interface LoadedPage extends Omit<BuyerPage, 'items'> {
  readonly items: ItemTexts & Pick<WrittenItems, 'ids'>;
  /** What stands in the place of the next cursor, as JSON, where that is neither a cursor nor null. */
  readonly oddCursor?: string;
}

/** Reads the page of an answer; null when the answer is none. Nothing that is wrong with an item hides it. */
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

/** Nothing for a cursor, null and a field that is not there; for `""` that, as whether it is the end is not said by the specification. */
export function oddCursorOf(value: unknown): Pick<LoadedPage, 'oddCursor'> {
  if (value === undefined || value === null || (typeof value === 'string' && value !== '')) return {};
  const written = JSON.stringify(value);
  return { oddCursor: written.length > MAX_ODD_CURSOR ? `${written.slice(0, MAX_ODD_CURSOR)}…` : written };
}

/** The `id` of an item, when it has one. */
export function idOf(item: Pick<BuyerItem, 'text'>): string | null {
  return textFieldOf(JSON.parse(item.text), 'id');
}

/** A body as text in UTF-8, in a copy of its own; null for one that is none, or too large. */
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

/** True when the check has no word on the page: it was parsed for that. */
function conforms({ check, findings, moreFindings }: Exchange): boolean {
  return check.kind === 'checked' && findings.length === 0 && moreFindings === 0;
}

/** True when the check of the whole page has no word on any item. */
function itemsConform({ check, findings, moreFindings }: Exchange): boolean {
  return (
    check.kind === 'checked' &&
    moreFindings === 0 &&
    !findings.some(({ pointer }) => pointer.startsWith('/items/'))
  );
}

/** Item by item: the page's own list of findings ends somewhere. */
function worstOf({ texts, ends }: WrittenItems): ItemTexts['worst'] {
  const worst = Array.from(ends, (end, item): FindingSeverity | null => {
    const text = Buffer.from(texts.subarray(endOf(ends, item), end)).toString('utf8');
    // Findings come the gravest first.
    const [gravest]: readonly Finding[] = checkBuyerItem(JSON.parse(text)).findings;
    return gravest?.severity ?? null;
  });
  return worst.some((one) => one !== null) ? worst : null;
}

function integer(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

/** An empty cursor leads nowhere, and is read as none. */
function cursor(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
