import { useMemo } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { kernelOf } from '../../../../core/fleet/kernel.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { usagePart } from '../../../../core/limits/usage-part.js';
import { deepEqual, isSameList } from '../../../../core/shared/deep-equal.js';
import {
  type Clock,
  type Fleet,
  type LimitField,
  limitSummaryOf,
  type ResourceKind,
  systemClock,
  type UsageReading,
  type UsageSample,
} from '../../../../index.js';
import { useIsDown } from '../polling/connection.js';
import { describeRow, type KnownEntry, type RowFacts } from './row-facts.js';
import { type ChangeSource, throttle, type Throttled } from './throttle.js';

type FleetFacts = Throttled<readonly RowFacts[]>;

export function factsOf(fleet: Fleet, resource: ResourceKind): FleetFacts {
  return kernelOf(fleet, 'factsOf').part(`${resource}-facts`, () => createFacts(fleet, resource, systemClock));
}

/** The rows of a list. While the service answers no request, the last known conditions count, also for filters. */
export function useRows(facts: FleetFacts): readonly RowFacts[] {
  const rows = useView(facts);
  const isDown = useIsDown();
  return useMemo(() => (isDown ? rows.map((row) => row.lastKnown ?? row) : rows), [rows, isDown]);
}

interface Row extends KnownEntry {
  readonly sample: UsageSample | undefined;
  /** The time until the first level or quota is full at its pace. */
  readonly leftMs: number;
}

interface DescribedRow extends Row {
  readonly hasForecast: boolean;
  readonly facts: RowFacts;
}

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 1000;

/** A longer list takes longer to compute, and in it a delayed move of a row is less visible. */
const MS_PER_ROW = 0.1;

/** The pace of a use is measured over its last 20 minutes. */
const PACE_MS = 20 * 60_000;

/** Rows with more time left get no forecast. A forecast may be earlier than the pace, so this exceeds the hour of a warning. */
const MAX_LEFT_MS = 3 * 3_600_000;

const MAX_FORECASTS = 20;

/** Creates a view of the facts of all rows. It describes changed rows only, and emits at a limited rate. */
export function createFacts(fleet: Fleet, resource: ResourceKind, clock: Clock): FleetFacts {
  const kernel = kernelOf(fleet, 'createFacts');
  const { commits } = kernel;
  const store = kernel.stores[resource];
  const ids = resource === 'database' ? fleet.databases.tracked : store.ids;
  // `usageOf` would create a view for each row.
  const usage = usagePart(kernel);
  // The view of all records does not say which requests failed.
  const entries: ChangeSource = {
    subscribe: (listener) => ({
      unsubscribe: store.onChange((_, before, after) => isSameEntry(before, after) || commits.afterCommit(listener)),
    }),
  };
  let described: ReadonlyMap<string, DescribedRow> = new Map();

  /** Returns the same row as before if nothing of it changed: a list has thousands of rows, and few of them change. */
  function readRow(id: string): Row {
    const entry = store.peek(id);
    const sample = usage.peek(resource, id);
    const before = described.get(id);
    if (before !== undefined && before.sample === sample && isSameEntry(before, entry)) return before;
    const { record, status, error } = entry;
    return { id, record, status, error, sample, leftMs: leftMsOf(record, sample) };
  }

  function describe(row: Row, hasForecast: boolean): DescribedRow {
    const before = described.get(row.id);
    // A forecast that is now within an hour changes the facts too.
    if (before === row && !before.hasForecast && !hasForecast) return before;
    const readings = hasForecast ? row.sample : withoutHistories(row.sample);
    const facts = describeRow(resource, row, readings, clock.now());
    // Equal facts keep their object, so that a poll that changes no facts causes no new order.
    return { ...row, hasForecast, facts: before && deepEqual(before.facts, facts) ? before.facts : facts };
  }

  function describeAll(last: readonly RowFacts[] = []): readonly RowFacts[] {
    const rows = ids.value.map(readRow);
    // Only the rows that are full first at their pace have a forecast, which takes longer than all other facts.
    const filling = rows.filter(({ leftMs }) => leftMs <= MAX_LEFT_MS).sort((a, b) => a.leftMs - b.leftMs);
    const withForecast = new Set(filling.slice(0, MAX_FORECASTS));
    const all = rows.map((row) => describe(row, withForecast.has(row)));
    described = new Map(all.map((each) => [each.id, each]));
    const facts = all.map((each) => each.facts);
    return isSameList(last, facts) ? last : facts;
  }

  return throttle(clock, [ids, entries, limitSummaryOf(fleet)], describeAll, ({ length }) =>
    Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, MS_PER_ROW * length)),
  );
}

/** A poll without news changes only the times of an entry. */
function isSameEntry(a: KnownEntry, b: KnownEntry): boolean {
  return a.record === b.record && a.status === b.status && a.error === b.error;
}

/** The time until the first level or quota of a row is full at its pace. `Infinity` if none of them rises. */
function leftMsOf(record: object = {}, sample: UsageSample = {}): number {
  const limits = record as Readonly<Record<string, unknown>>;
  const readings = Object.entries(sample) as [LimitField, UsageReading][];
  const times = readings.map(([field, { at, used, history = [] }]) => {
    const start = history.findLastIndex((time, place) => place % 2 === 0 && time <= at - PACE_MS);
    const [since = at, before = used] = history.slice(Math.max(0, start));
    const leftMs = ((Number(limits[field]) - used) * (at - since)) / Math.max(0, used - before);
    // Other kinds have no forecast.
    return leftMs > 0 && ['level', 'quota'].includes(limitNamed[field].kind) ? leftMs : Infinity;
  });
  return Math.min(...times);
}

function withoutHistories(sample: UsageSample = {}): UsageSample {
  return Object.fromEntries(Object.entries(sample).map(([field, { history: _, ...reading }]) => [field, reading]));
}
