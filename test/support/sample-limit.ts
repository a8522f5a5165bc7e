import type { LimitUsage } from '../../src/core/limits/limit-usage.js';

/** The use of 90 % of 1 GiB of memory, with other members if they are given. */
export const sampleLimit = (others: Partial<LimitUsage> = {}): LimitUsage =>
  ({
    resource: 'database',
    id: 'a',
    name: 'Memory',
    field: 'db_memory_threshold',
    unit: 'bytes',
    kind: 'level',
    status: 'warning',
    limit: 2 ** 30,
    used: 0.9 * 2 ** 30,
    ratio: 0.9,
    remaining: 0.1 * 2 ** 30,
    ...others,
  }) as LimitUsage;
