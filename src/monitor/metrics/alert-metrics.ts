import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { MetricsParts } from './metrics-parts.js';
import type { OwnAndShared, ScrapedMetrics } from './registry.js';

const STATES: readonly Alert['state'][] = ['pending', 'firing'];
const KINDS: readonly AlertEvent['kind'][] = ['fired', 'cleared'];

const DEFAULT_SEVERITY = 'warning';

/** Counts alerts that fire and clear from now on. @returns a function that ends the counting */
export function countAlertEvents({ counters }: ScrapedMetrics, { rules, events, delivers }: MetricsParts): () => void {
  let totals = new Map<string, Record<AlertEvent['kind'], number>>();
  const totalsOf = (rule: string): Record<AlertEvent['kind'], number> => totals.get(rule) ?? { fired: 0, cleared: 0 };
  counters('fleetglass_alert_events_total', 'Alerts that fired and cleared.', ['rule', 'kind'], (add) => {
    // The series of a removed rule go, although its alerts clear when it is removed.
    totals = new Map(rules().map(({ name }) => [name, totalsOf(name)]));
    for (const [rule, counts] of totals) for (const kind of KINDS) add({ rule, kind }, counts[kind]);
  });
  const subscription = events.subscribe(({ kind, alert: { rule } }) => {
    if (!delivers()) return;
    const counts = totalsOf(rule);
    totals.set(rule, { ...counts, [kind]: counts[kind] + 1 });
  });
  return () => subscription.unsubscribe();
}

/** Adds the metrics of alerts, deliveries and the monitor itself. */
export function addAlertMetrics({ own, shared }: OwnAndShared, parts: MetricsParts): void {
  addAlerts(shared, parts);
  addDeliveries(own, parts);
  addQueues(shared, parts);
  addMonitor(own, parts);
}

function addAlerts({ gauges }: ScrapedMetrics, { rules, alerts }: MetricsParts): void {
  gauges('fleetglass_alerts', 'Pending and firing alerts.', ['rule', 'severity', 'state'], (add) => {
    // A rule without alerts has series too, so that a query gets 0 and not nothing.
    for (const { name: rule, severity = DEFAULT_SEVERITY } of rules())
      for (const state of STATES) add({ rule, severity, state }, 0);
    for (const { rule, severity, state } of alerts()) add({ rule, severity, state }, 1);
  });
}

function addDeliveries({ gauges, counters }: ScrapedMetrics, { channels }: MetricsParts): void {
  counters(
    'fleetglass_delivery_attempts_total',
    'Attempts to deliver an alert event.',
    ['channel', 'outcome'],
    (add) => {
      for (const { name: channel, delivered, failed } of channels()) {
        add({ channel, outcome: 'success' }, delivered);
        add({ channel, outcome: 'failure' }, failed);
      }
    },
  );
  counters(
    'fleetglass_dropped_events_total',
    'Alert events that were given up: refused, too old, or pushed out of a full queue.',
    ['channel'],
    (add) => {
      for (const { name: channel, dropped } of channels()) add({ channel }, dropped);
    },
  );
  gauges('fleetglass_delivery_failures', 'Failed attempts since the last delivery.', ['channel'], (add) => {
    for (const { name: channel, failuresInARow } of channels()) add({ channel }, failuresInARow);
  });
}

/** All monitors of a group have the same events in their queues. */
function addQueues({ gauges }: ScrapedMetrics, { channels }: MetricsParts): void {
  gauges('fleetglass_queued_events', 'Alert events that wait for delivery.', ['channel'], (add) => {
    for (const { name: channel, queued } of channels()) add({ channel }, queued);
  });
}

function addMonitor({ gauge }: ScrapedMetrics, { clock, isStorageFailing, evaluatedMs, delivers }: MetricsParts): void {
  gauge(
    'fleetglass_monitor_delivers',
    'Whether this monitor delivers alerts and exports the shared state (1). In a group, one does.',
    () => (delivers() ? 1 : 0),
  );
  gauge('fleetglass_monitor_storage_failing', 'Whether the last save of alerts and events failed (1).', () =>
    isStorageFailing() ? 1 : 0,
  );
  gauge(
    'fleetglass_evaluation_timestamp_seconds',
    'When the rules were last evaluated, Unix time. Absent before the first evaluation.',
    () => {
      const lastMs = evaluatedMs();
      return lastMs === undefined ? undefined : (clock.now() - (clock.monotonic() - lastMs)) / 1000;
    },
  );
}
