import type { Clock, Fleet } from '../../../index.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { type IdAnswer, type IdSourceConfig, sourceNameOf } from '../config/id-source-config.js';
import { type GivenIds, type GivenIdsFile, type IdChange, selectIdChange } from './given-ids.js';
import { createReader, type ReadSource } from './read-source.js';

export interface IdSourcesOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly log: MonitorLog;
  readonly file: GivenIdsFile;
}

/** Reads the id sources at their intervals, and adds and removes ids of the fleet. */
export interface IdSources {
  /** Replaces the sources. Ids of a source that is gone stay known. */
  set(sources: readonly IdSourceConfig[], folder: string): void;
  dispose(): Promise<void>;
}

const LOG_FAILURES = new Set([1, 10, 100, 1000]);

const MAX_PROBLEMS = 5;

const RETRY_MS = 60_000;

type ApplyAnswer = (source: IdSourceConfig, answer: IdAnswer, warn: Warn, ended: AbortSignal) => Promise<void>;

/** Logs a warning of a source when its count changes. */
type Warn = (event: string, count: number, facts: Readonly<Record<string, unknown>>) => void;

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/** Saves the record of given ids, one save after the other. A failed one is repeated. */
function createSaver(save: () => Promise<void>, { clock, log }: Pick<IdSourcesOptions, 'clock' | 'log'>) {
  let saving: Promise<void> = Promise.resolve();
  let cancelRetry = (): void => {};

  function saveNow(): Promise<void> {
    cancelRetry();
    saving = saving.then(save).catch((error: unknown) => {
      log('error', 'ids-record-failed', {
        message: `the record of given ids cannot be saved: ${describeSystemError(error)}`,
      });
      cancelRetry = clock.schedule(() => void saveNow(), RETRY_MS);
    });
    return saving;
  }

  return {
    /** Never rejects. */
    save: saveNow,
    async dispose(): Promise<void> {
      await saving;
      cancelRetry();
    },
  };
}

/** @param given the record of an earlier run; `undefined` if it could not be read: then no id is removed */
export function createIdSources({ fleet, clock, log, file }: IdSourcesOptions, given: GivenIds | undefined): IdSources {
  const record = new Map(given);
  const canRemove = given !== undefined;
  let stops: readonly (() => void)[] = [];
  const saver = createSaver(() => file.save(record), { clock, log });

  async function apply(
    source: IdSourceConfig,
    { ids, invalid }: IdAnswer,
    warn: Warn,
    ended: AbortSignal,
  ): Promise<void> {
    const name = sourceNameOf(source);
    warn('ids-invalid', invalid.length, { problems: invalid.slice(0, MAX_PROBLEMS) });
    warn('ids-source-empty', ids.length === 0 ? 1 : 0, { message: 'the known ids stay' });
    if (ids.length === 0) return;
    const known = new Set(fleet.databases.tracked.value);
    const removeAtMost = canRemove ? ('removeAtMost' in source ? source.removeAtMost : 1) : 0;
    const isKnown = (id: string): boolean => known.has(id);
    const change = selectIdChange({ source: name, answer: ids, given: record, isKnown, removeAtMost });
    const before = record.get(name);
    record.set(name, change.given);
    // The record comes first: after a crash, an id that is in no record would never be removed.
    if (before === undefined || !isSameSet(before, change.given)) await saver.save();
    if (ended.aborted) return;
    warn('ids-removal-refused', change.refused, { message: 'the answer lacks too many ids at once; they stay known' });
    fleet.databases.add(change.add);
    fleet.databases.remove(change.remove);
    void logChange(name, change, fleet, log);
  }

  return {
    set(sources, folder) {
      for (const stop of stops) stop();
      const names = sources.map(sourceNameOf);
      const gone = [...record.keys()].filter((name) => !names.includes(name));
      for (const name of gone) {
        log('warn', 'ids-source-gone', { source: name, count: record.get(name)?.size, message: 'its ids stay known' });
        record.delete(name);
      }
      if (gone.length > 0) void saver.save();
      stops = sources.map((source) =>
        startReading(source, createReader(source, { folder, clock }), { clock, log, apply }),
      );
    },
    async dispose() {
      for (const stop of stops) stop();
      stops = [];
      await saver.dispose();
    },
  };
}

async function logChange(
  source: string,
  { add, remove }: Pick<IdChange, 'add' | 'remove'>,
  fleet: Fleet,
  log: MonitorLog,
): Promise<void> {
  if (add.length + remove.length === 0) return;
  // An id that the log names as added survives a crash. A failing state has its own lines.
  await fleet.flush().catch(() => {});
  if (add.length > 0) log('info', 'ids-added', { source, count: add.length, ids: add });
  if (remove.length > 0) log('info', 'ids-removed', { source, count: remove.length, ids: remove });
}

function startReading(
  source: IdSourceConfig,
  read: ReadSource,
  { clock, log, apply }: Pick<IdSourcesOptions, 'clock' | 'log'> & { readonly apply: ApplyAnswer },
): () => void {
  const name = sourceNameOf(source);
  const ended = new AbortController();
  const warned = new Map<string, number>();
  const warn: Warn = (event, count, facts) => {
    // The same answer comes again with each read.
    if (count > 0 && warned.get(event) !== count) log('warn', event, { source: name, count, ...facts });
    warned.set(event, count);
  };
  let failures = 0;
  let cancel = (): void => {};

  async function look(): Promise<void> {
    try {
      const answer = await read(ended.signal);
      if (ended.signal.aborted) return;
      if (failures > 0) log('info', 'ids-source-recovered', { source: name, failures });
      failures = 0;
      if (answer !== undefined) await apply(source, answer, warn, ended.signal);
    } catch (error) {
      if (ended.signal.aborted) return;
      failures += 1;
      if (LOG_FAILURES.has(failures) || failures % 1000 === 0)
        log('warn', 'ids-source-failed', { source: name, failures, message: (error as Error).message });
    }
    if ('every' in source && !ended.signal.aborted) cancel = clock.schedule(() => void look(), source.every);
  }
  void look();
  return () => {
    ended.abort();
    cancel();
  };
}
