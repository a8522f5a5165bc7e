import { isDeepStrictEqual } from 'node:util';
import type { Fleet, Clock } from '../../../index.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { pause } from '../../terminal/stopping.js';
import { type IdAnswer, type IdSourceConfig, sourceNameOf } from '../config/id-source-config.js';
import { type GivenIds, type openGivenIds, selectIdChange, type SourceIds } from './given-ids.js';
import { createReader } from './read-source.js';

export interface IdSourcesOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly log: MonitorLog;
  readonly file: ReturnType<typeof openGivenIds>;
}

const RETRY_MS = 60_000;

type Warn = (event: string, count: number, facts: Readonly<Record<string, unknown>>) => void;

export class IdSources {
  readonly #options: IdSourcesOptions;
  readonly #record: Map<string, SourceIds>;
  /** The failures in a row of each failing source. They outlast `set`, because a changed token may end them. */
  readonly #failures = new Map<string, number>();
  #ended = new AbortController();
  #saving: Promise<void> = Promise.resolve();
  #cancelRetry = (): void => {};

  /** Reads the record of given ids. If it cannot be read, no source removes ids that it gave before. */
  static async open(options: IdSourcesOptions): Promise<IdSources> {
    const given = await options.file.load().catch((): GivenIds => {
      const message = 'the record of given ids cannot be read: no source removes ids that it gave before';
      options.log('error', 'ids-record-lost', { message });
      return new Map();
    });
    return new IdSources(options, given);
  }

  private constructor(options: IdSourcesOptions, given: GivenIds) {
    this.#options = options;
    this.#record = new Map(given);
  }

  /** Replaces the sources. Ids of a source that is gone stay known. */
  set(sources: readonly IdSourceConfig[], folder: string): void {
    this.#ended.abort();
    this.#ended = new AbortController();
    const names = sources.map(sourceNameOf);
    const gone = [...this.#record].filter(([name]) => !names.includes(name));
    for (const [name, { given }] of gone) {
      this.#options.log('warn', 'ids-source-gone', { source: name, count: given.size, message: 'its ids stay known' });
      this.#record.delete(name);
    }
    if (gone.length > 0) void this.#save();
    for (const source of sources) void this.#follow(source, folder, this.#ended.signal);
  }

  async dispose(): Promise<void> {
    this.#ended.abort();
    await this.#saving;
    this.#cancelRetry();
  }

  async #follow(source: IdSourceConfig, folder: string, ended: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    const name = sourceNameOf(source);
    const read = createReader(source, folder, clock);
    const warned = new Map<string, number>();
    const warn: Warn = (event, count, facts) => {
      // Logs each count once: the same answer comes again with each read.
      if (count > 0 && warned.get(event) !== count) log('warn', event, { source: name, count, ...facts });
      warned.set(event, count);
    };
    let failures = 0;
    while (!ended.aborted) {
      try {
        const answer = await read(ended);
        if (ended.aborted) return;
        const before = this.#failures.get(name);
        if (this.#failures.delete(name)) log('info', 'ids-source-recovered', { source: name, failures: before });
        failures = 0;
        if (answer !== undefined) await this.#apply(source, answer, warn, ended);
      } catch (error) {
        if (ended.aborted) return;
        failures += 1;
        this.#failures.set(name, failures);
        if ([1, 10, 100].includes(failures) || failures % 1000 === 0)
          log('warn', 'ids-source-failed', { source: name, failures, message: (error as Error).message });
      }
      if (!('every' in source)) return;
      await pause(source.every, ended, clock);
    }
  }

  async #apply(source: IdSourceConfig, { ids, invalid }: IdAnswer, warn: Warn, ended: AbortSignal): Promise<void> {
    const { databases } = this.#options.fleet;
    const name = sourceNameOf(source);
    warn('ids-invalid', invalid.length, { problems: invalid });
    warn('ids-source-empty', ids.length === 0 ? 1 : 0, { message: 'the known ids stay' });
    if (ids.length === 0) return;
    const known = new Set(databases.tracked.value);
    const { add, remove, refused, given, pending } = selectIdChange({
      source: name,
      answer: ids,
      record: this.#record,
      isKnown: (id) => known.has(id),
      removeAtMost: 'removeAtMost' in source ? source.removeAtMost : 1,
    });
    const before = this.#record.get(name);
    this.#record.set(name, { given, pending });
    // Another source that gives a removed id may answer during the save, and must find it unknown.
    databases.remove(remove);
    // The record comes first: after a crash, an id that is in no record would never be removed.
    if (!isDeepStrictEqual(before, { given, pending })) await this.#save();
    if (ended.aborted) return void this.#logChange(name, [], remove);
    warn('ids-removal-refused', refused, {
      message: 'the answer lacks more ids than one answer may remove; they stay known',
    });
    databases.add(add);
    void this.#logChange(name, add, remove);
  }

  async #logChange(source: string, add: readonly string[], remove: readonly string[]): Promise<void> {
    const { fleet, log } = this.#options;
    if (add.length + remove.length === 0) return;
    // Saves first: an id that the log names as added survives a crash. A failing state has its own log lines.
    await fleet.flush().catch(() => {});
    if (add.length > 0) log('info', 'ids-added', { source, count: add.length, ids: add });
    if (remove.length > 0) log('info', 'ids-removed', { source, count: remove.length, ids: remove });
  }

  /** Saves the record, one save after the other. A failed save is repeated. Never rejects. */
  #save(): Promise<void> {
    const { clock, file, log } = this.#options;
    this.#cancelRetry();
    this.#saving = this.#saving
      .then(() => file.save(this.#record))
      .catch((error: unknown) => {
        const message = `the record of given ids cannot be saved: ${describeSystemError(error)}`;
        log('error', 'ids-record-failed', { message });
        this.#cancelRetry = clock.schedule(() => void this.#save(), RETRY_MS);
      });
    return this.#saving;
  }
}
