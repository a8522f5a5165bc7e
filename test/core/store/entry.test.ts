import { describe, expect, test } from 'vitest';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import {
  abandoned,
  confirmed,
  failed,
  hasSameRecord,
  missing,
  outdated,
  removed,
  requested,
  setBack,
  unknownEntry,
  type Entry,
} from '../../../src/core/store/entry.js';

const error = new FleetError('unavailable', 'get-database', 'down');
const unknown = unknownEntry<object>('a');
const record = { name: 'first' };
const fresh = confirmed(unknown, record, 1000);

describe('an entry', () => {
  test('is loading during the first request, and unknown again if the request is aborted', () => {
    expect(requested(unknown)).toEqual({ ...unknown, status: 'loading', fetching: true });
    expect(abandoned(requested(unknown))).toEqual(unknown);
    expect(failed(requested(unknown), error)).toEqual({ ...unknown, error });
  });

  test('has the same record after an equal answer or a failure, but not after a change or a 404', () => {
    const gone = missing(fresh, error);
    const after = [confirmed(fresh, record, 2000), failed(fresh, error), confirmed(fresh, {}, 2000), gone];
    expect(after.map((next) => hasSameRecord(fresh, next))).toEqual([true, true, false, false]);
    expect([hasSameRecord(gone, gone), hasSameRecord(gone, fresh)]).toEqual([true, false]);
  });

  test('with a record keeps its status during a request', () => {
    for (const entry of [fresh, failed(fresh, error), missing(fresh, error)]) {
      expect(requested(entry)).toEqual({ ...entry, fetching: true });
      expect(abandoned(requested(entry))).toEqual(entry);
    }
  });

  test('keeps its reference if nothing changes', () => {
    const asked = requested(fresh);
    expect(requested(asked)).toBe(asked);
    expect(abandoned(fresh)).toBe(fresh);
    const gone = removed(fresh, 2000);
    expect(removed(gone, 3000)).toBe(gone);
  });

  test('has the times of its confirmation and its change', () => {
    expect(fresh).toEqual({ ...unknown, record, status: 'fresh', confirmedAt: 1000, changedAt: 1000 });
    expect(confirmed(requested(fresh), record, 2000)).toEqual({ ...fresh, confirmedAt: 2000 });
    expect(confirmed(fresh, { name: 'second' }, 2000)).toMatchObject({ confirmedAt: 2000, changedAt: 2000 });
  });

  test('keeps its record after a failure, and loses its error after a success', () => {
    expect(failed(requested(fresh), error)).toEqual({ ...fresh, status: 'stale', error });
    expect(confirmed(failed(fresh, error), record, 2000)).toEqual({ ...fresh, confirmedAt: 2000 });
  });

  test('that is missing stays missing until it has a record again', () => {
    const absence = new FleetError('not-found', 'get-database', 'not there');
    const gone = missing(requested(fresh), absence);
    expect(gone).toEqual({ ...fresh, status: 'missing', error: absence });
    expect(failed(gone, error)).toEqual({ ...gone, error });
    expect(confirmed(gone, record, 2000).status).toBe('fresh');
  });

  test('that was removed has no record, no error and no drift', () => {
    expect(removed(failed(requested(fresh), error), 2000)).toEqual({ ...unknown, status: 'missing', changedAt: 2000 });
    expect(removed(requested(removed(fresh, 2000)), 3000)).toMatchObject({ fetching: false, changedAt: 2000 });
    const absence = missing(removed(fresh, 2000), error);
    expect(removed(absence, 3000)).toEqual({ ...unknown, status: 'missing', changedAt: 3000 });
    const { error: _, ...restored } = missing(fresh, error);
    for (const entry of [missing(fresh, error), restored as Entry<object>])
      expect(removed(entry, 3000)).toEqual({ ...unknown, status: 'missing', changedAt: 3000 });
  });

  test('is stale when nothing can confirm it, unless a request is in flight', () => {
    expect(outdated(fresh)).toEqual({ ...fresh, status: 'stale' });
    for (const entry of [requested(fresh), failed(fresh, error), missing(fresh, error), unknown])
      expect(outdated(entry)).toBe(entry);
  });
});

describe('after the wall clock was set back by 500 ms to 1000', () => {
  const at = (confirmedAt: number, changedAt: number) => ({ ...fresh, confirmedAt, changedAt });

  test.each([
    ['both times in the future are moved', at(1500, 1200), at(1000, 700)],
    ['one time in the future is moved', at(1001, 900), at(501, 900)],
    ['the other one is moved', at(900, 1400), at(900, 900)],
    ['no time stays in the future', at(2000, 1800), at(1000, 1000)],
    ['the time of now stays', at(1000, 1100), at(1000, 600)],
  ])('%s', (_, entry, moved) => expect(setBack(entry, 1000, 500)).toEqual(moved));

  test('an entry without a time in the future stays as it is, also without times', () => {
    for (const entry of [at(1000, 1000), unknown, removed(unknown, 1000)])
      expect(setBack(entry, 1000, 500)).toBe(entry);
    const gone = removed(unknown, 1300);
    expect(setBack(gone, 1000, 500)).toEqual({ ...gone, changedAt: 800 });
    const { changedAt: _, ...unchanged } = at(1300, 0);
    expect(setBack(unchanged, 1000, 500)).toEqual({ ...unchanged, confirmedAt: 800 });
  });
});
