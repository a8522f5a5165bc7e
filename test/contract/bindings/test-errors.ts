import { expect, test } from 'vitest';
import type { Database } from '../../../src/index.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import type { BindingUnderTest, Part } from './binding-under-test.js';
import { expectNoise } from './expect-noise.js';
import { createStage } from './stage.js';

const nameOf = (record: Database | undefined): unknown => record?.database_name;

function refuse(name: unknown): void {
  if (name === 'bad') throw new Error('refused');
}

const refusing: readonly [string, Partial<Extract<Part, { ask: 'selection' }>>][] = [
  [
    'selector',
    {
      selector(record) {
        refuse(nameOf(record));
        return nameOf(record);
      },
    },
  ],
  [
    'equals',
    {
      equals(a, b) {
        refuse(a);
        refuse(b);
        return a === b;
      },
    },
  ],
];

export function testErrors(binding: BindingUnderTest): void {
  test.each(refusing)(
    'an error of `%s` is thrown to the framework by the component that uses it',
    async (_, functions) => {
      expectNoise();
      const stage = createStage(binding);
      await stage.fleet.databases.refresh('a');
      await stage.show({ ask: 'selection', id: 'a', selector: nameOf, ...functions });
      expect(stage.on(0)).toBeUndefined();
      stage.service.respond(({ id }) => ({ json: databaseOf(id, { database_name: 'bad' }) }));
      const record = await stage.fleet.databases.refresh('a');
      await expect(stage.pass()).rejects.toThrow('refused');
      // The error stays in the framework: the fleet reports none.
      expect(stage.errors).toEqual([]);
      expect(stage.fleet.databases.record('a').value).toBe(record);
    },
  );
}
