/** False when a narrow window shows one pane of `SplitPanes` at a time; `within` is an element in the first pane. */
export function showsBothPanes(within: Element | null): boolean {
  const second = within?.closest('.split')?.querySelector('.split__pane--second');
  return !second || getComputedStyle(second).display !== 'none';
}
