import { describe, expect, it } from 'vitest';
import {
  type ProblemFacts,
  selectNotice,
  selectProblems,
} from '../../../../../src/apps/dashboard/page/detail/select-problems.js';
import { confirmed, failed, missing, requested, unknownEntry } from '../../../../../src/core/store/entry.js';
import { FleetError, type LimitUsage } from '../../../../../src/index.js';
import { sampleAlert } from '../../../../support/sample-alert.js';
import { sampleLimit } from '../../../../support/sample-limit.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 4, 3, 14);

const record = { database_id: 'a', state: 'active' };
const fresh = confirmed(unknownEntry<object>('a'), record, NOW);

const memory = sampleLimit();
const rate = { unit: 'commands/s', kind: 'rate', limit: 1000 } as const;
const commands = sampleLimit({
  ...{ ...rate, name: 'Commands per second', field: 'db_max_commands_per_second' },
  ...{ status: 'exceeded', used: 2717, ratio: 2.717 },
});
const beyond = { key: 'beyond db_max_commands_per_second', tone: 'error', title: 'Commands 2,717 of 1,000 a second' };
const disk = sampleLimit({ ...rate, name: 'Disk', field: 'db_disk_threshold', status: 'ok', used: 100, ratio: 0.1 });

/** A use each minute, the last one now. */
const history = (...values: number[]) =>
  values.map((used, at) => ({ at: NOW - (values.length - 1 - at) * MINUTE, used }));

const problemsOf = (facts: Partial<ProblemFacts>): readonly object[] =>
  selectProblems({
    resource: 'database',
    entry: fresh,
    isDown: false,
    limits: [],
    history: {},
    activity: [],
    alerts: [],
    now: NOW,
    ...facts,
  }).problems;

describe('selectProblems', () => {
  it('does not claim a beginning or a usual use that is not known', () => {
    const always = { db_max_commands_per_second: history(2717, 2717, 2717, 2717, 2717, 2717) };
    expect(problemsOf({ limits: [commands], history: always })).toEqual([
      { ...beyond, since: NOW - 5 * MINUTE, isBefore: true },
    ]);
    expect(problemsOf({ limits: [commands], history: { db_max_commands_per_second: history(1, 2717) } })).toMatchObject(
      [{ since: NOW, isBefore: false }],
    );
    const growing = { db_memory_threshold: history(110, 110, 110, 110, 110, 2000, 2717) };
    const [near] = problemsOf({ limits: [memory], history: growing });
    expect(near).toMatchObject({ tone: 'warning', title: 'Memory 922 MiB of 1 GiB' });
    expect(near).not.toHaveProperty('text');
    // The time of this alert is not valid.
    expect(problemsOf({ alerts: [sampleAlert({ startedAt: 'soon' })] })).toMatchObject([{ since: undefined }]);
  });

  it('begins with what needs a person first', () => {
    const outage = new FleetError('unavailable', 'get-database', 'no answer');
    const changing = confirmed(fresh, { ...record, state: 'suspended', modifying_state: 'updating' }, NOW);
    const at = NOW - 9 * MINUTE;
    const entry = { key: '', at, kind: 'state', resource: 'database', id: 'a', name: '', text: '' } as const;
    const alert = sampleAlert({ rule: 'hot', summary: 'orders is hot.', startedAt: new Date(NOW).toISOString() });
    const facts: Partial<ProblemFacts> = {
      entry: failed(changing, outage),
      limits: [{ ...disk, exhaustsAt: NOW + MINUTE } as LimitUsage, commands],
      activity: [{ ...entry, field: 'state' }],
      // A limit has its own line already.
      alerts: [alert, { ...alert, field: commands.field }],
    };
    expect(problemsOf(facts)).toMatchObject([
      { title: 'Last known values', confirmedAt: NOW },
      { title: beyond.title },
      { title: 'Disk 100 of 1,000', text: 'At the current rate, it is full within an hour.' },
      { tone: 'warning', title: 'This database is suspended', since: at },
      { tone: 'change', title: 'Change in progress: updating', since: undefined },
      { tone: 'error', title: 'Orders is hot', since: NOW, text: 'alert hot' },
    ]);
    expect(problemsOf({ entry: missing(fresh, new FleetError('not-found', 'get-database', 'none')) })).toMatchObject([
      { tone: 'error', title: 'The service no longer has this database' },
    ]);
  });
});

it('selectNotice says nothing while a resource loads, and what is wrong with its record or without one', () => {
  const nothing = unknownEntry<object>('a');
  expect(selectNotice('database', requested(nothing), false)).toBeUndefined();
  expect(selectNotice('database', fresh, true)).toMatchObject({
    title: 'Last known values',
    text: 'The page gets no records now. The page tries again.',
  });
  const outage = new FleetError('unavailable', 'get-database', 'the service refused (status 503): maintenance');
  expect(selectNotice('database', failed(nothing, outage), false)).toMatchObject({
    title: 'This database could not be read',
    details: 'The service refused (status 503): maintenance.',
  });
});
