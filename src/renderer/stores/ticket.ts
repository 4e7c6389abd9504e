import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { TICKET_PARTS, type TicketFormat, type TicketPart } from '@shared/explain/ticket';

/** How the person wants tickets: plain text and complete until they choose otherwise; remembered by the window. */
export const useTicketStore = defineStore('ticket', () => {
  const format = ref<TicketFormat>(
    localStorage.getItem('ticket:format') === 'markdown' ? 'markdown' : 'text',
  );
  const leftOut = ref<ReadonlySet<TicketPart>>(readLeftOut());
  /** Whether to include people's names and addresses: chosen again in each run of the app. */
  const withPerson = ref(false);

  watch(format, (now) => localStorage.setItem('ticket:format', now));
  watch(leftOut, (now) => localStorage.setItem('ticket:left-out', [...now].join(' ')));

  function turn(part: TicketPart): void {
    const next = new Set(leftOut.value);
    if (!next.delete(part)) next.add(part);
    leftOut.value = next;
  }

  return {
    format,
    leftOut,
    withPerson,
    options: computed(() => ({ format: format.value, leftOut: leftOut.value })),
    turn,
  };
});

function readLeftOut(): ReadonlySet<TicketPart> {
  const kept = (localStorage.getItem('ticket:left-out') ?? '').split(' ');
  return new Set(TICKET_PARTS.filter((part) => kept.includes(part)));
}
