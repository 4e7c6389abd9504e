/** The address from which the window reads a body that stays in main, in slices. */
export function addressOfBody(bodyId: string): string {
  return `app://explorer/bodies/${encodeURIComponent(bodyId)}`;
}
