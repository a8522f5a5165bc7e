import { redact } from '../wire/redact.js';
import { invalidRequest } from '../shared/refuse-issues.js';
import { readCredentials } from '../fleet/fetch-credentials.js';
import type { Fleet } from '../fleet/fleet.js';
import { kernelOf, liveKernelOf, type Kernel } from '../fleet/kernel.js';
import type { Presence } from '../polling/presence.js';
import { detailOf, FleetError } from '../shared/fleet-error.js';
import type { Clock } from '../shared/clock.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import type { Entry } from '../store/entry.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import { reportPart, type Report } from './report-usage.js';
import { ReadSchedule } from './read-schedule.js';
import {
  readUsageSource,
  type CheckedUsageSource,
  type UsageSource,
  type UsageSourceContext,
  type UsageSourceError,
  type UsageSourceStatus,
} from './usage-source.js';

/**
 * Adds a source, which reads the usage of each known resource at an interval. Sources have a queue of their own: a slow
 * source delays neither the polls nor another source. A read that fails is tried again with backoff.
 *
 * A source reads databases that have a record and are known, and indices of the list. It sends no request by itself to
 * learn of them: add the ids, and track the list of indices. Reading pauses while polling pauses as `hidden` or `offline`.
 *
 * @returns a function that removes the source; calling it again does nothing. The reported usage stays.
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member, or if another source has the name;
 *   `disposed`
 * @example
 * ```ts
 * // redisInfo comes from fleetglass/probes/redis
 * const remove = addUsageSource(fleet, redisInfo());
 * ```
 */
export function addUsageSource<Resource extends ResourceKind>(fleet: Fleet, source: UsageSource<Resource>): () => void {
  return sourcesPart(liveKernelOf(fleet, 'addUsageSource')).addSource(source);
}

/**
 * Returns the usage sources of a fleet with their last run and last failure. The same view for the same fleet. It emits at
 * once, then when a read has ended.
 *
 * @throws FleetError `invalid-request` if `fleet` was not returned by `createFleet`
 */
export function usageSourcesOf(fleet: Fleet): View<readonly UsageSourceStatus[]> {
  return sourcesPart(kernelOf(fleet, 'usageSourcesOf')).sources;
}

interface UsageSources {
  addSource(source: unknown): () => void;
  readonly sources: View<readonly UsageSourceStatus[]>;
}

function sourcesPart(kernel: Kernel): UsageSources {
  return kernel.part('usage-sources', (of) => createUsageSources(sourcesPartsOf(of), of.onDispose));
}

/** A list of indices that is younger is not read again for the token of an index. */
const FRESH_LIST_MS = 5000;

function sourcesPartsOf(kernel: Kernel): UsageSourcesParts {
  const { commits, clocks, databases, indices, answers, list, effects, options } = kernel;
  return {
    commits,
    clock: clocks.corrected,
    random: options.random,
    presence: effects.presence,
    report: reportPart(kernel),
    resources: {
      database: {
        store: databases,
        secrets: answers.database.secrets,
        credentials: async (id, isRefreshed, signal) =>
          (isRefreshed ? undefined : answers.database.credentials(id)) ?? readCredentials(kernel, id, signal),
      },
      index: {
        store: indices,
        secrets: answers.index.secrets,
        async credentials(id, isRefreshed, signal) {
          // One list has the tokens of all indices: many refused tokens must not read it many times.
          const ageMs = options.clock.now() - (list.entry.confirmedAt ?? -Infinity);
          if (isRefreshed && !(ageMs >= 0 && ageMs < FRESH_LIST_MS)) await list.request(signal);
          return answers.index.credentials(id);
        },
      },
    },
  };
}

/** The resources of one kind. */
interface SourceResources {
  readonly store: EntityStore<object>;
  /** The credentials from memory, or from the service. */
  readonly credentials: (id: string, isRefreshed: boolean, signal: AbortSignal) => Promise<object | undefined>;
  /** All secrets of a resource, or of all resources. No message may contain them. */
  readonly secrets: (id?: string) => readonly string[];
}

interface UsageSourcesParts {
  readonly commits: Commits;
  readonly clock: Clock;
  readonly random: () => number;
  readonly presence: Presence;
  readonly resources: Readonly<Record<ResourceKind, SourceResources>>;
  readonly report: Report;
}

