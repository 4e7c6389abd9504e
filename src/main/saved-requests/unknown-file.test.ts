import { expect, it } from 'vitest';
import { whyUnknown } from './unknown-file';

const INSOMNIA = 'type: collection.insomnia.rest/5.0\nname: Shop\n';

it.each([
  [
    `${INSOMNIA}environments: &e { name: a }\nother: *e\n`,
    'It repeats a value by a name (&name and *name), which is not supported: write the value out.',
  ],
  [`${INSOMNIA}collection:\n  - name: "Get`, 'Line 4, column 15: a bracket, a quote or a comma is missing.'],
  [
    '{\n<<<<<<< HEAD\n"info": {}\n=======\n"info": 1\n>>>>>>> theirs\n}',
    'Lines 2 to 6 are a merge conflict: git left both versions there. Keep one of them, without the lines of <, = and >.',
  ],
])('a file that says what it is, but cannot be read, is refused with the reason: %s', (text, why) => {
  expect(whyUnknown(text)).toBe(why);
});
