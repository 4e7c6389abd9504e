import { createPinia } from 'pinia';
import { createApp } from 'vue';
import Gallery from './Gallery.vue';
import { startStyles } from '../styles/start-styles';
import '../styles/styles';

await startStyles();
createApp(Gallery).use(createPinia()).mount('#app');
