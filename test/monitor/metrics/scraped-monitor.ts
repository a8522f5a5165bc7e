import { Subject } from 'rxjs';
import { onTestFinished } from 'vitest';
import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import { parseOptions } from '../../../src/monitor/options/parse-options.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { createMetrics, type Metrics, type MetricsParts } from '../../../src/monitor/metrics/create-metrics.js';
import { metricsOptions, type MetricsOptions } from '../../../src/monitor/metrics/metrics-options.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createFleetUnderTest, type FleetUnderTestOptions } from '../../core/fleet/fleet-under-test.js';
import { parseMetrics } from '../../support/parse-metrics.js';

export type ScrapedMonitor = ReturnType<typeof createScrapedMonitor>;

type ScrapedParts = Partial<Omit<MetricsParts, 'options' | 'rules'>> & {
  readonly rules?: () => readonly Rule[];
  readonly options?: MetricsOptions;
};

/** Makes the metrics of a fleet whose rules, alerts and channels a test sets. */
export function createScrapedMonitor(parts: ScrapedParts = {}, options: FleetUnderTestOptions = {}) {
  const underTest = createFleetUnderTest(options);
  const events = new Subject<AlertEvent>();
  const metrics = createMetrics({
    fleet: underTest.fleet,
    kernel: kernelOf(underTest.fleet, 'createMetrics'),
    clock: underTest.clock,
    alerts: () => [],
    firingOf: (resource, id) =>
      (parts.alerts?.() ?? []).filter(
        (alert) => alert.resource === resource && alert.id === id && alert.state === 'firing',
      ),
    events,
    channels: () => [],
    isStorageFailing: () => false,
    evaluatedMs: () => undefined,
    delivers: () => true,
    ...parts,
    rules: () => parseRules(parts.rules?.() ?? []),
    options: parseOptions(metricsOptions, parts.options),
  });
  onTestFinished(metrics.dispose);
  const text = (): Promise<string> => readAll(metrics);
  return {
    ...underTest,
    events,
    metrics,
    text,
    /** Returns the series whose names begin with a text. */
    series: async (prefix: string) => parseMetrics(await text()).series.filter(({ name }) => name.startsWith(prefix)),
  };
}

export async function readAll({ read }: Pick<Metrics, 'read'>, signal?: AbortSignal): Promise<string> {
  let text = '';
  for await (const slice of read(signal)) text += slice;
  return text;
}
