import { asObject, toJsonText, type Json, type JsonObject } from '@renderer/components/facts/json';

/** One field of billing beside the same of shipping; `undefined`: the side does not have it. */
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
 * Billing beside shipping, as far as one of them has a field. An object that is null, absent or none at all has a row of
 * its own: its fields are neither there nor missing.
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

function unlessBothObjects(
  label: string,
  left: Json | undefined,
  right: Json | undefined,
): readonly PeopleRow[] {
  if (asObject(left) !== null && asObject(right) !== null) return [];
  return [row(label, left, right)];
}

/** A value on one side only is a difference as much as another value is. */
function row(label: string, billing: Json | undefined, shipping: Json | undefined): PeopleRow {
  return { label, billing, shipping, differs: !isSame(billing, shipping) };
}

/** Only what may be written in several ways, and is on both sides, has to be written. */
function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  return toJsonText(left) === toJsonText(right);
}
