import { expect, it, onTestFinished } from 'vitest';
import { logFleet } from '../../../../src/apps/watch/daemon/log-fleet.js';
import { addUsageSource } from '../../../../src/index.js';
import { sampleDatabase } from '../../../support/sample-database.js';
import { createFleetUnderTest, quick } from '../../../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../../../core/fleet/scripted-service.js';
import { createPair } from '../../../sharing/group-under-test.js';

/** Logs a fleet that polls each id every second. The service fails at first. */
function logFleetUnderTest() {
  const tested = createFleetUnderTest({ polling: { ...quick, cadence: () => 1000 } });
  tested.service.respond(() => ({ status: 500 }));
  const lines: string[] = [];
  const stop = logFleet(tested.fleet, (level, event, facts) => {
    if (level !== 'debug') lines.push(`${level} ${event} ${String(facts?.['id'] ?? facts?.['operation'])}`);
  });
  onTestFinished(stop);
  return { ...tested, lines };
}

it('logs once that the requests of a database fail, and once that they succeed again', async () => {
  const { fleet, service, lines, advance } = logFleetUnderTest();
  fleet.databases.add(['a']);
  await advance(30_000);
  expect(lines).toEqual(['warn requests-failing a']);
  service.respond(({ id }) => ({ json: { ...sampleDatabase, database_id: id } }));
  await advance(400_000);
  expect(lines).toEqual(['warn requests-failing a', 'info requests-recovered a']);
});

it('logs that the requests of a database succeed again if another monitor gets the answer', async () => {
  const { first, second, service, advance } = createPair();
  service.respond(() => ({ status: 500 }));
  const lines: string[] = [];
  onTestFinished(logFleet(first.fleet, (_, event, facts) => void lines.push(`${event} ${String(facts?.['id'])}`)));
  for (const { fleet } of [first, second]) fleet.databases.add('a');
  await advance(30_000);
  first.fleet.polling.pause();
  service.respond(usualAnswer);
  await advance(400_000);
  expect(lines.filter((line) => line.startsWith('requests'))).toEqual(['requests-failing a', 'requests-recovered a']);
});

it('logs once that the list of indices cannot be read, also without a database', async () => {
  const { fleet, service, lines, advance } = logFleetUnderTest();
  fleet.indices.track();
  await advance(10_000);
  service.respond(() => ({ json: [{ id: 5 }] }));
  await advance(60_000);
  expect(lines).toEqual(['warn requests-failing list-vector-indices']);
});

it('logs the failures of at most 100 databases at the level warn', async () => {
  const { fleet, lines, advance } = logFleetUnderTest();
  fleet.databases.add(Array.from({ length: 300 }, (_, at) => `db-${at}`));
  await advance(10_000);
  expect(lines.filter((line) => line.startsWith('warn requests-failing'))).toHaveLength(100);
});

it('logs the failure of a database again after its removal, and no request that a removal ends', async () => {
  const { fleet, service, lines, advance } = logFleetUnderTest();
  for (let round = 0; round < 2; round++) {
    fleet.databases.add('a');
    await advance(5000);
    fleet.databases.remove('a');
    await advance(5000);
  }
  service.respond(() => undefined);
  fleet.databases.add('b');
  await advance(1);
  fleet.databases.remove('b');
  await advance(5000);
  expect(lines).toEqual(['warn requests-failing a', 'warn requests-failing a']);
});

it('logs the drift of a record and its end, and no integer that is only too large for a number', async () => {
  const { fleet, service, lines, advance } = logFleetUnderTest();
  const rounded = { db_request_limit: 2 ** 60 };
  const steps = [rounded, rounded, { ...rounded, database_name: 7 }, rounded, { database_name: 7 }];
  service.respond(({ id, count }) => ({ json: { ...sampleDatabase, ...steps[count], database_id: id } }));
  fleet.databases.add('a');
  await advance(30_000);
  expect(lines).toEqual(['warn drift a', 'info drift-ended a', 'warn drift a', 'info drift-ended a']);
});

it('logs once that a usage source may not read credentials, and not for each database', async () => {
  const { fleet, service, lines, advance } = logFleetUnderTest();
  service.respond(({ id, query }) =>
    query === '' ? { status: 403 } : { json: { ...sampleDatabase, database_id: id } },
  );
  fleet.databases.add(['a', 'b']);
  await advance(1);
  addUsageSource(fleet, {
    name: 'redis',
    resource: 'database',
    async read(_, { credentials }) {
      await credentials();
      return undefined;
    },
  });
  await advance(30_000);
  expect(lines).toEqual(['warn usage-source-failing undefined']);
});
