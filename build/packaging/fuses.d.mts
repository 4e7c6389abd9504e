/** The fuses of an executable, by electron-builder's names; fuses that its Electron does not know are left out. */
export function readFuses(executable: string): Promise<Record<string, boolean>>;
