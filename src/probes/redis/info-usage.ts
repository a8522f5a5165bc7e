import type { UsageValues } from '../../core/limits/usage-ledger.js';
import { ReadFailure } from '../read-failure.js';

/** The limit that each field of INFO is the usage of. docs/usage.md says why, and why other fields are left out. */
const LIMIT_OF = {
  connected_clients: 'db_max_clients',
  used_memory: 'db_memory_threshold',
  instantaneous_ops_per_sec: 'db_max_commands_per_second',
  total_commands_processed: 'db_request_limit',
  aof_current_size: 'db_disk_threshold',
} as const;

/**
 * Returns the usage in an answer of INFO. Fields that the server does not send are skipped.
 *
 * @throws ReadFailure if a field is not a whole number, or if no field is there.
 */
export function usageOfInfo(info: string): UsageValues<'database'> {
  const fields = new Map(info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string | undefined]));
  const values: Partial<Record<keyof UsageValues<'database'>, number>> = {};
  for (const [field, limit] of Object.entries(LIMIT_OF)) {
    const text = fields.get(field);
    // Without an append-only file, the field is absent, or stays at the size of the last one.
    if (text === undefined || (field === 'aof_current_size' && fields.get('aof_enabled') !== '1')) continue;
    if (!/^\d{1,20}$/.test(text)) throw new ReadFailure(`the field ${field} of INFO is not a whole number`);
    values[limit] = Number(text);
  }
  if (Object.keys(values).length === 0) throw new ReadFailure('the server does not answer INFO as Redis does');
  return values;
}
