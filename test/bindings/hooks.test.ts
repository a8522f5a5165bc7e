import { expect, test } from 'vitest';
import { createCreationHook, useQuery, type HookFramework } from '../../src/bindings/hooks.js';
import { database, databases } from '../../src/bindings/queries.js';
import { framework as preact } from '../../src/bindings/preact/use-view.js';
import { framework as react } from '../../src/bindings/react/use-view.js';
import { createFleetUnderTest } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { useDebugValue as ofPreact } from 'preact/hooks';
import { useDebugValue as ofReact } from 'react';

test('the devtools of React and Preact show ids and a status: short, and nothing of a record', async () => {
  const { fleet, service } = createFleetUnderTest();
  service.respond(({ id }) => ({ json: databaseOf(id, { database_name: 'CANARY', password: 'CANARY' }) }));
  await fleet.databases.refresh('a');
  const shown: unknown[] = [];
  const framework: HookFramework = {
    useFleet: () => fleet,
    useMemo: (create) => create(),
    useEffect: () => {},
    useView: (view) => view.value as never,
    useDebugValue: (value, format) => void shown.push(format?.(value) ?? value),
  };
  useQuery(framework, database, ['a']);
  useQuery(framework, database, ['x'.repeat(200)]);
  useQuery(framework, database, [undefined]);
  useQuery(framework, databases, [['a', 'b']]);
  createCreationHook(framework)();
  expect(shown).toEqual(['a', 'x'.repeat(40), '', '2 ids', 'idle']);
  expect([react.useDebugValue, preact.useDebugValue]).toEqual([ofReact, ofPreact]);
});
