import { useMediaQuery } from '@vueuse/core';
import type { Ref } from 'vue';

/** True in a window of 640 px at a zoom of 200 %, for what the styles for it cannot do alone: they have the same limit. */
export const useNarrowWindow = (): Readonly<Ref<boolean>> => useMediaQuery('(max-width: 479px)');
