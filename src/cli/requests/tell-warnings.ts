import { EMPTY_LIBRARY } from '@shared/bridge/drafts';
import { sameHeaderName } from '@shared/http/http-fields';
import type { RequestSpec } from '@shared/requests/request-spec';
import { checkDraft } from '@shared/vault-forward/checks';
import { describeFinding } from '@shared/vault-forward/describe-place';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import type { CommandContext } from '../commands/command';

/**
 * Reports what the window lists under Findings without blocking the send, such as an unknown placeholder, as here the
 * person could not see it beforehand; and a body without a content type, which is a field there. Errors are refused by
 * main.
 */
export async function tellWarnings(
  request: RequestSpec,
  { app, say }: Pick<CommandContext, 'app' | 'say'>,
): Promise<void> {
  const { headers, body } = request;
  if (body && !headers.some(({ name }) => sameHeaderName(name, 'content-type')))
    say(
      'Warning: The body goes out without a content type, and some servers refuse that. A header says what it is, such as Content-Type: application/json.',
    );
  if (request.operation !== 'vault_forward') return;
  // If the app's data cannot be read, it is not known which placeholders are custom ones.
  const { placeholders } = await app.ask('readComposerLibrary', undefined).catch(() => EMPTY_LIBRARY);
  for (const found of checkDraft(draftOfRequest(request, null), placeholders))
    if (found.severity === 'warning') say(`Warning: ${describeFinding(found, request.body)}`);
}
