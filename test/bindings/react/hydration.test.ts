import { act } from '@testing-library/react';
import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { pageOf } from './react-binding.js';

const parts: readonly Part[] = [
  { ask: 'database', id: 'a' },
  { ask: 'selection', id: 'a', selector: (record) => [record?.state] },
  { ask: 'limits', resource: 'database', id: 'a' },
  { ask: 'databases' },
  { ask: 'transitions' },
];

test('the page of a server hydrates without changes if the fleet has the same records', async () => {
  const complaint = vi.spyOn(console, 'error');
  onTestFinished(() => complaint.mockRestore());
  const { fleet } = createFleetUnderTest();
  await fleet.databases.refresh('a');
  fleet.polling.pause();
  const page = createElement(StrictMode, {}, pageOf({ fleet, parts, show: (_, value) => JSON.stringify(value) }));
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  const [first] = container.children;
  const root = await act(async () => hydrateRoot(container, page));
  onTestFinished(() => act(() => root.unmount()));
  expect(container.children[0]).toBe(first);
  expect(container.textContent).toContain('"state":"active"');
  expect(complaint).not.toHaveBeenCalled();
});
