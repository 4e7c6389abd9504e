import { formatJson, minifyJson } from '@renderer/tools/json/format-json';
import { applyEdits } from '@shared/text/text-edits';
import { bodyKind, checkBody } from '@shared/vault-forward/body-checks';
import { findCardsInBody } from '@renderer/tools/vault-forward/card-checks';
import { noteSecurityCodes } from '@shared/vault-forward/security-code-checks';
import { limitFindings } from '@shared/vault-forward/finding';
import { previewBody } from '@renderer/tools/vault-forward/placeholder-preview';
import { scanPlaceholders } from '@shared/vault-forward/placeholder-scan';
import type { BodyAnswer, BodyDelta, BodyQuestion, BodyRequests } from './messages';

/** The worker's whole work: it keeps one body, follows its edits, and answers questions about it. */
export class BodyServer {
  private body = '';

  answer(question: BodyQuestion): BodyAnswer {
    const { id } = question;
    try {
      this.follow(question.body);
      return { id, result: this.carryOut(question), failure: null };
    } catch (error) {
      return { id, result: null, failure: error instanceof Error ? error.message : String(error) };
    }
  }

  private follow(delta: BodyDelta): void {
    const body = 'whole' in delta ? delta.whole : applyEdits(this.body, delta.edits);
    if (body === null) throw new Error('the edits do not fit the body');
    this.body = body;
  }

  private carryOut(question: BodyQuestion): BodyRequests[keyof BodyRequests]['result'] {
    const { body } = this;
    switch (question.name) {
      case 'check': {
        const { fields, own, environment } = question.argument;
        const found = [
          ...checkBody({ ...fields, body }, own),
          ...findCardsInBody(body, environment),
          ...noteSecurityCodes(body, environment),
        ];
        // Limited here: tens of thousands would cost more on their way than all the reading.
        return { findings: limitFindings(found), bytes: new TextEncoder().encode(body).length };
      }
      case 'preview': {
        const { fields, own } = question.argument;
        return previewBody(body, scanPlaceholders(body, bodyKind(fields)), own);
      }
      case 'rewrite':
        return question.argument.how === 'format' ? formatJson(body) : minifyJson(body);
    }
  }
}
