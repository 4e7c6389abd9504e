import { asObject, toJsonText, type Json, type JsonObject } from '@renderer/components/facts/json';

/** A field of billing beside the same one of shipping; `undefined` when the side does not have it. */
export interface PeopleRow {
  readonly label: string;
  readonly billing: Json | undefined;
  readonly shipping: Json | undefined;
  readonly differs: boolean;
}

const PERSON_FIELDS = [
  ['First name', 'first_name'],
  ['Last name', 'last_name'],
  ['Email', 'email_address'],
  ['Phone', 'phone_number'],
] as const;
const ADDRESS_FIELDS = [
  ['Organization', 'organization'],
  ['House', 'house_number_or_name'],
  ['Line 1', 'line1'],
  ['Line 2', 'line2'],
  ['City', 'city'],
  ['State', 'state'],
  ['State code', 'state_code'],
  ['Postal code', 'postal_code'],
  ['Country', 'country'],
] as const;

/**
 * Billing beside shipping: the fields that at least one of them has. If one is not an object, but null, absent or
 * something else, it has its own row, because its fields are neither present nor missing.
 */
export function peopleRows({
  billing_details: billing,
  shipping_details: shipping,
}: JsonObject): readonly PeopleRow[] {
  const billed = asObject(billing);
  const shipped = asObject(shipping);
  return [
    ...unlessBothObjects('Details', billing, shipping),
    ...PERSON_FIELDS.map(([label, name]) => row(label, billed?.[name], shipped?.[name])),
    ...unlessBothObjects('Address', billed?.address, shipped?.address),
    ...ADDRESS_FIELDS.map(([label, name]) =>
      row(label, asObject(billed?.address)?.[name], asObject(shipped?.address)?.[name]),
    ),
  ].filter((each) => each.billing !== undefined || each.shipping !== undefined);
}

/** A longer value is left out of a line that is meant to be read at a glance. */
const MAX_PART = 120;
const ADDRESS_LABELS = new Set<string>(ADDRESS_FIELDS.map(([label]) => label));

/**
 * What differs, with each side's address as one line. What such a line cannot show keeps its own row: a value that is
 * neither text nor missing, null on one side and nothing on the other, and every part when the lines would read the
 * same. An object on only one side is shown by its fields.
 */
export function whatDiffers(rows: readonly PeopleRow[]): readonly PeopleRow[] {
  const oneSided = rows.filter((each) => isOneSided(each) && rows.some((row) => isWithin(row, each)));
  const differing = rows.filter(
    (each) =>
      each.differs &&
      !oneSided.includes(each) &&
      !(isNowhere(each) && oneSided.some((whole) => isWithin(each, whole))),
  );
  const parts = differing.filter(isPartOfLine);
  const address = oneSided.find(({ label }) => label === 'Address');
  /** For a side without an address, shows that it has none. */
  const told = (side: 'billing' | 'shipping'): Json | undefined =>
    address !== undefined && isMissing(address[side]) ? address[side] : lineOf(parts, side);
  const billing = told('billing');
  const shipping = told('shipping');
  if (parts.length < 2 || billing === '' || shipping === '' || billing === shipping) return differing;
  return [
    ...differing.filter((each) => !parts.includes(each)),
    { label: 'Address', billing, shipping, differs: true },
  ];
}

function isPartOfLine({ label, billing, shipping }: PeopleRow): boolean {
  const sides = [billing, shipping];
  return (
    ADDRESS_LABELS.has(label) &&
    sides.every((side) => isMissing(side) || (typeof side === 'string' && side.length <= MAX_PART)) &&
    !sides.every(isMissing)
  );
}

/** True when neither side has it. */
export function isNowhere({ billing, shipping }: PeopleRow): boolean {
  return isMissing(billing) && isMissing(shipping);
}

/** True for an object beside nothing. */
function isOneSided({ billing, shipping }: PeopleRow): boolean {
  return [
    [billing, shipping],
    [shipping, billing],
  ].some(([there, missing]) => asObject(there) !== null && isMissing(missing));
}

/** True for a part of what another row shows completely. */
function isWithin(part: PeopleRow, whole: PeopleRow): boolean {
  if (ADDRESS_LABELS.has(whole.label) || part === whole) return false;
  return whole.label === 'Details' || (whole.label === 'Address' && ADDRESS_LABELS.has(part.label));
}

function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** Formats an address: the postal code follows the city, everything else follows a comma. */
function lineOf(parts: readonly PeopleRow[], side: 'billing' | 'shipping'): string {
  const text = (label: string): string => {
    const value = parts.find((part) => part.label === label)?.[side];
    return typeof value === 'string' ? value : '';
  };
  const others = ADDRESS_FIELDS.map(([label]) => label).filter((label) => label !== 'Postal code');
  return others
    .map((label) =>
      label === 'City' ? [text(label), text('Postal code')].filter(Boolean).join(' ') : text(label),
    )
    .filter((part) => part !== '')
    .join(', ');
}

function unlessBothObjects(
  label: string,
  left: Json | undefined,
  right: Json | undefined,
): readonly PeopleRow[] {
  if (asObject(left) !== null && asObject(right) !== null) return [];
  return [row(label, left, right)];
}

/** A value on only one side is a difference, too. */
function row(label: string, billing: Json | undefined, shipping: Json | undefined): PeopleRow {
  return { label, billing, shipping, differs: !isSame(billing, shipping) };
}

/** Only objects and lists on both sides need to be compared as text. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  return toJsonText(left) === toJsonText(right);
}
