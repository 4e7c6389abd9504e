import { computed, type Ref } from 'vue';
import { expectationProblem } from '@shared/requests/check-expectations';
import { folderProblem, nameProblem, type Expectation } from '@shared/requests/saved-requests';

/** What is wrong with the details for saving a request, by field. `ready` is true if nothing is wrong. */
export function useRequestChecks(
  name: Readonly<Ref<string>>,
  folder: Readonly<Ref<string>>,
  expectations: Readonly<Ref<readonly Expectation[]>>,
) {
  /** An empty field needs no message. */
  const wrongName = computed(() => (name.value.trim() === '' ? null : nameProblem(name.value)));
  const wrongFolder = computed(() => folderProblem(folder.value));
  const ready = computed(
    () =>
      nameProblem(name.value) === null &&
      wrongFolder.value === null &&
      expectations.value.every((one) => expectationProblem(one) === null),
  );
  return { wrongName, wrongFolder, ready };
}
