import { describe, expect, it } from 'vitest';
import { describeFailure, selectNotice } from '../../../../../src/apps/dashboard/page/detail/select-notice.js';
import { FleetError } from '../../../../../src/core/shared/fleet-error.js';
import { confirmed, failed, missing, requested, unknownEntry } from '../../../../../src/core/state/entry.js';

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
    expect(selectNotice('database', entry)).toBeUndefined();
  });

  it('warns of an outdated record, with the reason', () => {
    expect(selectNotice('database', failed(fresh, outage))).toEqual({
      tone: 'warning',
      title: 'The service does not answer or fails',
      text: 'The service refused (status 503): maintenance. Below is the last valid answer.',
    });
  });

  it('explains why there is no record', () => {
    expect(selectNotice('database', failed(nothing, outage))).toEqual({
      tone: 'error',
      title: 'The service does not answer or fails',
      text: 'The service refused (status 503): maintenance.',
    });
  });

  it('explains that the resource is missing, with or without a last record', () => {
    expect(selectNotice('database', missing(fresh, notFound))).toMatchObject({
      tone: 'warning',
      title: 'The service no longer has this database',
    });
    expect(selectNotice('index', { ...nothing, status: 'missing' })).toMatchObject({
      tone: 'error',
      title: 'The service has no index with this id',
    });
  });

  it('describeFailure describes an error code', () => {
    expect(describeFailure('bad-response')).toBe('The answer is not valid');
  });
});
