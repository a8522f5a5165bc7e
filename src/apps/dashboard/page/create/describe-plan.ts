import { describeLimit } from '../../../../format/describe-use.js';
import { formatCount } from '../../../../format/quantities.js';
import type { Plan } from '../../../../format/plans.js';
import type { Database } from '../../../../index.js';

const UNITS: Readonly<Record<string, number>> = { mb: 20, gb: 30 };

/**
 * Describes what a plan gives, by the limits of databases that have it: `1 GiB memory, 10k commands/s`. The API documents no
 * limits of plans. `undefined` if no database shows them.
 */
export function describePlan(plan: Plan, records: readonly Partial<Database>[]): string | undefined {
  const like = records.filter((record) => hasPlan(record, plan));
  const memory = rangeOf(like, 'db_memory_threshold', (bytes) => describeLimit(bytes, 'bytes'));
  const commands = rangeOf(like, 'db_max_commands_per_second', (count) =>
    count >= 2 ** 53 ? 'unlimited' : formatCount(count),
  );
  const parts = [memory && `${memory} memory`, commands && `${commands} commands/s`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The type of a record names no size, so a fixed plan is recognised by its memory. */
function hasPlan({ type, db_memory_threshold: memory }: Partial<Database>, plan: Plan): boolean {
  const [, digits = '', unit = ''] = /^fixed_(\d+)(mb|gb)$/.exec(plan) ?? [];
  if (digits === '') return type === plan;
  const exponent = UNITS[unit] ?? 0;
  const sizes = [Number(digits) * 2 ** exponent, Number(digits) * 1000 ** (exponent / 10)];
  return (type === 'pro' || type === 'paid') && sizes.includes(Number(memory));
}

type LimitName = 'db_memory_threshold' | 'db_max_commands_per_second';

function rangeOf(
  records: readonly Partial<Database>[],
  field: LimitName,
  format: (limit: number) => string,
): string | undefined {
  const limits = records.map((record): unknown => record[field]).filter((limit) => typeof limit === 'number');
  if (limits.length === 0) return undefined;
  const [low, high] = [format(Math.min(...limits)), format(Math.max(...limits))];
  return low === high ? low : `${low} to ${high}`;
}
