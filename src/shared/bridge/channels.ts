/** Channel names of the bridge, known only to the preload script and to main's `registerBridge`. */
export function requestChannel(name: string): string {
  return `explorer:request:${name}`;
}

export function eventChannel(name: string): string {
  return `explorer:event:${name}`;
}
