/**
 * Runs a task one at a time: however often it is requested while running, it then runs only once more, with the state
 * at that moment.
 */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let isUnderWay = false;
  let again = false;
  return async () => {
    again = true;
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      while (again) {
        again = false;
        await act();
      }
    } finally {
      isUnderWay = false;
    }
  };
}
