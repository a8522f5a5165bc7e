import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { runPromtool } from '../../support/promtool.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { root } from '../../docs/root.js';

const rules = ['monitor', 'fleet'].map((name) => `${root}/docs/examples/monitor/prometheus-${name}-rules.yml`);
const INSTANCE = 'instance="127.0.0.1:9464"';
const DATABASE = `${INSTANCE},resource="database",id="93e3"`;

/**
 * The series have a value each minute, in the notation of promtool: `1x10` is eleven times 1, `0+60x10` grows by 60. `fires`
 * says whether the alert fires, by the minute.
 */
const cases = [
  {
    behaviour: 'fires after two minutes without a scrape, and clears with the next one',
    alert: 'FleetglassDown',
    series: { [`up{job="fleetglass",${INSTANCE}}`]: '1 1 0x4 1x3' },
    fires: { 3: false, 4: true, 6: true, 7: false },
  },
  {
    behaviour: 'fires when no rule was evaluated for two minutes, and not while rules are evaluated',
    alert: 'FleetglassEvaluationStalled',
    // The time of promtool begins at 0.
    series: { [`fleetglass_evaluation_timestamp_seconds{${INSTANCE}}`]: '0+60x5 300x10' },
    fires: { 5: false, 6: false, 8: true, 10: true },
  },
  {
    behaviour: 'fires while a channel has failed five times in a row for five minutes',
    alert: 'FleetglassDeliveryFailing',
    series: { [`fleetglass_delivery_failures{${INSTANCE},channel="pager"}`]: '0 4 5x8 0x5' },
    fires: { 6: false, 7: true, 10: true, 11: false },
  },
  {
    behaviour: 'fires for an hour after an event was given up, and not after a restart',
    alert: 'FleetglassEventsDropped',
    series: { [`fleetglass_dropped_events_total{${INSTANCE},channel="pager"}`]: '0x5 1x100 0x60' },
    fires: { 5: false, 7: true, 60: true, 68: false, 110: false },
  },
  {
    behaviour: 'fires after five minutes with a refused configuration, and clears with the next accepted one',
    alert: 'FleetglassConfigReloadFailed',
    series: { [`fleetglass_config_last_reload_successful{${INSTANCE}}`]: '1 0x8 1x3' },
    fires: { 5: false, 6: true, 9: true, 10: false },
  },
  {
    behaviour: 'fires after two minutes of a stopped polling',
    alert: 'FleetglassPollingStopped',
    series: { [`fleetglass_polling_state{${INSTANCE},state="stopped"}`]: '0 1x4 0x4' },
    fires: { 2: false, 3: true, 5: true, 6: false },
  },
  {
    behaviour: 'fires when records have drift for an hour, and not without drift',
    alert: 'FleetglassDrift',
    series: { [`fleetglass_drifting_resources{${INSTANCE},resource="database"}`]: '0x90 2x70 0x10' },
    fires: { 0: false, 90: false, 150: false, 152: true, 161: true, 163: false },
  },
  {
    behaviour: 'fires when fewer than half of the ids are left',
    alert: 'FleetglassIdsLost',
    series: { [`fleetglass_known_databases{${INSTANCE}}`]: '100x60 60x60 49x60' },
    fires: { 60: false, 120: false, 128: true, 180: true },
  },
  {
    behaviour: 'fires for an old record while polling runs',
    alert: 'FleetglassRecordStale',
    series: {
      [`fleetglass_resource_confirmed_timestamp_seconds{${DATABASE}}`]: '0x40',
      [`fleetglass_polling_state{${INSTANCE},state="stopped"}`]: '0x40',
    },
    fires: { 15: false, 18: false, 22: true },
  },
  {
    behaviour: 'stays silent while polling is stopped, because another alert reports that',
    alert: 'FleetglassRecordStale',
    series: {
      [`fleetglass_resource_confirmed_timestamp_seconds{${DATABASE}}`]: '0x40',
      [`fleetglass_polling_state{${INSTANCE},state="stopped"}`]: '1x40',
    },
    fires: { 22: false, 40: false },
  },
  {
    behaviour: 'fires for a database that has not been active for five minutes, and not for a short suspension',
    alert: 'FleetglassDatabaseNotActive',
    series: { [`fleetglass_resource_state{${DATABASE},state="suspended"}`]: '1x3 stale _x2 1x10' },
    fires: { 3: false, 10: false, 13: true },
  },
  {
    behaviour: 'fires after ten minutes above 90 %',
    alert: 'FleetglassLimitNearlyReached',
    series: { [`fleetglass_limit_usage_ratio{${DATABASE},field="db_memory_threshold"}`]: '0.5 0.95x20 0.5x5' },
    fires: { 10: false, 11: true, 21: true, 22: false },
  },
  {
    behaviour: 'fires when the use of memory grows to its limit within a day',
    alert: 'FleetglassLimitFullSoon',
    series: { [`fleetglass_limit_usage_ratio{${DATABASE},field="db_memory_threshold"}`]: '0.5+0.0005x70' },
    fires: { 20: false, 60: true },
  },
  {
    behaviour: 'stays silent when the use does not grow',
    alert: 'FleetglassLimitFullSoon',
    series: { [`fleetglass_limit_usage_ratio{${DATABASE},field="db_memory_threshold"}`]: '0.8x130' },
    fires: { 60: false, 120: false },
  },
];

it.runIf(inject('hasPrometheus'))('the alerting rules fire and clear as documented', async () => {
  const file = join(await temporaryFolder(), 'test.yml');
  const tests = cases.map(({ behaviour, alert, series, fires }) => ({
    name: `${alert} ${behaviour}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: Object.entries(fires).map(([minute, isFiring]) => ({
      // Without a label, so that the test does not repeat the texts of the rule.
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: '{}', value: isFiring ? 1 : 0 }],
    })),
  }));
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ rule_files: rules, evaluation_interval: '1m', tests }));
  const { code, output } = await runPromtool(['test', 'rules', file]);
  expect(output).toContain('SUCCESS');
  expect(code).toBe(0);
});
