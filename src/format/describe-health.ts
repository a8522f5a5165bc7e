import { formatCount } from './quantities.js';
import { limitNamed, type LimitField } from '../core/limits/catalogue.js';
import { healthNames, type Health, type HealthKind } from './health.js';

/** A part of the first line of the page, such as `1 near its memory limit`. */
export interface HealthClause {
  readonly kind: HealthKind;
  readonly text: string;
}

/** The words of {@link describeHealth} for a kind of resource. */
export interface HealthNouns {
  readonly one: string;
  readonly many: string;
  /** The word for resources without trouble while no usage is reported. */
  readonly withoutUsage: string;
}

/** Describes the condition of all resources in words: `7 healthy, 1 near its memory limit, 2 not answering`. */
export function describeHealth(
  all: readonly Health[],
  nouns: HealthNouns,
  isUsageKnown: boolean,
): readonly HealthClause[] {
  const kinds = Object.keys(healthNames) as HealthKind[];
  const well = isUsageKnown ? 'healthy' : nouns.withoutUsage;
  const [first, ...others] = kinds
    .map((kind) => ({ kind, members: all.filter((health) => health.kind === kind) }))
    .filter(({ members }) => members.length > 0);
  if (first === undefined) return [];
  if (others.length === 0) return [{ kind: first.kind, text: describeSole(first.kind, first.members, nouns, well) }];
  return [first, ...others].map(({ kind, members }) => ({
    kind,
    text: `${formatCount(members.length)} ${kind === 'healthy' ? well : WORDS[kind](members)}`,
  }));
}

/** All resources are in one condition. */
function describeSole(kind: HealthKind, members: readonly Health[], { one, many }: HealthNouns, well: string): string {
  const word = kind === 'healthy' ? well : WORDS[kind](members);
  const count = formatCount(members.length);
  if (kind === 'loading') return members.length === 1 ? `Loading 1 ${one}` : `Loading ${count} ${many}`;
  if (members.length === 1) return `1 ${one}, ${word}`;
  return kind === 'healthy' ? `All ${count} ${many} are ${well}` : `All ${count} ${many}: ${word}`;
}

const WORDS: Readonly<Record<Exclude<HealthKind, 'healthy'>, (members: readonly Health[]) => string>> = {
  beyond: (members) => `beyond ${limitWords(members)}`,
  near: (members) => `near ${limitWords(members)}`,
  silent: () => 'not answering',
  refused: () => 'not readable',
  missing: () => 'missing',
  inactive: (members) => soleOf(members) ?? 'not active',
  changing: (members) => soleOf(members) ?? 'changing',
  loading: () => 'loading',
};

function limitWords(members: readonly Health[]): string {
  const field = soleOf(members);
  if (field === undefined) return members.length === 1 ? 'a limit' : 'their limits';
  return members.length === 1 ? `its ${wordOf(field)} limit` : `their ${wordOf(field)} limits`;
}

/** What all members are about, or `undefined` if they differ. */
function soleOf(members: readonly Health[]): string | undefined {
  const [first] = members;
  return members.every(({ about }) => about === first?.about) ? first?.about : undefined;
}

/** Names that are plurals are not good before `limit`. */
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

function wordOf(field: string): string {
  return LIMIT_WORDS[field] ?? limitNamed[field as LimitField].name.toLowerCase();
}
