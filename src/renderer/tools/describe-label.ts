/** Fields of the API by which a search finds somebody. */
const OF_A_PERSON =
  /^(?:display_name|first_name|last_name|email_address|phone_number|external_identifier|account_number)$/;

/**
 * The name of the field in which a search found something: in words, unless a merchant may have chosen it. Part of the
 * first screen, so it does without `describePointer`.
 */
export function describeLabel(name: string): string {
  return OF_A_PERSON.test(name) ? name.replaceAll('_', ' ') : name;
}
