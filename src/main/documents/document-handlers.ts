import { z } from 'zod';
import { MAX_CHECKED_LENGTH, type DocumentRequests } from '@shared/bridge/documents';
import { BUILT_IN_DOCUMENT, MAX_DOCUMENT_BYTES } from '@shared/documents/document-summary';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { profileIdSchema } from '../profiles/profile-schema';
import type { DocumentServing } from '../sandbox-host/document-serving';
import type { DocumentService } from './document-service';

const added = z.uuid();
const documentId = z.union([z.literal(BUILT_IN_DOCUMENT), added]);
const given = {
  callId: callIdSchema,
  text: z.string().max(MAX_DOCUMENT_BYTES),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), name: z.string().min(1).max(1000) }),
    z.object({ kind: z.literal('pasted') }),
  ]),
};
const name = z.string().max(10_000);
const part = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('response'),
    status: z.number().int().min(0).max(999),
    contentType: name.nullable(),
  }),
  z.object({ kind: z.literal('body'), mediaType: name }),
]);

export function documentHandlers(
  documents: DocumentService,
  serving: Pick<DocumentServing, 'served' | 'serve' | 'stop' | 'refresh'>,
  calls: RunningCalls,
): BridgeHandlers<DocumentRequests> {
  return {
    listDocuments: { parse: z.undefined(), handle: () => documents.list() },
    addDocument: {
      parse: z.object(given),
      handle: ({ callId, ...text }) => calls.run(callId, (signal) => documents.add(text, signal)),
    },
    reviewReplacement: {
      parse: z.object({ documentId: added, ...given }),
      handle: ({ documentId: id, callId, ...text }) =>
        calls.run(callId, (signal) => documents.review(id, text, signal)),
    },
    replaceDocument: {
      parse: z.object({ documentId: added, replacementId: z.uuid() }),
      handle: async ({ documentId: id, replacementId }) => {
        const replaced = await documents.replace(id, replacementId);
        await serving.refresh(id);
        return replaced;
      },
    },
    assignDocument: {
      parse: z.object({ documentId: added, profileIds: z.array(profileIdSchema).max(1000) }),
      handle: (argument) => documents.assign(argument.documentId, argument.profileIds),
    },
    removeDocument: {
      parse: z.object({ documentId: added }),
      handle: async (argument) => {
        await serving.stop(argument.documentId);
        return documents.remove(argument.documentId);
      },
    },
    undoRemoveDocument: {
      parse: z.object({ documentId: added }),
      handle: (argument) => documents.undoRemove(argument.documentId),
    },
    describeOperation: {
      parse: z.object({ documentId, operationId: name }),
      handle: (argument) => documents.operation(argument.documentId, argument.operationId),
    },
    describeModel: {
      parse: z.object({ documentId, reference: name }),
      handle: (argument) => documents.model(argument.documentId, argument.reference),
    },
    checkByDocument: {
      parse: z.object({ documentId, operationId: name, part, text: z.string().max(MAX_CHECKED_LENGTH) }),
      handle: (argument) =>
        documents.check(argument.documentId, argument.operationId, argument.part, argument.text),
    },
    listServedDocuments: { parse: z.undefined(), handle: () => serving.served },
    serveDocument: {
      parse: z.object({ documentId: added }),
      handle: async (argument) => {
        await serving.serve(argument.documentId);
        return null;
      },
    },
    stopServingDocument: {
      parse: z.object({ documentId: added }),
      handle: async (argument) => {
        await serving.stop(argument.documentId);
        return null;
      },
    },
    examplesByDocument: {
      parse: z.object({ documentId, operationId: name, mediaType: name }),
      handle: (argument) => documents.examples(argument.documentId, argument.operationId, argument.mediaType),
    },
  };
}
