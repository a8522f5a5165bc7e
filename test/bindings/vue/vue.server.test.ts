import { expect, test } from 'vitest';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { fleetPlugin, useDatabase } from '../../../src/bindings/vue/index.js';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { Page } from './vue-binding.js';

describeServerRendering('Vue', render, { renderAsync: render });

test('a composable that runs before the rendering does not subscribe', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const app = createSSRApp(Page, { parts: [], show: () => '' }).use(fleetPlugin, { fleet });
  app.runWithContext(() => useDatabase('a'));
  await advance(120_000);
  expect(service.requests).toEqual([]);
});

function render({ fleet, parts, show }: Scene): Promise<string> {
  const app = createSSRApp(Page, { parts, show });
  app.config.warnHandler = () => {};
  if (fleet !== undefined) app.use(fleetPlugin, { fleet });
  return renderToString(app);
}
