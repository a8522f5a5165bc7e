import { describe, expect, test } from 'vitest';
import { cadence, type CadenceFacts } from '../../../src/core/polling/cadence.js';

const TRACKED: CadenceFacts = {
  resource: 'database',
  hasRecord: true,
  modifying: false,
  active: true,
  missing: false,
  waiting: false,
  observed: false,
  tracked: true,
};

describe('the cadence of a database is', () => {
  test.each<[string, Partial<CadenceFacts>, number]>([
    ['2 s while its modifying_state is set', { modifying: true }, 2000],
    ['2 s while a waitFor is pending', { waiting: true }, 2000],
    ['2 s while it changes, observed or not', { modifying: true, observed: true, active: false }, 2000],
    ['15 s while it is observed', { observed: true }, 15_000],
    ['15 s while it is observed and not active', { observed: true, active: false }, 15_000],
    ['60 s while it is tracked', {}, 60_000],
    ['120 s while it is tracked and not active', { active: false }, 120_000],
    ['60 s while nothing is known of it', { hasRecord: false, active: false }, 60_000],
    ['300 s while it is missing', { missing: true }, 300_000],
    [
      '300 s while it is missing, whatever its last record contains',
      { missing: true, modifying: true, observed: true },
      300_000,
    ],
  ])('%s', (_, facts, intervalMs) => {
    expect(cadence({ ...TRACKED, ...facts })).toBe(intervalMs);
  });
});

describe('the cadence of the list of vector indices is', () => {
  test.each<[string, Partial<CadenceFacts>, number]>([
    ['30 s while it is observed', { observed: true }, 30_000],
    ['120 s while it is tracked', {}, 120_000],
  ])('%s', (_, facts, intervalMs) => {
    expect(cadence({ ...TRACKED, resource: 'vector-index-list', ...facts })).toBe(intervalMs);
  });
});
