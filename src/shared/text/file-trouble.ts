import { codeOf } from './code-of';
import { messageOf } from './message-of';
/** Errors that are not the app's fault: the disk, or the permissions on it. */
const MACHINE_TROUBLES: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'a file may not be that large there',
  EIO: 'the disk reports an error',
  EBUSY: 'another program is using it',
};

const TROUBLES: Readonly<Record<string, string>> = {
  ...MACHINE_TROUBLES,
  ENOENT: 'there is no such file or folder',
  EEXIST: 'it exists already, and nothing is overwritten',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder, or is inside something that is not',
  ENAMETOOLONG: 'its name is too long',
};

/** An error of the file system, in words. */
export function fileTrouble(error: unknown): string {
  return TROUBLES[codeOf(error)] ?? messageOf(error);
}

/** The same as a complete sentence. */
export function fileTroubleSentence(error: unknown): string {
  const words = fileTrouble(error);
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`;
}

/** The same for errors that are not defects, whatever was being done; null for others. */
export function machineTrouble(error: unknown): string | null {
  return MACHINE_TROUBLES[codeOf(error)] ?? null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a file, including a byte order mark. Throws an `Error` in words if it is in another encoding, because
 * it would be read as other letters.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('it is not UTF-8 text. Save it as UTF-8');
  }
}
