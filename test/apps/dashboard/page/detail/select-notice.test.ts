import { describe, expect, it } from 'vitest';
import { selectNotice } from '../../../../../src/apps/dashboard/page/detail/select-problems.js';
import { FleetError } from '../../../../../src/core/shared/fleet-error.js';
import { confirmed, failed, missing, requested, unknownEntry } from '../../../../../src/core/store/entry.js';

const nothing = unknownEntry<object>('a');
const fresh = confirmed(nothing, { database_id: 'a' }, 1);
const outage = new FleetError('unavailable', 'get-database', 'the service refused (status 503): maintenance');
const notFound = new FleetError('not-found', 'get-database', 'no such database');

describe('selectNotice', () => {
  it.each([
    ['a confirmed entry', fresh],
    ['an entry that is loading', requested(nothing)],
    ['an entry that was never requested', nothing],
  ])('returns no notice for %s', (_, entry) => {
    expect(selectNotice('database', entry, false)).toBeUndefined();
  });

  const [text, details] = [
    'The service does not answer. The page tries again.',
    'The service refused (status 503): maintenance.',
  ];
  const lastKnown = { tone: 'warning', title: 'Last known values', text };

  it.each([
    ['an outdated record, with the technical words apart', failed(fresh, outage), true, { ...lastKnown, details }],
    ['an answered record in an outage', fresh, true, lastKnown],
    ['no record', failed(nothing, outage), false, { title: 'This database could not be read', text, details }],
    ['a missing record', missing(fresh, notFound), false, { title: 'The service no longer has this database' }],
    ['a wrong id', { ...nothing, status: 'missing' }, false, { title: 'The service has no database with this id' }],
  ] as const)('has a notice for %s', (_, entry, isDown, notice) => {
    expect(selectNotice('database', entry, isDown)).toMatchObject({ tone: 'error', ...notice });
  });
});
