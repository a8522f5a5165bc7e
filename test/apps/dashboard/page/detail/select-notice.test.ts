import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../../../../src/apps/dashboard/page/detail/describe-failure.js';
import { selectNotice } from '../../../../../src/apps/dashboard/page/detail/select-notice.js';
import { FleetError } from '../../../../../src/core/shared/fleet-error.js';
import { confirmed, failed, missing, requested, unknownEntry } from '../../../../../src/core/state/entry.js';

const nothing = unknownEntry<object>('a');
const fresh = confirmed(nothing, { database_id: 'a' }, 1);
const outage = new FleetError('unavailable', 'get-database', 'the service refused (status 503): maintenance');
const notFound = new FleetError('not-found', 'get-database', 'no such database');

describe('what people have to know before they read an entry', () => {
  it.each([
    ['is nothing of one that was confirmed', fresh],
    ['is nothing of one that is being asked for', requested(nothing)],
    ['is nothing of one that nobody asked for', nothing],
  ])('%s', (_, entry) => {
    expect(selectNotice('database', entry)).toBeUndefined();
  });

  it('is that a record may be old, and why', () => {
    expect(selectNotice('database', failed(fresh, outage))).toEqual({
      tone: 'warning',
      title: 'The service cannot be reached, or fails',
      text: 'The service refused (status 503): maintenance. What follows is the last good answer.',
    });
  });

  it('is why there is nothing to read', () => {
    expect(selectNotice('database', failed(nothing, outage))).toEqual({
      tone: 'error',
      title: 'The service cannot be reached, or fails',
      text: 'The service refused (status 503): maintenance.',
    });
  });

  it('is that it is gone, with what was seen of it last or without', () => {
    expect(selectNotice('database', missing(fresh, notFound))).toMatchObject({
      tone: 'warning',
      title: 'The service does not know this database any more',
    });
    expect(selectNotice('index', { ...nothing, status: 'missing' })).toMatchObject({
      tone: 'error',
      title: 'There is no such index',
    });
  });

  it('has words for each code', () => {
    expect(describeFailure('bad-response')).toBe('The answer could not be read');
  });
});
