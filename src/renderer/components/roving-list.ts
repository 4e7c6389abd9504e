/** Keyboard moves in a list with one tab stop: the arrows, Home and End move from row to row. */
export function moveInList(event: KeyboardEvent): void {
  const { currentTarget, target } = event;
  if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(target) || row === target);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows.length - 1,
  };
  const next = rows[places[event.key] ?? -1];
  if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}
