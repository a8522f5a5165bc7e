import type { ShownAlert } from '../../src/format/shown-alerts.js';

/** An alert that fires for a database, with other members if they are given. */
export function sampleAlert(others: Partial<ShownAlert> = {}): ShownAlert {
  return {
    state: 'firing',
    key: 'a',
    rule: 'suspended',
    severity: 'critical',
    resource: 'database',
    id: 'a',
    name: 'orders',
    summary: 'The state is suspended.',
    startedAt: '2026-01-01T12:00:00.000Z',
    ...others,
  };
}
