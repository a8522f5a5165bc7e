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

  it('warns of an outdated record, with the technical words apart', () => {
    expect(selectNotice('database', failed(fresh, outage), true)).toEqual({
      tone: 'warning',
      title: 'Last known values',
      text: 'The service does not answer. The page tries again.',
      details: 'The service refused (status 503): maintenance.',
    });
  });

  it('warns in an outage, even if the last request for the record was answered', () => {
    expect(selectNotice('database', fresh, true)).toEqual({
      tone: 'warning',
      title: 'Last known values',
      text: 'The service does not answer. The page tries again.',
    });
  });

  it('explains why there is no record', () => {
    expect(selectNotice('database', failed(nothing, outage), false)).toEqual({
      tone: 'error',
      title: 'This database could not be read',
      text: 'The service does not answer. The page tries again.',
      details: 'The service refused (status 503): maintenance.',
    });
  });

  it('explains that the resource is missing, with or without a last record', () => {
    expect(selectNotice('database', missing(fresh, notFound), false)).toMatchObject({
      tone: 'error',
      title: 'The service no longer has this database',
    });
    expect(selectNotice('index', { ...nothing, status: 'missing' }, false)).toMatchObject({
      tone: 'error',
      title: 'The service has no index with this id',
    });
  });
});
