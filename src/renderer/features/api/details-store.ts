import { defineStore } from 'pinia';
import { ref, shallowReactive, shallowRef } from 'vue';
import type { ModelView, OperationDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import type { Problem } from '@shared/problem';

/** A requested model, or the problem of reading it; null while it is being read. */
export type ShownModel = { readonly model: ModelView } | { readonly problem: Problem } | null;

/** The operation in sight, and the models of its document that have been opened. */
export const useDetailsStore = defineStore('operationDetails', () => {
  const operation = shallowRef<OperationDetails | null>(null);
  /** True while another one is read: until then `operation` is the one before, which nobody means any more. */
  const opening = ref(false);
  const problem = shallowRef<Problem | null>(null);
  const models = shallowReactive(new Map<string, ShownModel>());
  const asking = new Map<string, Promise<void>>();
  let asked = '';
  let documentOfModels = '';

  /** @param revision changes with the document's content. */
  async function open(documentId: string, operationId: string, revision: string): Promise<void> {
    const key = `${documentId} ${revision}`;
    if (key !== documentOfModels) {
      models.clear();
      asking.clear();
    }
    documentOfModels = key;
    const wanted = `${key} ${operationId}`;
    if (asked === wanted && operation.value !== null) return;
    asked = wanted;
    opening.value = true;
    const answer = await window.explorer.describeOperation({ documentId, operationId });
    if (asked !== wanted) return;
    opening.value = false;
    operation.value = answer.ok ? answer.value : null;
    problem.value = answer.ok ? null : answer.problem;
  }

  function close(): void {
    asked = '';
    opening.value = false;
    operation.value = null;
    problem.value = null;
  }

  /** Requests a model, once. Resolves when the answer is there. */
  function showModel(documentId: string, reference: string): Promise<void> {
    const known = asking.get(reference);
    if (known !== undefined) return known;
    models.set(reference, null);
    const before = documentOfModels;
    const answered = window.explorer.describeModel({ documentId, reference }).then((answer) => {
      if (documentOfModels === before)
        models.set(reference, answer.ok ? { model: answer.value } : { problem: answer.problem });
    });
    asking.set(reference, answered);
    return answered;
  }

  /** The schema that a reference names; null if it cannot be read. */
  async function schemaOf(documentId: string, reference: string): Promise<SchemaView | null> {
    await showModel(documentId, reference);
    const shown = models.get(reference);
    return shown && 'model' in shown ? shown.model.schema : null;
  }

  return { operation, opening, problem, models, open, close, showModel, schemaOf };
});
