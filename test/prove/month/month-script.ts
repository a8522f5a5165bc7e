import { createSeededRandom } from '../../support/seeded-random.js';

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The month begins two weeks before the end of daylight saving time in Europe. */
export const START_MS = Date.UTC(2026, 9, 10);
export const DAYS = 30;

/** How the service answers everything during an outage. */
export const OUTAGES = ['refused', '503', '500', '429', '401', '403', 'hanging', 'slow', 'hostile'] as const;
export type Outage = (typeof OUTAGES)[number];

/** Something that happens at a time of the month, in milliseconds after its start. */
export type Step = { readonly at: number } & (
  | { readonly kind: 'outage'; readonly outage: Outage }
  | { readonly kind: 'recovery' }
  | { readonly kind: 'channel'; readonly works: boolean }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'restart'; readonly killed: boolean }
  | { readonly kind: 'state'; readonly id: string; readonly state: string }
  /** The service begins or ends to refuse or to lack a resource. */
  | { readonly kind: 'refused-id' | 'absent' | 'absent-index'; readonly id: string; readonly isOn: boolean }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'use'; readonly id: string; readonly ratio: number }
);

/** The shortest time between two changes of one resource. It is longer than any disturbance, so that none hides a change. */
const DWELL_MS = 14 * HOUR_MS;

/** Nothing changes in the last hours, so that the fleet has seen everything at the end. */
const END_MS = (DAYS * 24 - 14) * HOUR_MS;

/** Writes what happens in a month, and what a fleet and a monitor must report because of it: the same for each seed. */
export function scriptMonth(seed: number, ids: readonly string[], indexIds: readonly string[]) {
  const random = createSeededRandom(seed);
  const between = (least: number, most: number): number => Math.round(least + random() * (most - least));
  const steps: Step[] = [];
  /** The states of each database, in their order. */
  const states = new Map<string, string[]>();
  /** The kinds of events of each alert, in their order, by the key of the alert. */
  const alerts = new Map<string, ('fired' | 'cleared')[]>();
  const removed = new Set<string>();
  const places = ids.map((id) => [random(), id] as const).toSorted(([a], [b]) => a - b);
  /** Takes ids that no other part of the script uses. */
  const take = (share: number): string[] => places.splice(0, Math.ceil(ids.length * share)).map(([, id]) => id);

  /**
   * Writes the breaches of an alert. Calls `change` at the beginning and at the end of each, at least `DWELL_MS` after the
   * time before.
   */
  function alternate(alert: string, change: (at: number, isBreach: boolean) => void, longestMs = 4 * DWELL_MS): void {
    const expected: ('fired' | 'cleared')[] = [];
    alerts.set(alert, expected);
    let at = between(HOUR_MS, 5 * 24 * HOUR_MS);
    while (at + longestMs < END_MS) {
      for (const isBreach of [true, false]) {
        change(at, isBreach);
        expected.push(isBreach ? 'fired' : 'cleared');
        at += between(DWELL_MS, longestMs);
      }
    }
  }

  function disturb(): void {
    let at = 6 * HOUR_MS;
    while (at < END_MS) {
      const chance = random();
      let lengthMs = 0;
      if (chance < 0.55) {
        lengthMs = between(2 * MINUTE_MS, 2 * HOUR_MS);
        const outage = OUTAGES[between(0, OUTAGES.length - 1)] as Outage;
        steps.push({ at, kind: 'outage', outage }, { at: at + lengthMs, kind: 'recovery' });
      } else if (chance < 0.65) {
        lengthMs = between(MINUTE_MS, 6 * HOUR_MS);
        steps.push({ at, kind: 'sleep', ms: lengthMs });
      } else if (chance < 0.75) steps.push({ at, kind: 'clock', ms: between(-5 * HOUR_MS, 5 * HOUR_MS) });
      else if (chance < 0.9) steps.push({ at, kind: 'restart', killed: random() < 0.6 });
      else {
        lengthMs = between(MINUTE_MS, 3 * HOUR_MS);
        steps.push({ at, kind: 'channel', works: false }, { at: at + lengthMs, kind: 'channel', works: true });
      }
      at += lengthMs + between(100 * MINUTE_MS, 5 * HOUR_MS);
    }
  }

  function changeStates(): void {
    for (const id of take(0.1)) {
      const seen = ['active'];
      states.set(id, seen);
      alternate(`suspended/database/${id}`, (at, isBreach) => {
        const state = isBreach ? 'suspended' : random() < 0.2 ? 'passive' : 'active';
        steps.push({ at, kind: 'state', id, state });
        seen.push(state);
      });
    }
  }

  function deleteDatabases(): void {
    for (const [place, id] of take(0.03).entries()) {
      const at = between(HOUR_MS, END_MS - 2 * DWELL_MS);
      const endsAt = at + between(DWELL_MS, 2 * DWELL_MS);
      alerts.set(`missing/database/${id}`, ['fired', 'cleared']);
      steps.push({ at, kind: 'absent', id, isOn: true });
      if (place % 2 === 0) steps.push({ at: endsAt, kind: 'absent', id, isOn: false });
      else {
        steps.push({ at: endsAt, kind: 'removed', id });
        removed.add(id);
      }
    }
  }

  function refuseIds(): void {
    for (const id of take(0.002)) {
      const at = between(HOUR_MS, END_MS - 72 * HOUR_MS);
      steps.push({ at, kind: 'refused-id', id, isOn: true });
      steps.push({ at: at + 72 * HOUR_MS, kind: 'refused-id', id, isOn: false });
    }
  }

  function fillDatabases(): void {
    for (const id of take(0.02))
      alternate(`full/database/db_max_clients/${id}`, (at, isBreach) => {
        steps.push({ at, kind: 'use', id, ratio: isBreach ? 0.95 : 0.5 });
      });
  }

  function changeIndices(): void {
    // The monitor forgets an index that is absent for a day.
    const longestMs = DWELL_MS + HOUR_MS;
    for (const id of indexIds.filter((_, place) => place % 5 === 0))
      alternate(
        `missing/index/${id}`,
        (at, isBreach) => void steps.push({ at, kind: 'absent-index', id, isOn: isBreach }),
        longestMs,
      );
  }

  disturb();
  changeStates();
  deleteDatabases();
  refuseIds();
  fillDatabases();
  changeIndices();
  return {
    steps: steps.toSorted((a, b) => a.at - b.at),
    states,
    alerts,
    knownIds: ids.filter((id) => !removed.has(id)),
  };
}
