import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, guard } from './connection';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();

it.each([
  ["content=''", 'content=~~'],
  ['contentless_delete', 'contentXess_delete'],
  ['contentless_delete=1', 'contentless_delete\u0003ts3Bz'],
  ["tokenize='ascii'", "tokenize='asc#i'"],
  ["tokenize='ascii'", 'tokenize=as ci i'],
  ['fts5', 'ftsX'],
  ['(words', '(words \u0003x'],
  ['VIRTUAL', 'VIRTUXL'],
])('A schema in which %s became %s counts as damage, not as a bug in the app', (was, became) => {
  const file = { path: join(folder, 'history.db'), key: randomBytes(32).toString('hex') };
  const made = connect(file, 0);
  made.exec(
    "CREATE VIRTUAL TABLE found USING fts5(words, content='', contentless_delete=1, tokenize='ascii')",
  );
  made.pragma('writable_schema = 1');
  made.prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'found'").run(was, became);
  made.close();
  const opened = connect(file, 0);
  const look = (): unknown => opened.prepare("SELECT rowid FROM found WHERE found MATCH 'x'").all();
  expect(() => guard(look)).toThrow(expect.objectContaining({ trouble: 'damaged' }));
  opened.close();
});

it('A malformed search counts as a bug in the app, not as damage', () => {
  const opened = connect(null, 0);
  opened.exec('CREATE VIRTUAL TABLE found USING fts5(words)');
  const look = opened.prepare('SELECT rowid FROM found WHERE found MATCH ?');
  for (const search of ['"x', 'other:x', '*x', 'x AND'])
    expect(() => guard(() => look.all(search)), search).toThrow(
      expect.objectContaining({ trouble: 'statement' }),
    );
  opened.close();
});
