import type { Problem } from '@shared/problem';
import { checkDraft } from '@shared/vault-forward/checks';
import { describeFinding } from '@shared/vault-forward/describe-place';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import type { MainOperation } from './operation-module';

/** A draft with errors is never sent, whoever asks for it. */
export const vaultForward: MainOperation = {
  refuse(request): Problem | null {
    const errors = checkDraft(draftOfRequest(request, null)).filter(({ severity }) => severity === 'error');
    const words = errors.map((error) => describeFinding(error, request.body));
    const [first] = words;
    if (first === undefined) return null;
    return {
      code: 'draft-has-errors',
      title: errors.length === 1 ? 'The request has an error' : `The request has ${errors.length} errors`,
      meaning: `${first} Nothing was sent.`,
      nextStep: 'Put it right in the request. In the app, each one under Findings leads to its place.',
      detail: words.length === 1 ? null : words.join('\n'),
    };
  },
};
