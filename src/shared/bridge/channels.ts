/** Channel names of the bridge: known to the preload script and to main's registration point, to nobody else. */
export function requestChannel(name: string): string {
  return `explorer:request:${name}`;
}

export function eventChannel(name: string): string {
  return `explorer:event:${name}`;
}
