/** The text in the field that an event comes from. */
export function textOf({ target }: Event): string {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : '';
}
