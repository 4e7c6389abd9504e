import { computed, type ComputedRef } from 'vue';
import { useRouter } from 'vue-router';
import type { Exchange } from '@shared/http/exchange';
import { isUuid } from '@shared/text/uuid';
import { emptyDraft } from '@shared/vault-forward/draft';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import type { MenuAction } from '@renderer/components/ActionMenu.vue';
import { asObject, asText, type JsonObject } from '@renderer/components/facts/json';
import { useOpenRequest } from '@renderer/operations/open-request';
import { useTicketStore } from '@renderer/stores/ticket';
import type { TicketPart } from '@shared/explain/ticket';
import { useRecentStore } from './recent-store';
import { buyerOf } from './session-person';

const PARTS: readonly (readonly [part: TicketPart, label: string])[] = [
  ['profile', 'Profile and merchant account'],
  ['meaning', 'What it means'],
  ['findings', 'Findings'],
];

/** An entry below the head "Ticket". */
const ofTicket = (label: string): Pick<MenuAction, 'label' | 'name'> => ({
  label,
  name: `Ticket: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
});

/** The actions in the menu of a session's head. `session` is null for a look-up that returned none. */
export function useSessionMenu(
  about: { readonly exchange: Exchange; readonly sessionId: string },
  session: ComputedRef<JsonObject | null>,
): () => readonly MenuAction[] {
  const router = useRouter();
  const openRequest = useOpenRequest();
  const ticket = useTicketStore();
  const recent = useRecentStore();

  const link = (): string =>
    `payments-explorer://session/${about.sessionId}?profile=${encodeURIComponent(about.exchange.profile.name)}`;

  /** Fills the form of Buyers; nothing is sent until somebody requests a page there. */
  async function findBuyer(externalIdentifier: string): Promise<void> {
    await openRequest({
      request: {
        version: 1,
        operation: 'list_buyers',
        pathParameters: {},
        query: [['external_identifier', externalIdentifier]],
        headers: [],
        body: null,
      },
      form: null,
      name: null,
      savedId: null,
      profileId: about.exchange.profile.id,
      notes: [],
    });
  }

  /** Opens an empty draft with the card of the session; nothing is sent until somebody presses Send there. */
  async function forward(paymentMethod: string): Promise<void> {
    await openRequest({
      request: requestOfDraft({ ...emptyDraft(), paymentMethods: [paymentMethod] }),
      form: null,
      name: null,
      profileId: about.exchange.profile.id,
      notes: [],
    });
  }
  const ofCard = computed<readonly MenuAction[]>(() => {
    const id = asText(asObject(session.value?.payment_method)?.id);
    return id !== null && isUuid(id)
      ? [{ label: 'Forward this card', icon: 'vault', run: () => void forward(id) }]
      : [];
  });

  const ofBuyer = computed<readonly MenuAction[]>(() => {
    if (session.value === null) return [];
    const { name, externalIdentifier, email } = buyerOf(session.value);
    const wanted = externalIdentifier ?? email ?? name;
    const find: MenuAction[] =
      externalIdentifier === null
        ? []
        : [{ label: 'Find the buyer', icon: 'buyer', run: () => void findBuyer(externalIdentifier) }];
    return wanted === null || wanted === ''
      ? find
      : [...find, { label: 'Other sessions of this buyer', icon: 'search', run: () => recent.find(wanted) }];
  });

  return () => [
    {
      label: 'Copy link',
      icon: 'link',
      run: () => void window.explorer.copyText({ what: 'link', text: link() }),
    },
    {
      label: 'Show in History',
      icon: 'history',
      run: () => void router.push({ name: 'history', params: { exchangeId: about.exchange.id } }),
    },
    ...ofBuyer.value,
    ...ofCard.value,
    {
      ...ofTicket('As Markdown'),
      head: 'Ticket',
      checked: ticket.format === 'markdown',
      separated: true,
      run: () => (ticket.format = ticket.format === 'markdown' ? 'text' : 'markdown'),
    },
    ...PARTS.map(([part, label]) => ({
      ...ofTicket(label),
      checked: !ticket.leftOut.has(part),
      run: () => ticket.turn(part),
    })),
    {
      ...ofTicket('Personal data'),
      checked: ticket.withPerson,
      run: () => (ticket.withPerson = !ticket.withPerson),
    },
  ];
}
