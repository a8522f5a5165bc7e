import { mount } from '@vue/test-utils';
import { defineComponent, h, provide } from 'vue';
import { describe, expect, test } from 'vitest';
import { fleetKey, fleetPlugin, useFleet } from '../../../src/bindings/vue/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';

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
