import { countOf, formatCount } from './quantities.js';
import { limitNamed } from '../core/limits/catalogue.js';
import type { LimitField } from '../core/records/limit-fields.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import { healthNames, type Health, type HealthKind } from './health.js';

export interface HealthNouns {
  readonly one: string;
  readonly many: string;
  /** The word for resources without trouble while no usage is reported. */
  readonly withoutUsage: string;
}

export const healthNouns: Readonly<Record<ResourceKind | 'both', HealthNouns>> = {
  database: { one: 'database', many: 'databases', withoutUsage: 'active' },
  // The record of a vector index has no state, so the index is not active, but listed.
  index: { one: 'vector index', many: 'vector indices', withoutUsage: 'listed' },
  both: { one: 'database or index', many: 'databases and indices', withoutUsage: 'active' },
};

export function nounsOf(resources: readonly { readonly resource: ResourceKind }[]): HealthNouns {
  const [kind = 'database', other] = new Set(resources.map(({ resource }) => resource));
  return healthNouns[other === undefined ? kind : 'both'];
}

export interface FleetHealth {
  readonly all: readonly Health[];
  readonly nouns: HealthNouns;
  readonly isUsageKnown: boolean;
  /** Whether an answer is expected for resources without a record. */
  readonly isLoading: boolean;
}

/** Describes the condition of all resources in clauses, such as `7 healthy` and `1 near its memory limit`. */
export function describeHealth(fleet: FleetHealth) {
  const { all, nouns } = fleet;
  const kinds = Object.keys(healthNames) as HealthKind[];
  const parts = kinds
    .map((kind) => ({ kind, members: all.filter((health) => health.kind === kind) }))
    .filter(({ members }) => members.length > 0);
  return parts.map(({ kind, members }) => {
    const [count, words] = [members.length, WORDS[kind](members, fleet)];
    const text = parts.length === 1 ? describeOnlyKind(count, kind, nouns, words) : `${formatCount(count)} ${words}`;
    return { kind, text };
  });
}

function describeOnlyKind(count: number, kind: HealthKind, { one, many }: HealthNouns, word: string): string {
  const noun = countOf(count, one, many);
  if (word === 'loading') return `Loading ${noun}`;
  if (count === 1 || kind === 'loading') return `${noun}, ${word}`;
  return kind === 'healthy' ? `All ${noun} are ${word}` : `${noun}, all ${word}`;
}

const WORDS: Readonly<Record<HealthKind, (members: readonly Health[], fleet: FleetHealth) => string>> = {
  healthy: (_, { isUsageKnown, nouns }) => (isUsageKnown ? 'healthy' : nouns.withoutUsage),
  beyond: (members) => `beyond ${limitWords(members)}`,
  near: (members) => `near ${limitWords(members)}`,
  filling: () => 'full within an hour',
  silent: () => 'not answering',
  refused: () => 'not readable',
  missing: () => 'missing',
  inactive: (members) => sharedAbout(members) ?? 'not active',
  changing: (members) => sharedAbout(members) ?? 'changing',
  loading: (_, { isLoading }) => (isLoading ? 'loading' : 'not loaded'),
};

function limitWords(members: readonly Health[]): string {
  const field = sharedAbout(members);
  if (field === undefined) return members.length === 1 ? 'a limit' : 'their limits';
  const word = LIMIT_WORDS[field] ?? limitNamed[field as LimitField].name.toLowerCase();
  return members.length === 1 ? `its ${word} limit` : `their ${word} limits`;
}

function sharedAbout(members: readonly Health[]): string | undefined {
  const [first] = members;
  return members.every(({ about }) => about === first?.about) ? first?.about : undefined;
}

/** Words in place of names that do not fit before `limit`, such as plurals. */
const LIMIT_WORDS: Readonly<Partial<Record<string, string>>> = {
  db_max_clients: 'connection',
  db_max_commands_per_second: 'command rate',
  db_request_limit: 'command',
  db_max_loads_per_sec: 'load rate',
  db_lua_credits_per_min: 'Lua',
  max_vector_count: 'vector',
  max_daily_updates: 'daily update',
  max_daily_queries: 'daily query',
  max_monthly_bandwidth: 'bandwidth',
  max_writes_per_second: 'write rate',
  max_query_per_second: 'query rate',
};

/** Whether a person should look at a condition. */
export function isTrouble({ kind }: Health): boolean {
  return kind !== 'healthy' && kind !== 'loading' && kind !== 'changing';
}
