import * as v from 'valibot';
import type { PollingOptions } from '../../index.js';
import { pollingOptions } from '../../core/fleet/polling-options.js';
import { abortSignal, aFunction, objectOf, optional, type OptionsOf } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless } from '../../core/shared/refuse-issues.js';
import { inspectId } from '../../core/wire/identifier.js';
import { cutText } from '../display/text.js';
import { isHistory, type History } from '../history/history.js';
import { numberFrom, seedOption } from '../history/options.js';
import { readResourceVersions, type ResourceVersions } from './resource-versions.js';
import type { SimulatedServiceOptions } from './simulated-service.js';

/** A polling policy. Its members are options of a fleet: `createFleet({ polling: { cadence, ...gate } })`. */
export interface PollingPolicy {
  /** How often each database and the list of vector indices are polled: the option `polling.cadence` of a fleet. @default cadence */
  readonly cadence?: PollingOptions['cadence'];
  /** The rate limit of the fleet, as its options `polling.perSecond`, `burst` and `concurrency`. @default those of a fleet */
  readonly gate?: Pick<PollingOptions, 'perSecond' | 'burst' | 'concurrency'> | undefined;
}

/** The options of `replay`. */
export interface ReplayOptions extends PollingPolicy {
  /** The deadline: a change that the fleet shows later, or never, is late. Milliseconds, more than 0. @default 60000 */
  readonly within?: number | undefined;
  /** The rate limit and the outages of the simulated service. @default it answers every request */
  readonly service?: SimulatedServiceOptions | undefined;
  /** The time from a request to its answer, milliseconds. @default 100 */
  readonly latencyMs?: number | undefined;
  /** The ids that are observed, as by a page that shows them; `'all'` for each. @default [] all ids are only tracked */
  readonly watched?: readonly string[] | 'all' | undefined;
  /** The seed of the backoff's randomness, an integer. The same seed gives the same result. @default 1 */
  readonly seed?: number | undefined;
  /** Aborts the replay. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Called at times with the share that is done, from 0 to 1. A returned promise is not awaited. @default none */
  readonly onProgress?: ((share: number) => void) | undefined;
  /**
   * Called for each simulated request: the id of the database, or `undefined` for the list of vector indices, and the time,
   * Unix milliseconds. A returned promise is not awaited.
   *
   * @default none
   */
  readonly onRequest?: ((id: string | undefined, at: number) => void) | undefined;
}

/** The options that all policies of a comparison share. */
export type CompareOptions = Omit<ReplayOptions, keyof PollingPolicy>;

const { cadence, perSecond, burst, concurrency } = pollingOptions;

export const policySchema = { cadence, gate: optional(objectOf({ perSecond, burst, concurrency })) };

export const compareSchema = {
  within: v.optional(numberFrom(Number.MIN_VALUE, Number.MAX_VALUE, 'milliseconds, more than 0'), 60_000),
  service: optional(
    objectOf({
      perSecond,
      burst,
      retryAfterMs: v.optional(numberFrom(0)),
      outages: v.optional(
        v.custom<NonNullable<SimulatedServiceOptions['outages']>>(
          (value) => Array.isArray(value) && value.every(isTimeSpan),
          'a list of { from, to }, Unix milliseconds',
        ),
      ),
    }),
  ),
  latencyMs: v.optional(numberFrom(0, Number.MAX_VALUE, 'milliseconds, 0 or more'), 100),
  watched: v.optional(
    v.custom<readonly string[] | 'all'>((value) => value === 'all' || Array.isArray(value), 'a list of ids | "all"'),
    [],
  ),
  seed: seedOption,
  signal: v.optional(abortSignal),
  onProgress: v.optional(aFunction<NonNullable<ReplayOptions['onProgress']>>()),
  onRequest: v.optional(aFunction<NonNullable<ReplayOptions['onRequest']>>()),
};

const replaySchema = { ...policySchema, ...compareSchema };

export interface ReplaySettings extends Omit<OptionsOf<typeof replaySchema>, 'watched'> {
  readonly resources: readonly ResourceVersions[];
  /** The time of the history, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly watched: ReadonlySet<string>;
}

/** @throws FleetError `invalid-request`, whose `issues` name each problem */
export function readReplayOptions(history: History, options: ReplayOptions): ReplaySettings {
  const resources = isHistory(history) ? readResourceVersions(history) : [];
  const ids = new Set(resources.map(({ id }) => id));
  const expected = 'expected a history with a database or vector index, such as generateHistory returns';
  const unknown = 'expected the id of a database or vector index in the history';
  const named: readonly string[] = Array.isArray(options?.watched) ? options.watched : [];
  const { watched, ...settings } = checkOptions('configure', replaySchema, options, '', [
    ...issueUnless(ids.size > 0, 'history', expected),
    ...named.flatMap((id, at) => issueUnless(ids.has(id), `watched[${at}]`, unknown)),
    ...resources.flatMap(({ resource, id }) => (resource === 'index' ? [] : inspectId(id, `id ${cutText(id, 120)}`))),
  ]);
  const { from, to } = history;
  return { ...settings, resources, from, to, watched: watched === 'all' ? ids : new Set(watched) };
}

function isTimeSpan(value: unknown): boolean {
  const { from, to } = (value ?? {}) as Partial<Record<'from' | 'to', number>>;
  return Number.isFinite(from) && Number.isFinite(to) && (from as number) <= (to as number);
}
