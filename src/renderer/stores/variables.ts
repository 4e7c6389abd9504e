import { defineStore } from 'pinia';
import { computed } from 'vue';
import {
  DYNAMIC_VALUES,
  fillVariables,
  makeDynamicValues,
  variableValues,
  type ValueOf,
} from '@shared/requests/variables';
import { useProfilesStore } from './profiles';

/** What variables stand for under the active profile. */
export const useVariablesStore = defineStore('variables', () => {
  const profiles = useProfilesStore();

  const own = computed(() => variableValues(profiles.active?.variables ?? []));
  /** With samples of those that are made for each request: of their form and length, and clearly none. */
  const withSamples = computed(
    () =>
      new Map([
        ...makeDynamicValues(new Date(0), '00000000-0000-4000-8000-000000000000', () => 0),
        ...own.value,
      ]),
  );

  const ownValue: ValueOf = (name) => own.value.get(name) ?? null;
  const sampleValue: ValueOf = (name) => withSamples.value.get(name) ?? null;

  /** The profile's, and those made for one request: it has one of each, in its headers as in its body. */
  function valuesForOne(): ValueOf {
    const made = makeDynamicValues(new Date(), crypto.randomUUID(), (limit) =>
      Math.floor(Math.random() * limit),
    );
    return (name) => ownValue(name) ?? made.get(name) ?? null;
  }

  /** With the profile's values; names of others stay. */
  function resolve(text: string): string {
    return fillVariables(text, ownValue);
  }

  /** What can be written into a request: the profile's first. */
  const offered = computed((): { readonly name: string; readonly becomes: string }[] => [
    ...[...own.value].map(([name, value]) => ({ name, becomes: value })),
    ...DYNAMIC_VALUES.map(({ name, meaning }) => ({ name, becomes: meaning })),
  ]);

  return { offered, own, withSamples, ownValue, sampleValue, valuesForOne, resolve };
});
