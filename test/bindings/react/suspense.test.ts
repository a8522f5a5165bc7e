import { act, cleanup, render } from '@testing-library/react';
import {
  Component,
  createElement,
  startTransition,
  Suspense,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  FleetProvider,
  throwOnError,
  useDatabaseEntry,
  useSuspenseDatabase,
} from '../../../src/bindings/react/index.js';
import { createFleetUnderTest, holdRequests, quick, type FleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../../core/fleet/scripted-service.js';

/** Two components that wait for the same database, with a fallback and an error boundary. */
class Boundary extends Component<{ readonly children?: ReactNode }, { readonly code?: string }> {
  override state: { readonly code?: string } = {};

  static getDerivedStateFromError(error: { readonly code: string }): { readonly code: string } {
    return { code: error.code };
  }

  override render(): ReactNode {
    const { code } = this.state;
    return code === undefined ? this.props.children : `failed: ${code}`;
  }
}

function Name({ id }: { readonly id: string }): ReactElement {
  const { database_id, state } = useSuspenseDatabase(id);
  return createElement('b', {}, `[${database_id} ${state}]`);
}

let changeId: (id: string) => void = () => {};

function Names({ first }: { readonly first: string }): ReactElement {
  const [id, setId] = useState(first);
  changeId = setId;
  const names = [createElement(Name, { key: 0, id }), createElement(Name, { key: 1, id })];
  return createElement(Suspense, { fallback: 'waiting' }, names);
}

async function show({ fleet, advance }: FleetUnderTest, beside?: ReactElement) {
  onTestFinished(() => cleanup());
  const names = createElement(FleetProvider, { fleet }, beside, createElement(Names, { first: 'a' }));
  const container = document.body.appendChild(document.createElement('div'));
  // A component that suspends in its first render continues only in an awaited act.
  await act(async () => void render(createElement(Boundary, undefined, names), { container }));
  return {
    /** The visible text: React hides suspended content. */
    text: () => [...container.childNodes].map((node) => (isHidden(node) ? '' : node.textContent)).join(''),
    pass: async (ms = 0) => act(async () => advance(ms)),
  };
}

function isHidden(node: Node): boolean {
  return node instanceof HTMLElement && node.style.display === 'none';
}

test('keeps the page during a transition to another id', async () => {
  const underTest = createFleetUnderTest();
  await underTest.fleet.databases.refresh('a');
  const { text, pass } = await show(underTest);
  underTest.service.respond(usualAnswer, 1_000);
  await act(async () => startTransition(() => changeId('b')));
  await pass(500);
  expect(text()).toBe('[a active][a active]');
  await pass(500);
  await expect.poll(text).toBe('[b active][b active]');
});

test('`throwOnError` throws the error of an entry without a record to the error boundary', async () => {
  const noise = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => noise.mockRestore());
  const underTest = createFleetUnderTest({ polling: quick });
  const Selected = (): ReactElement =>
    createElement('i', {}, useDatabaseEntry('b', { select: throwOnError })?.state ?? 'no record');
  underTest.service.respond((request) => (request.id === 'b' ? { status: 404 } : usualAnswer(request)), 1_000);
  const { text, pass } = await show(underTest, createElement(Selected));
  expect(text()).toContain('no record');
  await pass(1_000);
  await expect.poll(text).toBe('failed: not-found');
});

test('throws the reason of a request that is not sent to the error boundary', async () => {
  const noise = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => noise.mockRestore());
  const underTest = createFleetUnderTest();
  await holdRequests(underTest);
  const { text, pass } = await show(underTest);
  await pass();
  await expect.poll(text).toBe('failed: rate-limited');
});

test('components that show `fetching` do not render during the request', async () => {
  const complaint = vi.spyOn(console, 'error');
  onTestFinished(() => complaint.mockRestore());
  const underTest = createFleetUnderTest();
  const Status = (): ReactElement => createElement('i', {}, useDatabaseEntry('b').status);
  underTest.fleet.polling.pause();
  await underTest.fleet.databases.refresh('a');
  const { text, pass } = await show(underTest, createElement(Status));
  expect(text()).toBe('unknown[a active][a active]');
  await act(async () => changeId('b'));
  await pass();
  await expect.poll(text).toBe('fresh[b active][b active]');
  expect(complaint).not.toHaveBeenCalled();
});
