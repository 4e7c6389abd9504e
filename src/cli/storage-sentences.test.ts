import { expect, it } from 'vitest';
import type { DatabaseState } from '@shared/app/database-state';
import { storageSentences } from './storage-sentences';

const inMemory: DatabaseState = {
  kind: 'session-only',
  reason: 'absent',
  detail: 'no D-Bus',
  showsKept: false,
};
const KEPT = 'The history and saved requests';

it.each<[string, DatabaseState, readonly string[]]>([
  [
    'no keychain',
    { ...inMemory, hidesKept: true },
    [
      `${KEPT} were not read, and cannot be written here. No keychain is available on this computer.`,
      'Nothing from this run is kept. Start a keychain (on Linux: GNOME Keyring or KWallet in a desktop session) to have it kept.',
      '(no D-Bus)',
    ],
  ],
  [
    'a keychain with an error, whose remedy points below',
    { ...inMemory, reason: 'failed', detail: 'no prompter' },
    [
      `${KEPT} cannot be written here. The keychain answered with an error.`,
      'Nothing from this run is kept. Look at the detail below to have it kept.',
      '(no prompter)',
    ],
  ],
  [
    'a locked keychain that says nothing more, where there was no file yet',
    { ...inMemory, reason: 'locked', detail: '' },
    [
      `${KEPT} cannot be written here. The keychain is locked, or is waiting for its password.`,
      'Nothing from this run is kept. Unlock the keychain (look for its window) to have it kept.',
    ],
  ],
  [
    'a file that is read and not written',
    { ...inMemory, reason: 'disk', detail: 'SQLITE_FULL: database or disk is full', showsKept: true },
    [
      `${KEPT} cannot be written here. The disk is full, or the data folder cannot be written or is gone.`,
      'Nothing from this run is kept. Make sure that the disk has room and that the data folder can be written to have it kept.',
      '(SQLITE_FULL: database or disk is full)',
    ],
  ],
  [
    'a file that another program has locked',
    { ...inMemory, reason: 'in-use', detail: 'SQLITE_BUSY: database is locked', hidesKept: true },
    [
      `${KEPT} were not read, and cannot be written here. Another program is using the database file.`,
      'Nothing from this run is kept. Wait until it is done (a backup, for example), or close it to have it kept.',
      '(SQLITE_BUSY: database is locked)',
    ],
  ],
  [
    'a file that only the app may open, which says itself what to do',
    {
      ...inMemory,
      reason: 'in-use',
      detail: 'explorer.db cannot be opened. Start the app.',
      hidesKept: true,
    },
    [
      `${KEPT} were not read, and cannot be written here: explorer.db cannot be opened. Start the app.`,
      'Nothing from this run is kept.',
    ],
  ],
  ['what the app says of its file once', { kind: 'open', notice: 'Set aside.' }, ['Set aside.']],
  ['nothing where all is as ever', { kind: 'open', notice: null }, []],
])('describes %s, and says what to do', (_what, state, sentences) => {
  expect(storageSentences(state, { left: null, onlyReads: false })).toEqual(sentences);
});

it('says that an unrecorded send blocks the next one, and how to allow it', () => {
  const left = { at: '2026-11-27T17:55:03.120Z' };
  const said = storageSentences(inMemory, { left, onlyReads: false }).join(' ');
  expect(said).toContain('until somebody has checked, nothing else that has an effect goes out from here.');
  expect(said).toContain('give the next command --checked-until 2026-11-27T17:55:03.120Z.');
  expect(said).toContain('Nothing else from this run is kept.');
});

it('says so if the next command will not know about an unrecorded send', () => {
  const said = storageSentences(inMemory, { left: { at: null }, onlyReads: false }).join(' ');
  expect(said).toContain('the next command will not know about it. Note it elsewhere');
  expect(said).toContain('Nothing from this run is kept.');
});

it('says nothing about the keychain for a read-only command if nothing was ever stored', () => {
  const says = (state: DatabaseState): boolean =>
    storageSentences(state, { left: null, onlyReads: true }).length > 0;
  expect(says(inMemory)).toBe(false);
  expect(says({ ...inMemory, reason: 'locked' })).toBe(false);
  // An existing history, or any other reason, is worth reporting.
  expect(says({ ...inMemory, hidesKept: true })).toBe(true);
  expect(says({ ...inMemory, reason: 'disk', detail: 'the disk is full' })).toBe(true);
  expect(says({ kind: 'open', notice: 'Set aside.' })).toBe(true);
});
