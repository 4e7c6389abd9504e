import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import './app/tokens.css';
import './app/base.css';
import { router } from './app/router';

/** Follows the system's light or dark appearance, in one attribute that tokens.css reads. */
function followSystemTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', apply);
  apply();
}

followSystemTheme();
createApp(App).use(createPinia()).use(router).mount('#app');
