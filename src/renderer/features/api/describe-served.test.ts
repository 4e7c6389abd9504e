import { describe, expect, it } from 'vitest';
import { startingDocument } from '@shared/documents/served-document';
import { describeAnswersServed, describeServed } from './describe-served';

const serving = { ...startingDocument('a'), state: 'serving', operations: 12, checked: 12 } as const;

describe('the description of a served document', () => {
  it('says if the document is being read, served, or not served', () => {
    expect(describeServed(startingDocument('a'), null)).toBe('The Local sandbox reads the document…');
    expect(describeServed({ ...serving, operations: 1 }, 'http://127.0.0.1:1')).toBe(
      'The Local sandbox answers 1 operation at http://127.0.0.1:1 with made-up data, until you stop it or close the app.',
    );
    expect(describeServed({ ...serving, state: 'ended', why: 'The document ended.' }, null)).toBe(
      'The Local sandbox does not serve it: The document ended.',
    );
  });

  it('says how many answers match their schemas', () => {
    expect(describeAnswersServed(startingDocument('a'))).toEqual([]);
    expect(describeAnswersServed(serving)).toEqual(['Every answer matches its schema.']);
    expect(describeAnswersServed({ ...serving, checked: 5 })).toEqual([
      'Checked against their schemas so far: 5 of 12.',
    ]);
    expect(
      describeAnswersServed({ ...serving, brokenCount: 1, ownBrokenCount: 2, suspended: ['GET /slow'] }),
    ).toEqual([
      '1 answer of 12 breaks its own schema.',
      'In 2 operations an example of the document breaks its schema; another answer was made where that helps.',
      'GET /slow could not be worked out within the limits of a document: it is not served.',
    ]);
    expect(describeAnswersServed({ ...serving, brokenCount: 2 })[0]).toBe(
      '2 answers of 12 break their own schema.',
    );
  });
});
