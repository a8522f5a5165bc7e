import type { Observable } from 'rxjs';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { ChannelStatus } from '../channels/channel.js';
import type { CheckedRule } from '../rules/checked-rule.js';
import { gauge, type Sample, type ScrapedMetric } from './scraped-metric.js';

/** The parts of a monitor that its metrics read. Each function is called at each scrape. */
export interface AlertMetricsParts {
  readonly clock: Clock;
  readonly rules: () => readonly CheckedRule[];
  readonly alerts: () => readonly Alert[];
  readonly events: Observable<AlertEvent>;
  readonly channels: () => readonly ChannelStatus[];
  readonly isStorageFailing: () => boolean;
  /** When the rules were last evaluated, by the clock's monotonic time; `undefined` before the first evaluation. */
  readonly evaluatedMs: () => number | undefined;
  /**
   * Whether this monitor delivers. In a group, only the monitor that delivers exports the facts that all members know,
   * so that sums over all monitors count them once.
   */
  readonly delivers: () => boolean;
}

const STATES: readonly Alert['state'][] = ['pending', 'firing'];
/** Repetitions have no series. */
const KINDS: readonly AlertEvent['kind'][] = ['fired', 'cleared'];

export function countAlertEvents({ rules, events, delivers }: AlertMetricsParts) {
  const totals = new Map<string, number>();
  const totalOf = (kind: string, rule: string): number => totals.get(`${kind} ${rule}`) ?? 0;
  const subscription = events.subscribe(({ kind, alert: { rule } }) => {
    if (delivers()) totals.set(`${kind} ${rule}`, totalOf(kind, rule) + 1);
  });
  const readMetric = (): ScrapedMetric => ({
    name: 'fleetglass_alert_events_total',
    help: 'Alerts that fired and cleared.',
    // A removed rule loses its series at once, although its alerts clear at the same time.
    samples: rules().flatMap(({ name: rule }) => KINDS.map((kind): Sample => [{ rule, kind }, totalOf(kind, rule)])),
  });
  return { readMetric, stop: () => subscription.unsubscribe() };
}

export function alertMetrics(parts: AlertMetricsParts): ScrapedMetric[] {
  const { clock, rules, alerts, isStorageFailing, evaluatedMs, delivers } = parts;
  const lastMs = evaluatedMs();
  const counts = { pending: new Map<string, number>(), firing: new Map<string, number>() };
  for (const { rule, state } of alerts()) counts[state].set(rule, (counts[state].get(rule) ?? 0) + 1);
  return [
    {
      name: 'fleetglass_alerts',
      help: 'Pending and firing alerts.',
      isShared: true,
      // A rule without alerts has series too, so that a query gets 0 and not nothing.
      samples: rules().flatMap(({ name: rule, severity }) =>
        STATES.map((state): Sample => [{ rule, severity, state }, counts[state].get(rule) ?? 0]),
      ),
    },
    ...deliveryMetrics(parts),
    gauge(
      'fleetglass_monitor_delivers',
      'Whether this monitor delivers alerts and exports the shared state (1). In a group, one does.',
      delivers(),
    ),
    gauge(
      'fleetglass_monitor_storage_failing',
      'Whether the last save of alerts and events failed (1).',
      isStorageFailing(),
    ),
    gauge(
      'fleetglass_evaluation_timestamp_seconds',
      'When the rules were last evaluated, Unix time. Absent before the first evaluation.',
      lastMs === undefined ? undefined : (clock.now() - (clock.monotonic() - lastMs)) / 1000,
    ),
  ];
}

function deliveryMetrics({ channels }: AlertMetricsParts): ScrapedMetric[] {
  const perChannel = (count: 'dropped' | 'failuresInARow' | 'queued'): readonly Sample[] =>
    channels().map((each) => [{ channel: each.name }, each[count]]);
  return [
    {
      name: 'fleetglass_delivery_attempts_total',
      help: 'Attempts to deliver an alert event. A digest counts once for each of its events.',
      samples: channels().flatMap(({ name: channel, delivered, failed }): Sample[] => [
        [{ channel, outcome: 'success' }, delivered],
        [{ channel, outcome: 'failure' }, failed],
      ]),
    },
    {
      name: 'fleetglass_dropped_events_total',
      help: 'Alert events that were given up: refused, too old, or pushed out of a full queue.',
      samples: perChannel('dropped'),
    },
    {
      name: 'fleetglass_delivery_failures',
      help: 'Failed calls of the channel since the last delivery. A digest is one call.',
      // A monitor that has failed, and does not deliver any more, would export its failures for ever.
      isShared: true,
      samples: perChannel('failuresInARow'),
    },
    {
      name: 'fleetglass_queued_events',
      help: 'Alert events that wait for delivery.',
      isShared: true,
      samples: perChannel('queued'),
    },
  ];
}
