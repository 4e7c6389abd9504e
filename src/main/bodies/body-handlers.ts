import { z } from 'zod';
import type { BodyRequests } from '@shared/bridge/bodies';
import { maskCardData } from '@shared/cards/mask-card-data';
import { ProblemError } from '@shared/problem';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { ChosenFiles } from '../files/chosen-files';
import { maskedPieces } from '../secrets/masked-pieces';
import type { SecretReferences } from '../secrets/references';
import { maskerFor } from '../secrets/secrets';
import type { BodyStore } from './body-store';

/** A plain file name: the person chooses the folder in a dialog of the operating system. */
const suggestedName = z.string().regex(/^[\w.-]{1,100}$/);
const TITLE = 'Save body';

export function bodyHandlers(
  bodies: BodyStore,
  files: ChosenFiles,
  known: SecretReferences['known'],
): BridgeHandlers<BodyRequests> {
  return {
    saveStoredBody: {
      parse: z.object({ bodyId: z.uuid(), suggestedName }),
      handle: async (argument) => {
        if (!bodies.facts(argument.bodyId)) throw gone();
        const path = await files.choosePathToSave({ title: TITLE, suggestedName: argument.suggestedName });
        if (path === null) return null;
        const text = bodies.facts(argument.bodyId)?.encoding === 'utf-8';
        await bodies.saveToFile(argument.bodyId, path, text ? maskedPieces : undefined);
        return path;
      },
    },
    saveTextBody: {
      parse: z.object({ text: z.string(), suggestedName }),
      handle: async ({ text, ...argument }) => {
        const masked = maskCardData(maskerFor(await known()).text(text));
        return files.saveText({ title: TITLE, ...argument, text: masked });
      },
    },
  };
}

function gone(): ProblemError {
  return new ProblemError({
    code: 'body-gone',
    title: 'This body is no longer kept',
    meaning: 'Large bodies are kept until newer ones need the space.',
    nextStep: 'History shows what was kept of it.',
    detail: null,
  });
}
