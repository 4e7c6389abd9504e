/** A long id where there is no room for all of it: it is copied and read out whole. */
export function shortId(id: string): string {
  return id.length > 24 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}
