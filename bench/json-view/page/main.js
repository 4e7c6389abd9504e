// A page with nothing but JsonView. bench/json-view.mjs drives it through window.bench.
import { createApp, h, ref, shallowRef } from 'vue';
import JsonView from '../../../src/renderer/components/json-view/JsonView.vue';
import { startStyles } from '../../../src/renderer/styles/start-styles';
import { frame, timed } from './clocks.js';
import { measureSteps } from './steps.js';

const props = shallowRef(null);
const view = ref(null);
const copied = ref('');

await startStyles();
createApp({
  render: () =>
    props.value &&
    h(JsonView, { ref: view, ...props.value, onCopy: (text) => (copied.value = text), onSave: () => {} }),
}).mount('#app');

window.bench = {
  show: (next) => (props.value = next),
  reveal: (pointer) => view.value.reveal(pointer),
  copied: () => copied.value,
  setTheme: (theme) => (document.documentElement.dataset.theme = theme),
  measure: (source) => measureSteps(() => window.bench.show({ source })),

  /** What a page without a viewer does: the whole text, JSON.parse, a <pre>. */
  async reference(address) {
    const pre = document.createElement('pre');
    const act = async () => {
      const text = await (await fetch(address)).text();
      JSON.parse(text);
      pre.textContent = text;
      document.body.replaceChildren(pre);
      await frame();
    };
    return timed(act, () => pre.offsetHeight > 0);
  },
};
