import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { fleetPlugin } from '../../../src/bindings/vue/index.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { Page } from './vue-binding.js';

describeServerRendering('Vue', ({ fleet, parts, show }) => {
  const app = createSSRApp(Page, { parts, show });
  app.config.warnHandler = () => {};
  if (fleet !== undefined) app.use(fleetPlugin, { fleet });
  return renderToString(app);
});
