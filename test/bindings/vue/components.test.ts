import { flushPromises, mount } from '@vue/test-utils';
import { defineComponent, h, nextTick, onErrorCaptured, provide, ref, Suspense, type Component } from 'vue';
import { describe, expect, test } from 'vitest';
import {
  fleetKey,
  fleetPlugin,
  throwOnError,
  useDatabase,
  useDatabaseEntry,
  useFleet,
  useSuspenseDatabase,
} from '../../../src/bindings/vue/index.js';
import { createFleetUnderTest, holdRequests } from '../../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../../core/fleet/scripted-service.js';
import { eventually } from '../../support/eventually.js';

const Name = defineComponent({
  props: { id: { type: String, required: true } },
  setup(props) {
    const id = useDatabase(() => props.id, { select: (record) => record?.database_id ?? 'none' });
    return () => id.value;
  },
});

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

  test('shows nothing for an invalid id, and then the record of a valid id', async () => {
    const { fleet } = createFleetUnderTest();
    await fleet.databases.refresh('a');
    await fleet.databases.refresh('b');
    const wrapper = mount(Name, { props: { id: 'a' }, global: { plugins: [[fleetPlugin, { fleet }]] } });
    await wrapper.setProps({ id: '..' });
    expect(wrapper.text()).toBe('none');
    await wrapper.setProps({ id: 'b' });
    expect(wrapper.text()).toBe('b');
    expect(fleet.databases.known.value).toEqual(['b']);
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

  test('waits for a record, and then shows its changes', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    const wrapper = mount(
      waiting(() => h(Details, { id: 'a' })),
      {
        global: { plugins: [[fleetPlugin, { fleet }]] },
      },
    );
    expect(wrapper.text()).toBe('loading');
    await advance(1_000);
    await flushPromises();
    expect(wrapper.text()).toBe('is active');
    expect(service.requests).toHaveLength(1);

    service.respond(() => ({ json: { database_id: 'a', state: 'suspended' } }));
    await fleet.databases.refresh('a');
    await nextTick();
    expect(wrapper.text()).toBe('is suspended');
    wrapper.unmount();
    await eventually(() => expect(fleet.databases.known.value).toEqual([]));
  });

  test('throws the error if there is no record', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => ({ status: 404 }));
    const wrapper = mount(
      waiting(() => h(Details, { id: 'a' })),
      {
        global: { plugins: [[fleetPlugin, { fleet }]] },
      },
    );
    await advance(1_000);
    await flushPromises();
    expect(wrapper.text()).toBe('not-found');
  });

  test('throws `disposed` if the fleet is disposed during the wait', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => undefined);
    const wrapper = mount(
      waiting(() => h(Details, { id: 'a' })),
      {
        global: { plugins: [[fleetPlugin, { fleet }]] },
      },
    );
    await flushPromises();
    fleet.dispose();
    await flushPromises();
    expect(wrapper.text()).toBe('disposed');
  });

  test('releases the record after the answer if its component has unmounted', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(usualAnswer, 1_000);
    const wrapper = mount(
      waiting(() => h(Details, { id: 'a' })),
      {
        global: { plugins: [[fleetPlugin, { fleet }]] },
      },
    );
    await advance(500);
    wrapper.unmount();
    await advance(1_000);
    await eventually(() => expect(fleet.databases.known.value).toEqual([]));
    expect(service.requests).toHaveLength(1);
  });
});
