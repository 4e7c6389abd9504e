import type { Problem } from '@shared/problem';
import { checkDraft } from '@shared/vault-forward/checks';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import type { MainOperation } from './operation-module';

/** A draft that has errors is never sent, whoever asks for it. */
export const vaultForward: MainOperation = {
  refuse(request): Problem | null {
    const errors = checkDraft(draftOfRequest(request, null)).filter(({ severity }) => severity === 'error');
    const [first] = errors;
    if (first === undefined) return null;
    return {
      code: 'draft-has-errors',
      title: errors.length === 1 ? 'The request has an error' : `The request has ${errors.length} errors`,
      meaning: `${first.message} Nothing was sent.`,
      nextStep: 'Look at Findings: each one leads to its place.',
      detail: errors.map(({ message }) => message).join('\n'),
    };
  },
};
