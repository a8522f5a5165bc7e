import { Subject } from 'rxjs';
import { onTestFinished } from 'vitest';
import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import { createMetrics, type DisposableMetrics } from '../../../src/monitor/metrics/create-metrics.js';
import type { MetricsParts } from '../../../src/monitor/metrics/metrics-parts.js';
import {
  createFleetUnderTest,
  type FleetUnderTest,
  type FleetUnderTestOptions,
} from '../../core/fleet/fleet-under-test.js';
import { parseMetrics, type ParsedSeries } from '../../support/parse-metrics.js';

export interface ScrapedMonitor extends FleetUnderTest {
  readonly events: Subject<AlertEvent>;
  readonly metrics: DisposableMetrics;
  /** Returns the whole text. */
  text(): Promise<string>;
  /** Returns the series whose names begin with a text. */
  series(prefix: string): Promise<readonly ParsedSeries[]>;
}

/** Makes the metrics of a fleet whose rules, alerts and channels a test sets. */
export function createScrapedMonitor(
  parts: Partial<MetricsParts> = {},
  options: FleetUnderTestOptions = {},
): ScrapedMonitor {
  const underTest = createFleetUnderTest(options);
  const events = new Subject<AlertEvent>();
  const metrics = createMetrics({
    fleet: underTest.fleet,
    clock: underTest.clock,
    rules: () => [],
    alerts: () => [],
    events,
    channels: () => [],
    isStorageFailing: () => false,
    evaluatedMs: () => undefined,
    delivers: () => true,
    ...parts,
  });
  onTestFinished(metrics.dispose);
  const text = (): Promise<string> => readAll(metrics);
  return {
    ...underTest,
    events,
    metrics,
    text,
    series: async (prefix) => parseMetrics(await text()).series.filter(({ name }) => name.startsWith(prefix)),
  };
}

export async function readAll({ read }: Pick<DisposableMetrics, 'read'>, signal?: AbortSignal): Promise<string> {
  let text = '';
  for await (const slice of read(signal)) text += slice;
  return text;
}
