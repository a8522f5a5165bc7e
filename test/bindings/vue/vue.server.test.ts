import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { fleetPlugin } from '../../../src/bindings/vue/index.js';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { Page } from './vue-binding.js';

describeServerRendering('Vue', render, { renderAsync: render });

function render({ fleet, parts, show }: Scene): Promise<string> {
  const app = createSSRApp(Page, { parts, show });
  app.config.warnHandler = () => {};
  if (fleet !== undefined) app.use(fleetPlugin, { fleet });
  return renderToString(app);
}
