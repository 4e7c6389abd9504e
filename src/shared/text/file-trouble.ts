const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'it is there already, and nothing is written over',
  EACCES: 'you may not',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder, or lies in what is none',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
};

/** What a file system says, in words. */
export function fileTrouble(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TROUBLES[code] ?? (error instanceof Error ? error.message : String(error));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file, byte order mark included. Throws an `Error` in words where it is in another encoding: it would be taken for other letters. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('it is no text in UTF-8. Save it as UTF-8');
  }
}
