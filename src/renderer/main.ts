// First of all: main loads itself with the first call, while this page reads the rest of its scripts.
import { crashReason } from './crash-reason';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import { router } from './app/router';
import { startStyles } from './styles/start-styles';

await startStyles();
createApp(App, { crashReason }).use(createPinia()).use(router).mount('#app');
