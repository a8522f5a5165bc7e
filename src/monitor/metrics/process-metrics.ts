import { createRequire } from 'node:module';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

let processMetrics: Registry | undefined;

/**
 * Adds the metrics of the process to a registry. All monitors of a process share them, because prom-client offers no way
 * to end their observers.
 */
export function addProcessMetrics(registry: Registry): void {
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

export function addBuildInfo(registry: Registry): void {
  const metric = new Gauge({
    name: 'fleetglass_build_info',
    help: 'The version of fleetglass; the value is 1.',
    labelNames: ['version'],
    registers: [registry],
  });
  metric.set({ version: readVersion() }, 1);
}

function readVersion(): string {
  try {
    const { version } = createRequire(import.meta.url)('fleetglass/package.json') as { readonly version: string };
    return version;
  } catch {
    // A bundler of the user has moved this code.
    return 'unknown';
  }
}
