import { MAX_CHECKED_LENGTH } from '@shared/bridge/documents';
import type { DocumentCheck } from '@shared/documents/document-check';
import { ProblemError } from '@shared/problem';
import { partsOf } from '@shared/requests/operation-key';
import type { BodyStore } from '../bodies/body-store';
import { notChecked, type CheckByDocument, type CheckedResponse } from '../sending/check-response-body';
import type { DocumentService } from './document-service';

/** Checks answers against their document for the sending code, so that the findings are kept with the exchange. */
export function checkByDocument(
  documents: Pick<DocumentService, 'check'>,
  bodies: Pick<BodyStore, 'stream'>,
): CheckByDocument {
  return async (operation, answer, body) => {
    if (body.bytes > MAX_CHECKED_LENGTH) return notChecked('too-large');
    const text = body.kind === 'text' ? body.text : await textOf(bodies, body.bodyId);
    const { documentId, operationId } = partsOf(operation);
    try {
      return toCheckedResponse(
        await documents.check(documentId, operationId, { kind: 'response', ...answer }, text),
      );
    } catch (error) {
      // The document is gone, so nothing describes the answer any more.
      if (error instanceof ProblemError) return notChecked('no-shape');
      throw error;
    }
  };
}

async function textOf(bodies: Pick<BodyStore, 'stream'>, bodyId: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bodies.stream(bodyId)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function toCheckedResponse(check: DocumentCheck): CheckedResponse {
  if (check.kind === 'checked') {
    const { findings, moreFindings } = check;
    return { check: { kind: 'checked' }, findings, moreFindings };
  }
  switch (check.why) {
    case 'no-schema':
    case 'not-json':
      return notChecked('no-shape');
    case 'took-too-long':
      return notChecked('took-too-long');
    case 'schema-unusable':
    case 'failed':
      return notChecked('failed');
  }
}
