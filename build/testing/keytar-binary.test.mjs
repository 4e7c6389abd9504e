import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What every Electron on Linux has available, and what set-up installs for keytar: libsecret with its GLib. */
const ALLOWED = ['libc.so.6', 'libgcc_s.so.1', 'libglib-2.0.so.0', 'libsecret-1.so.0', 'libstdc++.so.6'];

const DYNAMIC_SEGMENT = 2;
const NEEDED = 1;
const STRING_TABLE = 5;

/**
 * The shared libraries that a 64-bit little-endian ELF file requires from the loader: DT_NEEDED in its dynamic segment.
 */
function neededLibraries(elf) {
  if (elf.readUInt32BE(0) !== 0x7f454c46 || elf[4] !== 2 || elf[5] !== 1)
    throw new Error('not such an ELF file');
  const at = (offset) => Number(elf.readBigUInt64LE(offset));
  const segments = Array.from({ length: elf.readUInt16LE(56) }, (_, index) => {
    const header = at(32) + index * elf.readUInt16LE(54);
    const [offset, address, size] = [at(header + 8), at(header + 16), at(header + 32)];
    return { type: elf.readUInt32LE(header), offset, address, size };
  });
  const dynamic = segments.find(({ type }) => type === DYNAMIC_SEGMENT);
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const entry = dynamic.offset + index * 16;
    return { tag: at(entry), value: at(entry + 8) };
  });
  // The table's position is given as a memory address; the segment that contains it says where that is in the file.
  const { value: table } = entries.find(({ tag }) => tag === STRING_TABLE);
  const home = segments.find(
    ({ address, size, type }) => type === 1 && table >= address && table < address + size,
  );
  const strings = table - home.address + home.offset;
  return entries
    .filter(({ tag }) => tag === NEEDED)
    .map(({ value }) => elf.toString('utf8', strings + value, elf.indexOf(0, strings + value)));
}

const { resolve } = createRequire(import.meta.url);
const prebuilt = (platform) =>
  join(dirname(dirname(resolve('keytar'))), 'prebuilds', platform, 'keytar.node');

describe.runIf(process.platform === 'linux')("keytar's prebuilt binary", () => {
  it.runIf(['x64', 'arm64'].includes(process.arch))('needs only allowed libraries on this platform', () => {
    const needed = neededLibraries(readFileSync(prebuilt(`linux-${process.arch}`)));
    // A keytar linked against a shared Node would load a second V8 into Electron and crash it (docs/decisions/0037).
    expect(needed.filter((name) => !ALLOWED.includes(name) && !name.startsWith('ld-linux'))).toEqual([]);
    expect(needed).toContain('libsecret-1.so.0');
  });

  it('is the one that Node loads', () => {
    const require = createRequire(import.meta.url);
    require('keytar');
    const loaded = Object.keys(require.cache).filter((path) => path.endsWith('keytar.node'));
    expect(loaded).toEqual([prebuilt(`linux-${process.arch}`)]);
  });
});
