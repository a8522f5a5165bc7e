import type { Clock } from '../shared/clock.js';
import type { Commits } from '../store/commits.js';
import { cadence as defaultCadence, createCheckedCadence } from './cadence.js';
import { pollsAll, type KeyOwner } from './key-owner.js';
import type { Limiter } from './limiter.js';
import type { Presence } from './presence.js';

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly commits: Commits;
  readonly limiter: Limiter;
  readonly random: () => number;
  readonly cadence?: typeof defaultCadence | undefined;
  readonly presence?: Pick<Presence, 'absence' | 'watch'> | undefined;
  readonly queueTimeoutMs?: number | undefined;
  /** Makes the controller of each request. @default a new AbortController */
  readonly createController?: (() => AbortController) | undefined;
  readonly owner?: KeyOwner | undefined;
}

export type SchedulerSettings = { readonly [Name in keyof SchedulerOptions]-?: NonNullable<SchedulerOptions[Name]> };

export function completeOptions({
  cadence,
  presence = { absence: undefined, watch: () => () => {} },
  queueTimeoutMs = 30_000,
  createController = () => new AbortController(),
  owner = pollsAll,
  ...given
}: SchedulerOptions): SchedulerSettings {
  const checked = cadence ? createCheckedCadence(cadence, given.commits.guard) : defaultCadence;
  return { ...given, cadence: checked, presence, queueTimeoutMs, createController, owner };
}
