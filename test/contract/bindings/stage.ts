import type { Subscription } from 'rxjs';
import { onTestFinished, test, vi } from 'vitest';
import type { Database, Entry, Fleet, FleetOptions, View } from '../../../src/index.js';
import { createFleetUnderTest, quick } from '../../core/fleet/fleet-under-test.js';
import type { BindingUnderTest, Mounted, Part, Show } from './binding-under-test.js';

/** A fleet, its scripted service, and a page on which a binding shows the fleet. */
export type Stage = ReturnType<typeof createStage>;

interface StageOptions extends Partial<FleetOptions> {
  /** @default true */
  readonly isProvided?: boolean;
}

/** Returns a function that defines tests, each with a stage of its own. */
export const testOn = (binding: BindingUnderTest) => test.extend('stage', () => createStage(binding));
export type StageTest = ReturnType<typeof testOn>;

/** Creates a stage until the end of the test. Records are kept forever, so that no timer waits to forget them. */
export function createStage(binding: BindingUnderTest, { isProvided = true, ...options }: StageOptions = {}) {
  const underTest = createFleetUnderTest({ polling: quick, retainMs: Infinity, ...options });
  const texts = createTexts();
  let mounted: Mounted | undefined;
  let shown: readonly Part[] = [];
  let counted = 0;

  /** Waits for the render. Rejects with the first error that a component has thrown. */
  async function settle(): Promise<void> {
    await mounted?.flush();
    const [error] = mounted?.errors.splice(0) ?? [];
    if (error !== undefined) throw error as Error;
  }

  const stage = {
    ...underTest,
    /** Renders parts in place of the previous parts. */
    async show(...parts: readonly Part[]): Promise<void> {
      shown = parts;
      if (mounted === undefined) {
        onTestFinished(() => stage.leave());
        const fleet = isProvided ? underTest.fleet : undefined;
        const show: Show = (at, value) => texts.show(at, read(shown[at], value));
        mounted = await binding.mount({ fleet, parts, show });
      } else await mounted.update(parts);
      await settle();
    },
    /** Renders parts, and shows the answers that the service gives at once. */
    async load(...parts: readonly Part[]): Promise<void> {
      await stage.show(...parts);
      await stage.pass();
    },
    /** Provides another fleet. @throws Error if the binding does not support it */
    async provide(fleet: Fleet): Promise<void> {
      if (mounted?.provide === undefined) throw new Error('No other fleet can be provided.');
      await mounted.provide(fleet);
      await settle();
    },
    /** Makes the service answer with other fields, refreshes the record, and waits for the render. */
    async change(id: string, fields: object): Promise<void> {
      await underTest.answerWith(id, fields);
      await stage.pass();
    },
    /** Advances the time, and waits for the render. */
    async pass(ms = 0): Promise<void> {
      await underTest.advance(ms);
      await settle();
    },
    async leave(): Promise<void> {
      const leaving = mounted;
      mounted = undefined;
      await leaving?.unmount();
    },
    get container(): HTMLElement {
      if (mounted === undefined) throw new Error('Nothing is on the page.');
      return mounted.container;
    },
    /** The element of the part at a position. */
    element: (at: number): HTMLElement | null => stage.container.querySelector<HTMLElement>(`[data-part="${at}"]`),
    /** The value that the component at a position shows on the page. */
    on: (at: number): unknown => texts.valueOf(stage.element(at)?.textContent?.trim() ?? ''),
    /** All rendered values of the part at a position, oldest first. */
    rendered: (at: number) => texts.rendered.filter((render) => render.at === at).map(({ value }) => value),
    /** The number of renders since the last call, without the repeated renders of some frameworks. */
    newRenders(): number {
      const renders = texts.rendered.length - counted;
      counted = texts.rendered.length;
      return renders / (binding.rendersPerChange ?? 1);
    },
  };
  return stage;
}

/** Reads members of an entry as its component would, and returns their text: the component uses nothing else. */
function read(part: Part | undefined, value: unknown): unknown {
  if (part === undefined || !('reads' in part) || part.reads === undefined) return value;
  const { reads } = part;
  const entries = (part.ask === 'entries' ? value : [value]) as readonly Entry<Database>[];
  return entries.map((entry) => JSON.stringify(reads.map((member) => entry[member] ?? null))).join('\n');
}

/** Creates a text for each value, so that tests compare the values on the page by reference. */
function createTexts() {
  const rendered: { readonly at: number; readonly value: unknown }[] = [];
  const values = new Map<string, unknown>();
  const last = new Map<number, { readonly value: unknown; readonly text: string }>();
  const show: Show = (at, value) => {
    rendered.push({ at, value });
    const before = last.get(at);
    if (before !== undefined && Object.is(before.value, value)) return before.text;
    const text = `text ${values.size + 1}`;
    values.set(text, value);
    last.set(at, { value, text });
    return text;
  };
  function valueOf(text: string): unknown {
    if (!values.has(text)) throw new Error(`No part has rendered this text: ${text}`);
    return values.get(text);
  }
  return { show, rendered, valueOf };
}

/** Each hook of a binding at least once. No two components use the same database. */
export const everyPart: readonly Part[] = [
  { ask: 'database', id: 'a' },
  { ask: 'selection', id: 'b', selector: (record) => record?.state },
  { ask: 'entry', id: 'c' },
  { ask: 'databases' },
  { ask: 'databases', ids: ['e'] },
  { ask: 'entries', ids: ['f'] },
  { ask: 'index', id: 'i' },
  { ask: 'indices' },
  { ask: 'limits', resource: 'database', id: 'd' },
  { ask: 'limits', resource: 'index', id: 'i' },
  { ask: 'summary' },
  { ask: 'polling' },
  { ask: 'transitions', id: 'a' },
  { ask: 'known' },
  { ask: 'creation', request: { database_name: 'x', platform: 'aws', primary_region: 'eu-west-1' } },
];

/** Returns a function that counts the subscriptions to views since the start, and the open ones. */
export function countSubscriptions(views: readonly View<unknown>[]) {
  const made: Subscription[] = [];
  for (const view of views) {
    const subscribe = view.subscribe.bind(view) as (...observer: unknown[]) => Subscription;
    vi.spyOn(view, 'subscribe').mockImplementation(((...observer: unknown[]) => {
      const subscription = subscribe(...observer);
      made.push(subscription);
      return subscription;
    }) as typeof view.subscribe);
  }
  return () => ({ made: made.length, open: made.filter(({ closed }) => !closed).length });
}

/** Silences the console until the end of the test, because frameworks print the errors of components. */
export function expectNoise(): void {
  for (const method of ['error', 'warn'] as const) {
    const noise = vi.spyOn(console, method).mockImplementation(() => {});
    onTestFinished(() => noise.mockRestore());
  }
}
