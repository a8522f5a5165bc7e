import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDue, phaseOf } from '../../../src/core/polling/phase.js';

const aPhase = fc.double({ min: 0, max: 1 - 2 ** -53, noNaN: true });
const aTime = fc.double({ min: 0, max: 1e12, noNaN: true });
const anInterval = fc.double({ min: 100, max: 1e10, noNaN: true });

describe('the next time that a key is due', () => {
  test('is after the last one, and no later than an interval after it', () => {
    fc.assert(
      fc.property(aPhase, aTime, anInterval, (phase, lastMs, intervalMs) => {
        const dueMs = nextDue(phase, lastMs, intervalMs);
        expect(dueMs).toBeGreaterThan(lastMs);
        expect(dueMs).toBeLessThanOrEqual(lastMs + intervalMs);
      }),
      { numRuns: 1000 },
    );
  });

  test('is in phase: a whole number of intervals, and the share of one that is its phase', () => {
    fc.assert(
      fc.property(aPhase, aTime, anInterval, (phase, lastMs, intervalMs) => {
        const turns = nextDue(phase, lastMs, intervalMs) / intervalMs - phase;
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1.001 / intervalMs + 1e-3);
      }),
      { numRuns: 1000 },
    );
  });

  test('comes once in each interval, however late an answer is within it', () => {
    fc.assert(
      fc.property(
        aPhase,
        fc.array(fc.double({ min: 0, max: 0.99, noNaN: true }), { maxLength: 50 }),
        (phase, delays) => {
          let lastMs = phase * 1000;
          for (const [at, delay] of delays.entries()) {
            lastMs = nextDue(phase, lastMs, 1000);
            expect(lastMs).toBeCloseTo((at + 1 + phase) * 1000, 3);
            lastMs += delay * 1000;
          }
        },
      ),
    );
  });
});

describe('the phases of many', () => {
  test.each([10, 1000, 100_000])(
    'divide an interval evenly: of %d none is much nearer to the next than the mean',
    (count) => {
      const phases = Float64Array.from({ length: count }, (_, nth) => phaseOf(nth)).sort();
      const gaps = phases.map((phase, at) => (phases[at + 1] ?? 1 + (phases[0] as number)) - phase);
      expect(Math.max(...gaps.slice(0, 1e5)) * count).toBeLessThan(3);
      expect(Math.min(...gaps.slice(0, 1e5)) * count).toBeGreaterThan(0.3);
    },
  );

  test('are from 0 up to 1', () => {
    for (const nth of [0, 1, 2, 1e6, 2 ** 29]) {
      expect(phaseOf(nth)).toBeGreaterThanOrEqual(0);
      expect(phaseOf(nth)).toBeLessThan(1);
    }
  });
});
