import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Database, limitUsage } from '../../../../src/index.js';
import { databaseSchema } from '../../../../src/core/records/database.js';
import { createPalette } from '../../../../src/apps/terminal/text.js';
import { renderDatabase } from '../../../../src/apps/cli/render/render-database.js';
import { brokenLines } from './broken-lines.js';
import { renderIndices } from '../../../../src/apps/cli/actions/print-records.js';
import {
  logAlert,
  renderAlerts,
  renderHistory,
  renderSilences,
} from '../../../../src/apps/cli/render/render-alerts.js';
import type { ListedAlert } from '../../../../src/monitor/index.js';
import { sampleEvent } from '../../../monitor/channels/sample-events.js';
import { sampleAlert } from '../../../support/sample-alert.js';
import { sampleVectorIndices } from '../../../support/sample-vector-indices.js';

const palette = createPalette({}, false);
const wide = { columns: Infinity, palette };

/** The lines of a rendered record as label and value. */
function shownFields(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^ {2}(\S+(?: \S+)*) {2,}(.+)$/gm)];
  return Object.fromEntries(lines.map(([, label = '', value = '']) => [label, value]));
}

describe('renderDatabase', () => {
  it('shows the limits with their use, when it was read, others with all digits, and null as unknown', () => {
    const known = { db_memory_threshold: 64 * 2 ** 20, db_request_limit: 2 ** 62, db_max_clients: 1_250_000 };
    const record = { ...known, db_disk_threshold: null };
    const usage = {
      db_memory_threshold: { used: 59 * 2 ** 20, at: 60_000 },
      db_request_limit: { used: 7, at: 30_000 },
    };
    const limits = limitUsage(record as unknown as Database, usage);
    const text = renderDatabase({ ...record, db_request_limit: 2n ** 62n }, wide, limits, 240_000);
    expect(shownFields(text)).toEqual({
      Connections: '1,250,000',
      Disk: 'unknown',
      Memory: '59 MiB of 64 MiB (92 %)',
      'Commands in total': '7, practically unlimited (4,611,686,018,427,387,904)',
    });
    expect(text).toMatch(/\n\nThe use of the limits was read 3 min ago\.$/);
  });

  it('shows values in units for people, undocumented fields and security add-ons', () => {
    const record = {
      // The name is the headline, and not a field.
      database_name: 'orders',
      port: 38_021,
      db_acl_enabled: 'false',
      db_conn_idle_timeout: 21_600_000_000_000,
      last_plan_upgrade_time: 0,
      modifying_state: '',
      novel: { a: 1 },
      securityAddons: { vpcPeering: true, newer: 'x' },
    };
    expect(shownFields(renderDatabase(record, wide))).toEqual({
      Port: '38021',
      'Access control list': 'no',
      'Connection idle timeout': '6 hr',
      'Plan changed': 'never',
      'Pending change': 'at rest',
      'VPC peering': 'yes',
      newer: 'x',
      novel: '{"a":1}',
    });
  });

  it('prints a value without spaces below its label, and breaks a long list between its items', () => {
    const endpoint = 'eu1-loving-fox-38021.example.com';
    const text = renderDatabase({ endpoint, db_max_commands_per_second: 1 }, { columns: 52, palette });
    expect(text).toContain(`  Endpoint\n    ${endpoint}\n`);
    const list = renderDatabase({ all_members: Array<string>(6).fill('eu-central-1') }, { columns: 60, palette });
    expect(list).toContain('  All members  eu-central-1, eu-central-1, eu-central-1,\n               eu-central-1');
  });

  it('keeps every line within the terminal and free of control characters, for every record', () => {
    const field = fc.oneof(fc.constantFrom(...Object.keys(databaseSchema.entries)), fc.string({ unit: 'binary' }));
    const record = fc.dictionary(field, fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 }), { maxKeys: 12 });
    fc.assert(
      fc.property(record, fc.integer({ min: 40, max: 160 }), (fields, columns) => {
        expect(brokenLines(renderDatabase(fields, { columns, palette }), columns)).toEqual([]);
      }),
    );
  });

  it('shows the state in its colour', () => {
    const coloured = { columns: 80, palette: createPalette({ FORCE_COLOR: '1' }, false) };
    const stateOf = (state: string): string => renderDatabase({ database_name: 'a', state }, coloured);
    expect(new Set(['active', 'suspended', 'passive'].map((state) => stateOf(state).replace(state, ''))).size).toBe(3);
  });
});

