/**
 * Does something that takes a while once at a time: however often it is asked for meanwhile, it is done once more, with what is
 * true then.
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
