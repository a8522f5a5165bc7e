import { expect } from 'vitest';
import type { Database } from '../../../src/index.js';
import type { BindingUnderTest, PartFor } from './binding-under-test.js';
import { createStage, expectNoise, type StageTest } from './stage.js';

export function testMisuse(test: StageTest, binding: BindingUnderTest): void {
  test('a component without a fleet throws an error that says so', async () => {
    expectNoise();
    const stage = createStage(binding, { isProvided: false });
    await expect(stage.show({ ask: 'database', id: 'a' })).rejects.toThrow(/there is no .*fleet/i);
  });

  test('an invalid id, such as from a URL, has no record, and its entry has the error', async ({ stage }) => {
    await stage.load(
      { ask: 'database', id: '..' },
      { ask: 'entry', id: 'a/b' },
      { ask: 'index', id: '..' },
      { ask: 'limits', resource: 'database', id: '..' },
      { ask: 'transitions', id: '..' },
    );
    expect([0, 2, 3, 4].map((at) => stage.on(at))).toEqual([undefined, undefined, [], []]);
    expect(stage.on(1)).toMatchObject({ id: 'a/b', status: 'unknown', error: { code: 'invalid-request' } });
    expect(stage.service.requests).toEqual([]);
  });

  test('an invalid limit is refused, for any id', async ({ stage }) => {
    expectNoise();
    await expect(stage.show({ ask: 'transitions', id: '..', limit: -1 })).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });

  test('a fleet that is disposed of before the first render shows no record, and throws nothing', async ({ stage }) => {
    stage.fleet.dispose();
    await stage.load({ ask: 'database', id: 'a' }, { ask: 'entry', id: 'a' }, { ask: 'databases' }, { ask: 'indices' });
    expect([stage.on(0), stage.on(2), stage.on(3)]).toEqual([undefined, [], []]);
    expect(stage.on(1)).toMatchObject({ id: 'a', status: 'unknown' });
    expect([stage.service.requests, stage.errors]).toEqual([[], []]);
  });
}

const nameOf = (record: Database | undefined): unknown => record?.database_name;

function accept(name: unknown): unknown {
  if (name === 'bad') throw new Error('refused');
  return name;
}

const refusing: readonly [string, Partial<PartFor<'selection'>>][] = [
  ['selector', { selector: (record) => accept(nameOf(record)) }],
  ['equals', { equals: (a, b) => accept(a) === accept(b) }],
];

export function testErrors(test: StageTest): void {
  test.for(refusing)(
    'an error of `%s` is thrown to the framework by the component that uses it',
    async ([, functions], { stage }) => {
      expectNoise();
      await stage.fleet.databases.refresh('a');
      await stage.show({ ask: 'selection', id: 'a', selector: nameOf, ...functions });
      expect(stage.on(0)).toBeUndefined();
      const record = await stage.answerWith('a', { database_name: 'bad' });
      await expect(stage.pass()).rejects.toThrow('refused');
      // The error stays in the framework: the fleet reports none.
      expect(stage.errors).toEqual([]);
      expect(stage.fleet.databases.record('a').value).toBe(record);
    },
  );
}
