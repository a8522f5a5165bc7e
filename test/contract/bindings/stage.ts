import { onTestFinished } from 'vitest';
import type { Fleet, FleetOptions } from '../../../src/index.js';
import { createFleetUnderTest, quick, type FleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import type { BindingUnderTest, Mounted, Part, Show } from './binding-under-test.js';

/** A fleet, the service that it asks, and a page on which a binding shows it. */
export interface Stage extends FleetUnderTest {
  /** Puts parts on the page, or others in their place. */
  show(...parts: readonly Part[]): Promise<void>;
  /** Provides another fleet. @throws Error where none can be */
  provide(fleet: Fleet): Promise<void>;
  /** Lets time pass, and the page render. */
  pass(ms?: number): Promise<void>;
  /** Takes everything off the page. */
  leave(): Promise<void>;
  readonly container: HTMLElement;
  /** The element of the part at a place. */
  element(at: number): HTMLElement | null;
  /** The text of the component at a place, read from the page. */
  on(at: number): unknown;
  /** All that was rendered of the part at a place, the oldest first. */
  rendered(at: number): readonly unknown[];
  /** How many renders there were since this was asked last, as counted without those that a framework doubles. */
  newRenders(): number;
}

export interface StageOptions extends Partial<FleetOptions> {
  /** @default true */
  readonly isProvided?: boolean;
}

/** Disposed of after the test. What is known is kept for good, so that no timer is left for it. */
export function createStage(binding: BindingUnderTest, { isProvided = true, ...options }: StageOptions = {}): Stage {
  const underTest = createFleetUnderTest({ polling: quick, retainMs: Infinity, ...options });
  const texts = createTexts();
  let mounted: Mounted | undefined;
  let counted = 0;
  onTestFinished(() => stage.leave());

  const stage: Stage = {
    ...underTest,
    async show(...parts) {
      if (mounted === undefined) {
        const fleet = isProvided ? underTest.fleet : undefined;
        mounted = await binding.mount({ fleet, parts, show: texts.show });
      } else await mounted.update(parts);
    },
    async provide(fleet) {
      if (mounted?.provide === undefined) throw new Error('No other fleet can be provided.');
      await mounted.provide(fleet);
    },
    async pass(ms = 0) {
      await underTest.advance(ms);
      await mounted?.rendered();
    },
    async leave() {
      const leaving = mounted;
      mounted = undefined;
      await leaving?.unmount();
    },
    get container() {
      if (mounted === undefined) throw new Error('Nothing is on the page.');
      return mounted.container;
    },
    element: (at) => stage.container.querySelector<HTMLElement>(`[data-part="${at}"]`),
    on: (at) => texts.valueOf(stage.element(at)?.textContent?.trim() ?? ''),
    rendered: (at) => texts.rendered.filter((render) => render.at === at).map(({ value }) => value),
    newRenders() {
      const renders = texts.rendered.length - counted;
      counted = texts.rendered.length;
      return renders / (binding.rendersPerChange ?? 1);
    },
  };
  return stage;
}

/** Texts that stand for values: what is on the page is compared by reference. */
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
    if (!values.has(text)) throw new Error(`No part of the page shows this: ${text}`);
    return values.get(text);
  }
  return { show, rendered, valueOf };
}
