import { formatJson, minifyJson } from '../../../../shared/json-text/format-json';
import { bodyKind, checkBody } from '../../../../shared/vault-forward/body-checks';
import { findCardsInBody } from '../../../../shared/vault-forward/card-checks';
import { previewBody } from '../../../../shared/vault-forward/placeholder-preview';
import { scanPlaceholders } from '../../../../shared/vault-forward/placeholder-scan';
import type { BodyAnswer, BodyQuestion, BodyRequests } from './messages';

/** Answers one question; the worker's whole work. */
export function answerBody(question: BodyQuestion): BodyAnswer {
  const { id } = question;
  try {
    return { id, result: carryOut(question), failure: null };
  } catch (error) {
    return { id, result: null, failure: error instanceof Error ? error.message : String(error) };
  }
}

function carryOut(question: BodyQuestion): BodyRequests[keyof BodyRequests]['result'] {
  switch (question.name) {
    case 'check': {
      const { draft, own, environment } = question.argument;
      const findings = [...checkBody(draft, own), ...findCardsInBody(draft.body, environment)];
      return { findings, bytes: new TextEncoder().encode(draft.body).length };
    }
    case 'preview': {
      const { draft, own } = question.argument;
      return previewBody(draft.body, scanPlaceholders(draft.body, bodyKind(draft)), own);
    }
    case 'rewrite': {
      const { body, how } = question.argument;
      return how === 'format' ? formatJson(body) : minifyJson(body);
    }
  }
}
