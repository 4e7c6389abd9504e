import { operations } from '@contract';
import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { BUILT_IN_DOCUMENT, type DocumentSummary } from '@shared/documents/document-summary';
import { documentOperationOf, keyOfOperation } from '@shared/documents/key-of-operation';
import type { LinkDetails } from '@shared/documents/operation-details';
import type { Exchange } from '@shared/http/exchange';
import { pointerSteps } from '@shared/json/find-place';
import { operationModule } from '@shared/operations/registry';
import { contractOperation, isContractOperation, renamedPlaces } from '@shared/requests/operation-key';
import type { RequestSpec } from '@shared/requests/request-spec';
import { escapeVariables } from '@shared/requests/variables';
import type { MenuAction } from '../components/ActionMenu.vue';
import { LeadFinder, type Lead } from '../tools/leads/find-leads';
import { leadsInBody, type LeadOfBody } from '../tools/leads/leads-in-body';
import { valuesOfPath } from '../tools/leads/path-templates';
import { useOpenRequest } from './open-request';

/** In characters: the leads of a longer body are not listed, but each of its values still has its own. */
const MAX_LISTED_LENGTH = 256_000;
/** The format of the built-in contract's ids; other services use the same names for other ids. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface Leads {
  /** What the value at a place leads to. */
  at(pointer: string, json: string): readonly MenuAction[];
  /** The ids of the whole body that lead somewhere. */
  readonly listed: ComputedRef<readonly (LeadOfBody & { readonly actions: readonly MenuAction[] })[]>;
}

/** Where the ids in an answer lead: to operations of the answer's own document, and of the built-in contract. */
export function useLeads(exchange: () => Exchange | null): Leads {
  const openRequest = useOpenRequest();
  const finders = shallowRef<readonly LeadFinder[]>([]);

  watch(
    () => exchange()?.id,
    async () => {
      finders.value = [];
      const asked = exchange();
      if (asked === null || asked.response === null || asked.response.body.kind === 'none') return;
      const found = await findersOf(asked);
      if (exchange()?.id === asked.id) finders.value = found;
    },
    { immediate: true },
  );

  function find(steps: readonly string[], value: unknown): readonly Lead[] {
    for (const finder of finders.value) {
      const leads = finder
        .find(steps, value)
        .filter(({ document }) => document !== BUILT_IN_DOCUMENT || UUID.test(String(value)));
      if (leads.length > 0) return leads;
    }
    return [];
  }

  function actionOf(lead: Lead): MenuAction {
    const key = keyOfOperation(lead.document, lead.operation);
    const label = isContractOperation(key)
      ? operationModule(key).openLabel
      : `Open GET ${lead.operation.path}`;
    return { label, run: () => void follow(lead) };
  }

  async function follow({ document, operation, pathParameters }: Lead): Promise<void> {
    const key = keyOfOperation(document, operation);
    // An id is literal text, even if it looks like a variable.
    const places = Object.fromEntries(
      Object.entries(pathParameters).map(([name, id]) => [name, escapeVariables(id)]),
    );
    const rest = { version: 1, query: [], headers: [], body: null } as const;
    const { method, path } = operation;
    const request: RequestSpec = isContractOperation(key)
      ? { ...rest, operation: key, pathParameters: renamedPlaces(places, path, operations[key].path) }
      : { ...rest, operation: key, pathParameters: places, target: { method, path } };
    const profileId = exchange()?.profile.id ?? '';
    await openRequest({ request, form: null, name: null, profileId, notes: [], placesOnly: true });
  }

  return {
    at: (pointer, json) => find(pointerSteps(pointer), JSON.parse(json)).map(actionOf),
    listed: computed(() => {
      const body = exchange()?.response?.body;
      if (finders.value.length === 0 || body?.kind !== 'text' || body.text.length > MAX_LISTED_LENGTH)
        return [];
      return leadsInBody(body.text, find).map((lead) => ({ ...lead, actions: lead.leads.map(actionOf) }));
    }),
  };
}

/** The person's own documents come first, because they say more than the built-in contract. */
async function findersOf(exchange: Exchange): Promise<readonly LeadFinder[]> {
  const answer = await window.explorer.listDocuments();
  if (!answer.ok) return [];
  const own = documentOperationOf(exchange.operation);
  const documents = [...answer.value.documents].reverse().filter(({ id, profileIds }) => {
    if (id === BUILT_IN_DOCUMENT || id === own?.documentId) return true;
    return profileIds.length === 0 || profileIds.includes(exchange.profile.id);
  });
  const finders = await Promise.all(documents.map((document) => finderOf(exchange, document)));
  return finders.filter((finder) => finder !== null);
}

/**
 * Null for a document that does not describe what was sent, except the built-in contract, which any answer may refer
 * to.
 */
async function finderOf(exchange: Exchange, document: DocumentSummary): Promise<LeadFinder | null> {
  const operations = document.areas.flatMap((area) => area.operations);
  const sent = operations.find((operation) => keyOfOperation(document.id, operation) === exchange.operation);
  if (sent === undefined && document.id !== BUILT_IN_DOCUMENT) return null;
  const path = sent?.path ?? contractOperation(exchange.operation)?.path ?? '';
  const pathValues = path === '' ? {} : valuesOfPath(exchange.request.url, path);
  const links =
    sent === undefined || contractOperation(exchange.operation) !== null ? [] : await linksOf(exchange);
  return new LeadFinder({ document: document.id, operations, path, pathValues, links });
}

async function linksOf({ operation, response }: Exchange): Promise<readonly LinkDetails[]> {
  const asked = documentOperationOf(operation);
  const details = asked === null ? null : await window.explorer.describeOperation(asked);
  if (!details?.ok || response === null) return [];
  const status = String(response.status);
  const names = [status, `${status.charAt(0)}XX`, 'DEFAULT'];
  const answers = details.value.answers.filter((answer) => names.includes(answer.status.toUpperCase()));
  return answers[0]?.links ?? [];
}
