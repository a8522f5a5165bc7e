import { flushPromises, mount } from '@vue/test-utils';
import { defineComponent, h, onErrorCaptured, provide, ref, Suspense, type Component } from 'vue';
import { describe, expect, test } from 'vitest';
import {
  fleetKey,
  fleetPlugin,
  throwOnError,
  useDatabaseEntry,
  useFleet,
  useSuspenseDatabase,
} from '../../../src/bindings/vue/index.js';
import { createFleetUnderTest, holdRequests } from '../../core/fleet/fleet-under-test.js';

describe('the fleet of an app', () => {
  test('can be replaced in a part of the tree', async () => {
    const [{ fleet: outer }, { fleet: inner }] = [createFleetUnderTest(), createFleetUnderTest()];
    const seen: unknown[] = [];
    const Reader = (): null => null;
    const Child = defineComponent({ setup: () => (seen.push(useFleet()), Reader) });
    const Part = defineComponent({ setup: () => (provide(fleetKey, inner), () => h(Child)) });
    mount(defineComponent({ render: () => [h(Child), h(Part)] }), {
      global: { plugins: [[fleetPlugin, { fleet: outer }]] },
    });
    expect(seen).toEqual([outer, inner]);
  });

  test('is not available outside of setup, and the error says so', () => {
    expect(() => useFleet()).toThrow(/There is no fleet here.*setup/);
  });
});

describe('a component', () => {
  test('with `throwOnError` throws the error of an entry without a record to its error boundary', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => ({ status: 404 }), 1_000);
    const Selected = defineComponent(() => {
      const record = useDatabaseEntry('a', { select: throwOnError });
      return () => record.value?.state ?? 'no record';
    });
    const failure = ref<string>();
    const Boundary = defineComponent(() => {
      onErrorCaptured((error) => ((failure.value = (error as { code?: string }).code), false));
      return () => (failure.value === undefined ? h(Selected) : `failed: ${failure.value}`);
    });
    const wrapper = mount(Boundary, { global: { plugins: [[fleetPlugin, { fleet }]] } });
    expect(wrapper.text()).toBe('no record');
    await advance(1_000);
    await expect.poll(() => wrapper.text()).toBe('failed: not-found');
    wrapper.unmount();
  });
});

describe('useSuspenseDatabase', () => {
  const Details = defineComponent({
    props: { id: { type: String, required: true } },
    async setup(props) {
      const database = await useSuspenseDatabase(props.id);
      return () => `is ${database.value.state}`;
    },
  });
  const waiting = (content: () => unknown): Component =>
    defineComponent({
      setup() {
        const why = ref<string>();
        onErrorCaptured((error) => {
          why.value = (error as { code?: string }).code ?? error.message;
          return false;
        });
        return () => why.value ?? h(Suspense, null, { default: content, fallback: () => 'loading' });
      },
    });

  test('throws the reason of a request that is not sent', async () => {
    const underTest = createFleetUnderTest();
    await holdRequests(underTest);
    const { fleet } = underTest;
    const details = waiting(() => h(Details, { id: 'a' }));
    const wrapper = mount(details, { global: { plugins: [[fleetPlugin, { fleet }]] } });
    await flushPromises();
    expect(wrapper.text()).toBe('rate-limited');
  });
});
