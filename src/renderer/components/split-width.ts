/** Where a divider was left, by its name (SplitPanes.vue); the first frame reads it as well. */
const keyOf = (id: string): string => `split:${id}`;

/** In px; null when it was never moved, or is out of bounds. */
export function rememberedWidth(
  id: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const kept = Number(localStorage.getItem(keyOf(id)) ?? NaN);
  return kept >= min && kept <= max ? kept : null;
}

export function rememberWidth(id: string, px: number): void {
  localStorage.setItem(keyOf(id), String(px));
}
