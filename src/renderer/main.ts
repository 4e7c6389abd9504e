import './styles/styles';
// Has to come first: the first screen is painted, and with the first call main then loads itself, while this page reads
// the rest of its script.
import { frame } from './first-frame/painted';
import { crashReason } from './crash-reason';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import { router } from './app/router';
import { takeOver } from './first-frame/hand-over';

const handOver = takeOver(frame);
createApp(App, { crashReason }).use(createPinia()).use(router).mount('#app');
// Before the next frame, because the first screen is ready at once. Not awaited, because the scripts of other screens
// wait for this one.
void router.isReady().then(handOver);
