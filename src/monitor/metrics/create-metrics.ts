import { kernelOf } from '../../core/fleet/kernel.js';
import { Registry } from 'prom-client';
import { levelsOf } from '../../core/limits/thresholds.js';
import { addAlertMetrics, countAlertEvents } from './alert-metrics.js';
import { emptyCensus } from './census.js';
import { addFleetMetrics, countFleetEvents } from './fleet-metrics.js';
import type { Metrics } from './metrics.js';
import type { MetricsParts } from './metrics-parts.js';
import { addBuildInfo, addProcessMetrics } from './process-metrics.js';
import { readMetricsOptions } from './read-metrics-options.js';
import { createScrapedMetrics, whileExported } from './registry.js';
import { createResourceFamilies } from './resource-families.js';
import { formatFamily, takeSnapshot } from './scrape.js';
import { createMeasureField, createSelectLimits } from './select-limits.js';
import { formatLabel, joinLabels } from './text-format.js';

/** Metrics that count requests, transitions and alerts until `dispose`. */
export interface DisposableMetrics extends Metrics {
  /** Ends the counting. `read` returns the last values afterwards. */
  dispose(): void;
}

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option under `metrics` */
export function createMetrics(parts: MetricsParts): DisposableMetrics {
  const { fleet, delivers } = parts;
  const { seriesPerResource, fields, labels, process } = readMetricsOptions(parts.options);
  const measure = createMeasureField(levelsOf(kernelOf(fleet, 'createMonitor').options.thresholds));
  const families = createResourceFamilies({
    series: seriesPerResource,
    selectLimits: createSelectLimits(fields, measure),
    labels: joinLabels(...Object.entries(labels).map(([name, value]) => formatLabel(name, value))),
  });

  const registry = new Registry();
  registry.setDefaultLabels(labels);
  let census = emptyCensus();
  let polling = fleet.polling.status.value;
  addBuildInfo(registry);
  const metrics = createScrapedMetrics(registry);
  const shared = whileExported(metrics, delivers);
  const stops = [countFleetEvents(registry, fleet, delivers), countAlertEvents(metrics, parts)];
  addFleetMetrics({ own: metrics, shared }, fleet, { census: () => census, polling: () => polling });
  addAlertMetrics({ own: metrics, shared }, parts);
  if (process) addProcessMetrics(registry);

  return {
    contentType: registry.contentType,
    async *read(signal) {
      signal?.throwIfAborted();
      const snapshot = await takeSnapshot(fleet, measure, signal);
      census = snapshot.census;
      polling = fleet.polling.status.value;
      yield await registry.metrics();
      // The role may have changed since the first line.
      if (!delivers()) return;
      for (const family of families) yield* formatFamily(family, snapshot.resources, signal);
    },
    dispose() {
      for (const stop of stops) stop();
    },
  };
}
