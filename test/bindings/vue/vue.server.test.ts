import { createSSRApp, defineComponent, h, Suspense, type Component } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { expect, test } from 'vitest';
import { fleetPlugin, useSuspenseDatabase } from '../../../src/bindings/vue/index.js';
import type { Fleet } from '../../../src/index.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { Page } from './vue-binding.js';

describeServerRendering('Vue', ({ fleet, parts, show }) => render(fleet, Page, { parts, show }));

test('useSuspenseDatabase makes a server wait for one request, and does not subscribe afterwards', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const Details = defineComponent({
    async setup() {
      const database = await useSuspenseDatabase('a');
      return () => database.value.state;
    },
  });
  const html = render(fleet, defineComponent({ render: () => h(Suspense, null, { default: () => h(Details) }) }));
  await advance(1_000);
  expect(await html).toContain('active');
  await advance(120_000);
  expect(service.requests.map(({ id }) => id)).toEqual(['a']);
  expect(fleet.databases.known.value).toEqual([]);
});

function render(fleet: Fleet | undefined, root: Component, props: object = {}): Promise<string> {
  const app = createSSRApp(root, { ...props });
  app.config.warnHandler = () => {};
  if (fleet !== undefined) app.use(fleetPlugin, { fleet });
  return renderToString(app);
}
