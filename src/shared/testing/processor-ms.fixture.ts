/** What something takes of the processor, in ms: what a busy machine does meanwhile does not count. */
export function processorMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
