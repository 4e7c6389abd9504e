/** The results of `act` for all items, in order; at most `most` calls are under way at a time. */
export async function mapConcurrently<Item, Given>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<Given>,
): Promise<readonly Given[]> {
  const given: Given[] = [];
  const queue = [...items.entries()];

  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      given[index] = await act(item);
    }
  }

  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return given;
}
