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

/** The values of variables under the active profile. */
export const useVariablesStore = defineStore('variables', () => {
  const profiles = useProfilesStore();

  const own = computed(() => variableValues(profiles.active?.variables ?? []));
  /**
   * With samples for variables made for each request, which have the right form and length but are clearly not real.
   */
  const withSamples = computed(
    () =>
      new Map([
        ...makeDynamicValues(new Date(0), '00000000-0000-4000-8000-000000000000', () => 0),
        ...own.value,
      ]),
  );

  const ownValue: ValueOf = (name) => own.value.get(name) ?? null;
  const sampleValue: ValueOf = (name) => withSamples.value.get(name) ?? null;

  /** The profile's values, and values made for one request, which are the same in its headers and its body. */
  function valuesForOne(): ValueOf {
    const made = makeDynamicValues(new Date(), crypto.randomUUID(), (limit) =>
      Math.floor(Math.random() * limit),
    );
    return (name) => ownValue(name) ?? made.get(name) ?? null;
  }

  /** Fills in the profile's values; other variables stay as they are. */
  function resolve(text: string): string {
    return fillVariables(text, ownValue);
  }

  /** The variables that can be used in a request, the profile's first. */
  const offered = computed((): { readonly name: string; readonly becomes: string }[] => [
    ...[...own.value].map(([name, value]) => ({ name, becomes: value })),
    ...DYNAMIC_VALUES.map(({ name, meaning }) => ({ name, becomes: meaning })),
  ]);

  return { offered, own, withSamples, ownValue, sampleValue, valuesForOne, resolve };
});
