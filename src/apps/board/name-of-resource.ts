import type { Fleet } from '../../core/fleet/fleet.js';
import type { LimitUsage } from '../../core/limits/limit-usage.js';

/** Gives names to what limits are of: that of the record, or else the id. */
export function nameOfResource({ databases, indices }: Pick<Fleet, 'databases' | 'indices'>) {
  return ({ resource, id }: Pick<LimitUsage, 'resource' | 'id'>): string => {
    const name = resource === 'database' ? databases.record(id).value?.database_name : indices.record(id).value?.name;
    return name || id;
  };
}
