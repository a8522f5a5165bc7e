import { createElement, Suspense, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { renderToReadableStream } from 'react-dom/server.browser';
import { expect, test } from 'vitest';
import { FleetProvider, useSuspenseDatabase, useSuspenseDatabases } from '../../../src/bindings/react/index.js';
import { createFleet, type Fleet } from '../../../src/index.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { pageOf } from './react-binding.js';

describeServerRendering('React', (scene) => renderToString(pageOf(scene)), {
  async renderAsync(scene) {
    const stream = await renderToReadableStream(pageOf(scene));
    await stream.allReady;
    return new Response(stream).text();
  },
});

function Name(): ReactElement {
  return createElement('b', {}, useSuspenseDatabase('a').database_id);
}

function List(): ReactElement {
  return createElement('b', {}, useSuspenseDatabases(['a'], { throwOnError: false }).length);
}

const page = (fleet: Fleet, content = Name): ReactElement =>
  createElement(FleetProvider, { fleet }, createElement(Suspense, { fallback: 'waiting' }, createElement(content)));

test('a known record is rendered at once', async () => {
  const { fleet } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  expect(renderToString(page(fleet))).toContain('<b>a</b>');
});

test('a fleet whose baseUrl is a path leaves its records to the browser, with the digest that Next.js does not report', async () => {
  using fleet = createFleet({ baseUrl: '/fleet' });
  const digests: unknown[] = [];
  const onError = (error: unknown): void => void digests.push((error as { readonly digest?: string }).digest);
  for (const content of [Name, List]) {
    const stream = await renderToReadableStream(page(fleet, content), { onError });
    expect(await new Response(stream).text()).toContain('waiting');
  }
  expect(digests).toEqual(Array(2).fill('BAILOUT_TO_CLIENT_SIDE_RENDERING'));
});