const [sample] = sampleVectorIndices(1);
const index = { ...sample, id: '465c4e34-1aaf-4ba7-a910-bff3bd596259', name: 'articles' };

it('renderIndices shows the whole id of each index beside its name on 80 columns, and the number of indices', () => {
  const lines = renderIndices([index, { ...index, name: 'b' }], { columns: 80, palette }).split('\n');
  expect(lines[0]).toMatch(/^NAME +ID +TYPE +DIMS +REGION +PLAN$/);
  expect(lines[1]).toMatch(/^articles +465c4e34-1aaf-4ba7-a910-bff3bd596259 +HYBRID +1,536 +eu-west-1 +fixed$/);
  expect(lines[2]).toMatch(/^b +465c4e34-1aaf-4ba7-a910-bff3bd596259 +HYBRID/);
  expect(lines[3]).toBe('');
  expect(lines[4]).toMatch(/^2 vector indices\. /);
});

const NOW = Date.UTC(2026, 0, 1, 12, 12);

const suspended: ListedAlert = { ...sampleAlert({ id: index.id }), field: undefined };

describe('renderAlerts', () => {
  it('shows as many columns as fit, and names the others', () => {
    const ofFleet = { resource: 'fleet', id: '', summary: 'Polling is stopped.' } as const;
    const stopped: ListedAlert = { ...suspended, ...ofFleet, state: 'pending' };
    expect(renderAlerts([suspended, stopped], NOW, { columns: 90, palette }).split('\n')).toEqual([
      'STATE    SEVERITY  RULE       NAME       SINCE   SUMMARY                  RESOURCE',
      'firing   critical  suspended  orders     12 min  The state is suspended.  database',
      'pending  critical  suspended  the fleet  12 min  Polling is stopped.      fleet',
      '',
      '1 firing, 1 pending. A wider terminal, or a pipe, also shows: id.',
    ]);
  });

  it('shows the whole id of a database without a known name', () => {
    const { name: _, ...unnamed } = suspended;
    expect(renderAlerts([suspended, unnamed], NOW, { columns: 80, palette })).toContain(` ${suspended.id} `);
  });

  it('keeps hostile names on one line of at most 20 columns', () => {
    const hostile = { ...suspended, name: '\u001b[31m\nfiring '.repeat(50), summary: '\r\u202e'.repeat(50) };
    const lines = renderAlerts([hostile], NOW, { columns: 20, palette });
    expect(brokenLines(lines, 20)).toEqual([]);
  });
});

it.each([
  ['a share that is just below its limit', 0.9996, '0.999'],
  ['a share of all', 1, '1'],
])('renderHistory shows the peak of %s', (_, peak, shown) => {
  const record = { ...suspended, state: 'cleared' as const, peak, clearedAt: suspended.startedAt, told: [] };
  expect(renderHistory([record], wide)).toContain(`critical  ${shown} `);
});

it('renderSilences shows at least 1 s until the end of a silence that is listed', () => {
  const silence = { id: '1a2b3c4d', comment: 'upgrade', endsAt: new Date(NOW).toISOString() };
  expect(renderSilences([silence], NOW, wide)).toMatch(/^1a2b3c4d +1 s +all alerts +upgrade$/m);
});

it('logAlert names the database and the rule of an alert that fires or clears', () => {
  const fired = sampleEvent(1);
  const text = 'nearly-full: orders uses 93 % of its memory.';
  expect(logAlert(fired)).toEqual({ at: fired.at, label: 'orders', text: `alert ${text}`, kind: 'failed' });
  expect(logAlert(sampleEvent(2))).toMatchObject({ label: 'orders', text: `cleared ${text}`, kind: 'done' });
  const stoppedEvent = sampleEvent(1, { rule: 'stopped', resource: 'fleet', id: '', summary: 'Polling is stopped.' });
  expect(logAlert(stoppedEvent)).toMatchObject({ label: 'the fleet', text: 'alert stopped: Polling is stopped.' });
});
