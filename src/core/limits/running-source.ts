import { readCredentials } from '../fleet/fetch-credentials.js';
import type { Kernel } from '../fleet/kernel.js';
import { detailOf, FleetError } from '../shared/fleet-error.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { EntityStore } from '../store/entity-store.js';
import type { Entry } from '../store/entry.js';
import { redact } from '../wire/redact.js';
import { ReadSchedule } from './read-schedule.js';
import { reportPart, type Report } from './report-usage.js';
import type { CheckedUsageSource, UsageSourceContext, UsageSourceError, UsageSourceStatus } from './usage-source.js';

/** A list of indices that is younger is not read again for the token of an index. */
const FRESH_LIST_MS = 5000;

/** The key of a source that reads all resources at once. */
const ALL = '';

/** Each report is one commit. Other work may run after this many commits. */
const REPORTS_PER_TURN = 100;

export class RunningSource {
  readonly #kernel: Kernel;
  readonly #source: CheckedUsageSource;
  readonly #store: EntityStore<object>;
  readonly #schedule: ReadSchedule;
  readonly #reportUsage: Report;
  readonly #ids = new Set<string>();
  readonly #ends: readonly (() => void)[];
  #lastRunAt: number | undefined;
  #lastError: UsageSourceError | undefined;

  constructor(kernel: Kernel, source: CheckedUsageSource, onChanged: () => void) {
    const { presence } = kernel.effects;
    this.#kernel = kernel;
    this.#source = source;
    this.#reportUsage = reportPart(kernel);
    this.#store = source.resource === 'database' ? kernel.databases : kernel.indices;
    this.#schedule = new ReadSchedule({
      ...source,
      clock: kernel.clocks.corrected,
      random: kernel.options.random,
      isPaused: () => presence.absence !== undefined,
      read: (key, signal) => (source.readAll === undefined ? this.#readOne(key, signal) : this.#readAll(signal)),
      onEnded: (key, failure) => {
        this.#ended(key, failure);
        onChanged();
      },
    });
    for (const entry of this.#store.entries()) this.#follow(entry.id, entry);
    this.#ends = [
      this.#store.onChange((id, _, after) => {
        if (this.#follow(id, after)) onChanged();
      }),
      presence.watch(() => this.#schedule.proceed()),
    ];
  }

  is(name: string, resource: ResourceKind): boolean {
    return this.#source.name === name && this.#source.resource === resource;
  }

  get status(): UsageSourceStatus {
    const { name, resource, readAll } = this.#source;
    const { failing } = this.#schedule;
    return {
      name,
      resource,
      resources: this.#ids.size,
      failing: readAll === undefined ? failing : failing * this.#ids.size,
      ...(this.#lastRunAt !== undefined && { lastRunAt: this.#lastRunAt }),
      ...(this.#lastError !== undefined && failing > 0 && { lastError: this.#lastError }),
    };
  }

  stop(): void {
    for (const end of this.#ends) end();
    this.#schedule.dispose();
    if (this.#source.dispose) this.#kernel.commits.guard.run(this.#source.dispose);
  }

  /** @returns whether the source reads the resource from now on, or no longer. */
  #follow(id: string, { record, status }: Entry<object>): boolean {
    const isReadable = this.#store.isMember(id) && record !== undefined && status !== 'missing';
    if (isReadable === this.#ids.has(id)) return false;
    this.#ids[isReadable ? 'add' : 'delete'](id);
    if (this.#source.readAll === undefined) this.#schedule[isReadable ? 'add' : 'delete'](id);
    else this.#schedule[this.#ids.size > 0 ? 'add' : 'delete'](ALL);
    return true;
  }

  async #readOne(id: string, signal: AbortSignal): Promise<void> {
    const { record } = this.#store.peek(id);
    if (record === undefined) return;
    const context: UsageSourceContext = {
      signal,
      credentials: async (options) => (await this.#credentials(id, options?.refresh === true, signal)) as never,
    };
    const values = await this.#source.read?.(record, context);
    if (values !== undefined && !signal.aborted) this.#report(id, values);
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const records = [...this.#ids].flatMap((id) => this.#store.peek(id).record ?? []);
    const all = await this.#source.readAll?.(records, { signal });
    if (!(all instanceof Map)) throw new TypeError('expected readAll to return a Map of amounts by id');
    let count = 0;
    let failure: Error | undefined;
    for (const [id, values] of all) {
      if (signal.aborted) return;
      if (!this.#ids.has(id)) continue;
      try {
        this.#report(id, values);
      } catch (error) {
        // The usage of one resource is invalid. The others still count.
        failure ??= error as Error;
      }
      count += 1;
      if (count % REPORTS_PER_TURN === 0) await this.#nextTurn();
    }
    if (failure !== undefined) throw failure;
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => void this.#kernel.clocks.corrected.schedule(resolve, 0));
  }

  #report(id: string, values: object): void {
    const { name, resource } = this.#source;
    this.#reportUsage(resource, id, values, { source: name });
  }

  async #credentials(id: string, isRefreshed: boolean, signal: AbortSignal): Promise<object | undefined> {
    const { answers, list, options } = this.#kernel;
    const { resource } = this.#source;
    if (resource === 'database')
      return (isRefreshed ? undefined : answers.database.credentials(id)) ?? readCredentials(this.#kernel, id, signal);
    // One list has the tokens of all indices: many refused tokens must not read it many times.
    const ageMs = options.clock.now() - (list.entry.confirmedAt ?? -Infinity);
    if (isRefreshed && !(ageMs >= 0 && ageMs < FRESH_LIST_MS)) await list.request(signal);
    return answers.index.credentials(id);
  }

  #ended(key: string, failure: unknown): void {
    const at = this.#kernel.clocks.corrected.now();
    const id = key === ALL ? undefined : key;
    this.#lastRunAt = at;
    if (failure === undefined) return;
    const message = redact(messageOf(failure), this.#kernel.answers[this.#source.resource].secrets(id)) || 'failed';
    this.#lastError = { at, ...(id !== undefined && { id }), message };
  }
}

function messageOf(failure: unknown): string {
  const text: unknown = failure instanceof FleetError ? detailOf(failure) : (failure as Error | null)?.message;
  return typeof text === 'string' ? text : '';
}
