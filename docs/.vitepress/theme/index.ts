import type { Theme } from 'vitepress';
// The fonts of the system: those of the theme are as large as the library.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import './site.css';
import TryIt from './try-it.vue';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    // Pages without the fleet do not load the library.
    app.component(
      'LiveFleet',
      defineAsyncComponent(() => import('./live-fleet.vue')),
    );
    app.component('TryIt', TryIt);
  },
} satisfies Theme;
