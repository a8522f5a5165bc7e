import { describe, expect, it } from 'vitest';
import { renderAlerts } from '../../../../src/apps/cli/render/render-alerts.js';
import { createPalette } from '../../../../src/apps/terminal/palette.js';
import type { ListedAlert } from '../../../../src/monitor/index.js';
import { brokenLines } from './broken-lines.js';

const palette = createPalette({}, false);

const NOW = Date.UTC(2026, 0, 1, 12, 0);

const suspended: ListedAlert = {
  state: 'firing',
  key: 'suspended/database/465c4e34-1aaf-4ba7-a910-bff3bd596259',
  rule: 'suspended',
  severity: 'critical',
  resource: 'database',
  id: '465c4e34-1aaf-4ba7-a910-bff3bd596259',
  name: 'orders',
  summary: 'The state is suspended.',
  startedAt: '2026-01-01T11:48:00.000Z',
  firedAt: '2026-01-01T11:48:00.000Z',
};

const stopped: ListedAlert = {
  ...suspended,
  state: 'pending',
  rule: 'polling-stopped',
  resource: 'fleet',
  id: '',
  name: undefined,
  summary: 'Polling is stopped.',
};

describe('renderAlerts', () => {
  it('shows as many columns as fit, and names the others', () => {
    expect(renderAlerts([suspended, stopped], NOW, { columns: 90, palette }).split('\n')).toEqual([
      'STATE    SEVERITY  RULE             NAME       SINCE   SUMMARY                  RESOURCE',
      'firing   critical  suspended        orders     12 min  The state is suspended.  database',
      'pending  critical  polling-stopped  the fleet  12 min  Polling is stopped.      fleet',
      '',
      '1 firing, 1 pending. A wider terminal, or --json, also shows: id.',
    ]);
  });

  it('shows the whole id of a database without a known name', () => {
    const { name: _, ...unnamed } = suspended;
    expect(renderAlerts([suspended, unnamed], NOW, { columns: 80, palette })).toContain(` ${suspended.id} `);
  });

  it.each([20, 40, 80])('keeps hostile names on one line of at most %i columns', (columns) => {
    const hostile = { ...suspended, name: '\u001b[31m\nfiring '.repeat(50), summary: '\r\u202e'.repeat(50) };
    const lines = renderAlerts([hostile], NOW, { columns, palette });
    expect(brokenLines(lines, columns)).toEqual([]);
  });

  it('shows the first thousand of many alerts', () => {
    const text = renderAlerts(
      Array.from({ length: 200_000 }, () => suspended),
      NOW,
      { columns: 80, palette },
    );
    expect(text.split('\n')).toHaveLength(1 + 1000 + 3);
    expect(text).toContain('200,000 firing, 0 pending. These are the first 1,000; --json prints all.');
  });
});
