import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { Fleet } from '../../core/fleet/fleet.js';
import { VERSION } from '../../core/shared/version.js';
import { alertMetrics, countAlertEvents, type AlertMetricsParts } from './alert-metrics.js';
import { countFleetEvents, fleetMetrics } from './fleet-metrics.js';
import { resourceFamilies } from './resource-series.js';
import { scrapeResources, type ScrapeParts } from './scrape.js';
import { formatMetrics, gauge } from './scraped-metric.js';

/** The metrics of a monitor in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** Makes the text in slices, so that a large fleet does not block the event loop. @param signal aborts the work */
  read(signal?: AbortSignal): AsyncIterable<string>;
}

export interface MetricsParts extends AlertMetricsParts, ScrapeParts {
  readonly fleet: Fleet;
}

export function createMetrics(parts: MetricsParts) {
  const { fleet, delivers, options } = parts;
  const { labels, process } = options;
  const registry = new Registry();
  registry.setDefaultLabels({ ...labels });
  const stopFleet = countFleetEvents(registry, fleet, delivers);
  const alertEvents = countAlertEvents(parts);
  if (process) addProcessMetrics(registry);

  return {
    contentType: registry.contentType,
    async *read(signal?: AbortSignal): AsyncIterable<string> {
      signal?.throwIfAborted();
      const counted = await registry.metrics();
      // If another member of the group delivers, it exports the series of the resources.
      const isExporter = delivers();
      const { counts, text } = await scrapeResources(parts, isExporter ? resourceFamilies : [], signal);
      const metrics = [buildInfo, alertEvents.readMetric(), ...fleetMetrics(fleet, counts), ...alertMetrics(parts)];
      const exported = metrics.filter(({ isShared = false }) => !isShared || isExporter);
      yield counted + formatMetrics(exported, labels);
      for (const slice of text) {
        signal?.throwIfAborted();
        yield slice;
      }
    },
    /** `read` returns the last values afterwards. */
    dispose() {
      stopFleet();
      alertEvents.stop();
    },
  };
}

let processMetrics: Registry | undefined;

/** All monitors of a process share these metrics, because prom-client offers no way to end their observers. */
function addProcessMetrics(registry: Registry): void {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  for (const { name } of processMetrics.getMetricsAsArray()) {
    const metric = processMetrics.getSingleMetric(name);
    // `_total` is for counters. prom-client has the same gauges under names without it, by type.
    const isMisnamed = metric instanceof Gauge && name.endsWith('_total');
    if (metric !== undefined && !isMisnamed) registry.registerMetric(metric);
  }
}

const buildInfo = gauge('fleetglass_build_info', 'The version of fleetglass; the value is 1.', 1, { version: VERSION });
