import type { ServedDocument } from '@shared/documents/served-document';
import { countOf } from '@shared/text/count-of';

/** The state of a document that the Local sandbox serves, in words. @param address of the sandbox; null while it has none. */
export function describeServed(served: ServedDocument, address: string | null): string {
  switch (served.state) {
    case 'starting':
      return 'The Local sandbox reads the document…';
    case 'ended':
      return `The Local sandbox does not serve it: ${served.why ?? 'it ended.'}`;
    case 'serving': {
      const where = address === null ? '' : ` at ${address}`;
      return `The Local sandbox answers ${countOf(served.operations, 'operation')}${where} with made-up data, until you stop it or close the app.`;
    }
  }
}

/** How far its answers can be trusted, in sentences. */
export function describeAnswersServed(served: ServedDocument): readonly string[] {
  const { operations, checked, brokenCount, ownBrokenCount, suspended } = served;
  if (served.state !== 'serving') return [];
  const broken =
    brokenCount === 0
      ? 'Every answer matches its schema.'
      : `${countOf(brokenCount, 'answer')} of ${operations.toLocaleString('en')} ${brokenCount === 1 ? 'breaks its' : 'break their'} own schema.`;
  return [
    checked < operations
      ? `Checked against their schemas so far: ${checked.toLocaleString('en')} of ${operations.toLocaleString('en')}.`
      : broken,
    ...(ownBrokenCount === 0
      ? []
      : [
          `In ${countOf(ownBrokenCount, 'operation')} an example of the document breaks its schema${brokenCount < ownBrokenCount ? '; another answer was made where that helps' : ''}.`,
        ]),
    ...suspended.map(
      (operation) =>
        `${operation} could not be worked out within the limits of a document: it is not served.`,
    ),
  ];
}
