import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import './app/tokens.css';
import './app/base.css';
import { router } from './app/router';
import { followSystemTheme } from './app/theme';

followSystemTheme();
createApp(App).use(createPinia()).use(router).mount('#app');