function createUsageSources(parts: UsageSourcesParts, onDispose: Kernel['onDispose']): UsageSources {
  const { commits } = parts;
  const running = new Set<RunningSource>();
  let statuses: readonly UsageSourceStatus[] | undefined;

  const view = createSource(commits, {
    read: () => (statuses ??= Object.freeze([...running].map(({ status }) => status))),
  });

  function changed(): void {
    commits.commit(() => {
      statuses = undefined;
      view.changed();
    });
  }

  function remove(source: RunningSource): void {
    if (!running.delete(source)) return;
    source.stop();
    changed();
  }

  onDispose(() => {
    // The view keeps its last value.
    void view.view.value;
    for (const source of running) source.stop();
    running.clear();
    view.complete();
  });

  return {
    addSource(given) {
      const checked = readUsageSource(given);
      const { name, resource } = checked;
      if ([...running].some((other) => other.is(name, resource)))
        throw invalidRequest('configure', [
          {
            path: 'source.name',
            message: `another ${resource} source is named ${name}. Choose another name, or remove that source first`,
          },
        ]);
      const source = new RunningSource(checked, parts, changed);
      running.add(source);
      changed();
      return () => remove(source);
    },
    sources: view.view,
  };
}

/** The key of a source that reads all resources at once. */
const ALL = '';

/** Each report is one commit. Other work may run after this many commits. */
const REPORTS_PER_TURN = 100;

/** A source that is added to a fleet. */
class RunningSource {
  readonly #source: CheckedUsageSource;
  readonly #parts: UsageSourcesParts;
  readonly #onChanged: () => void;
  readonly #resources: SourceResources;
  readonly #schedule: ReadSchedule;
  readonly #ids = new Set<string>();
  readonly #ends: readonly (() => void)[];
  #lastRunAt: number | undefined;
  #lastError: UsageSourceError | undefined;

  /** @param onChanged called when the status of the source has changed. */
  constructor(source: CheckedUsageSource, parts: UsageSourcesParts, onChanged: () => void) {
    const { presence } = parts;
    this.#source = source;
    this.#parts = parts;
    this.#onChanged = onChanged;
    this.#resources = parts.resources[source.resource];
    this.#schedule = new ReadSchedule({
      ...parts,
      ...source,
      isPaused: () => presence.absence !== undefined,
      read: (key, signal) => (source.readAll === undefined ? this.#readOne(key, signal) : this.#readAll(signal)),
      onEnded: (key, failure) => this.#ended(key, failure),
    });
    const { store } = this.#resources;
    for (const entry of store.entries()) this.#follow(entry.id, entry);
    this.#ends = [
      store.onChange((id, _, after) => {
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
    if (this.#source.dispose) this.#parts.commits.guard.run(this.#source.dispose);
  }

  /** @returns whether the source reads the resource from now on, or no longer. */
  #follow(id: string, { record, status }: Entry<object>): boolean {
    const isReadable = this.#resources.store.isMember(id) && record !== undefined && status !== 'missing';
    if (isReadable === this.#ids.has(id)) return false;
    this.#ids[isReadable ? 'add' : 'delete'](id);
    if (this.#source.readAll === undefined) this.#schedule[isReadable ? 'add' : 'delete'](id);
    else this.#schedule[this.#ids.size > 0 ? 'add' : 'delete'](ALL);
    return true;
  }

  async #readOne(id: string, signal: AbortSignal): Promise<void> {
    const { store, credentials } = this.#resources;
    const { name, resource, read } = this.#source;
    const { record } = store.peek(id);
    if (record === undefined) return;
    const context: UsageSourceContext = {
      signal,
      credentials: async (options) => (await credentials(id, options?.refresh === true, signal)) as never,
    };
    const values = await read?.(record, context);
    if (values !== undefined && !signal.aborted) this.#parts.report(resource, id, values, { source: name });
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const { name, resource, readAll } = this.#source;
    const { clock, report } = this.#parts;
    const records = [...this.#ids].flatMap((id) => this.#resources.store.peek(id).record ?? []);
    const all = await readAll?.(records, { signal });
    if (!(all instanceof Map)) throw new TypeError('expected readAll to return a Map of amounts by id');
    let count = 0;
    let failure: Error | undefined;
    for (const [id, values] of all) {
      if (signal.aborted) return;
      if (!this.#ids.has(id)) continue;
      try {
        report(resource, id, values, { source: name });
      } catch (error) {
        // The usage of one resource is invalid. The others still count.
        failure ??= error as Error;
      }
      count += 1;
      if (count % REPORTS_PER_TURN === 0) await new Promise<void>((resolve) => void clock.schedule(resolve, 0));
    }
    if (failure !== undefined) throw failure;
  }

  #ended(key: string, failure: unknown): void {
    const at = this.#parts.clock.now();
    const id = key === ALL ? undefined : key;
    this.#lastRunAt = at;
    if (failure !== undefined) {
      const message = redact(messageOf(failure), this.#resources.secrets(id)) || 'failed';
      this.#lastError = { at, ...(id !== undefined && { id }), message };
    }
    this.#onChanged();
  }
}

/** Returns the message of an error of a source, which may be any value. Without a usable message, the result is empty. */
function messageOf(failure: unknown): string {
  try {
    const text: unknown = failure instanceof FleetError ? detailOf(failure) : (failure as Error | null)?.message;
    return typeof text === 'string' ? text : '';
  } catch {
    // The message is a getter that throws.
    return '';
  }
}
