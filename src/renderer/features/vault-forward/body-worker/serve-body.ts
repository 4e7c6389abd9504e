import { formatJson, minifyJson, sameCharacter } from '@renderer/tools/json/format-json';
import { applyEdits, type TextEdit } from '@shared/text/text-edits';
import { bodyKind, checkBody } from '@shared/vault-forward/body-checks';
import { findCardsInBody } from '@renderer/tools/vault-forward/card-checks';
import { noteSecurityCodes } from '@shared/vault-forward/security-code-checks';
import { limitFindings } from '@shared/vault-forward/finding';
import { previewBody } from '@renderer/tools/vault-forward/placeholder-preview';
import { namesOf, scanPlaceholders, type PlaceholderScan } from '@shared/vault-forward/placeholder-scan';
import { serveRpc, type MessageEnd } from '@renderer/components/worker-rpc';
import { fillVariables, findVariables, isDynamicValue, type ValueOf } from '@shared/requests/variables';
import { blankVariables, checkBodyVariables } from '@shared/vault-forward/draft-variables';
import type { BodyCalls, BodyDelta, BodyEdit, PlaceholderCount, Values } from './messages';

/** All that the worker does: it keeps one body, applies its edits, and answers questions about it. */
export function serveBody(end: MessageEnd): void {
  let known = '';
  /** The rewritten text that was returned last. */
  let rewritten = '';

  function follow(delta: BodyDelta): string {
    const body = 'whole' in delta ? delta.whole : applyEdits(known, delta.edits.map(filled));
    if (body === null) throw new Error('the edits do not fit the body');
    known = body;
    return body;
  }

  const filled = ({ from, to, insert }: BodyEdit): TextEdit => ({ from, to, insert: insert ?? rewritten });

  serveRpc<BodyCalls>(end, {
    check: ({ body: delta, question: { fields, own, environment, values } }) => {
      const body = follow(delta);
      const found = [
        ...checkBody({ ...fields, body: blankVariables(body) }, own),
        ...checkBodyVariables(body, valueIn(values)),
        ...findCardsInBody(body, environment),
        ...noteSecurityCodes(body, environment),
      ];
      // Limited here: transferring tens of thousands of findings would cost more than all the reading.
      return {
        findings: limitFindings(found),
        bytes: new TextEncoder().encode(fillVariables(body, valueIn(values))).length,
        hasDynamicValues: findVariables(body).some(({ name }) => isDynamicValue(name)),
        placeholders: countPlaceholders(
          scanPlaceholders(body, bodyKind(fields)),
          fields.paymentMethods.length,
        ),
      };
    },
    preview: ({ body: delta, question: { fields, own, values } }) => {
      const body = fillVariables(follow(delta), valueIn(values));
      return previewBody(body, scanPlaceholders(body, bodyKind(fields)), own);
    },
    rewrite: ({ body: delta, question: { how, head } }) => {
      const body = follow(delta);
      const text = how === 'format' ? formatJson(body) : minifyJson(body);
      if (text === null) return null;
      if (text === body) return 'same';
      rewritten = text;
      return { text, cursor: sameCharacter(body, head, text) };
    },
  });
}

function valueIn(values: Values): ValueOf {
  const known = new Map(Object.entries(values));
  return (name) => known.get(name) ?? null;
}

function countPlaceholders({ placeholders }: PlaceholderScan, cards: number): PlaceholderCount {
  const named = placeholders.map(namesOf).filter((names) => names.length > 0);
  return {
    total: named.length,
    byCard: Array.from(
      { length: cards },
      (_, at) => named.filter((names) => names.some(({ index }) => index === String(at + 1))).length,
    ),
  };
}
