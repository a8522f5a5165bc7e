import { Counter, Histogram, type Registry } from 'prom-client';
import { activityOf } from '../../core/fleet/activity.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { transitionsOf } from '../../core/fleet/transitions.js';
import { unconfirmedCreatesOf } from '../../core/fleet/unconfirmed-creates.js';
import { usageSourcesOf } from '../../core/limits/usage-sources.js';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import type { ResourceCounts } from './scrape.js';
import { gauge, states, type Sample, type ScrapedMetric } from './scraped-metric.js';

/** Up to the default deadline of a request. */
const LATENCY_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/**
 * Counts requests and transitions from now on.
 * @param delivers all monitors of a group see the same transitions: the monitor that delivers counts them
 * @returns a function that ends the counting
 */
export function countFleetEvents(registry: Registry, fleet: Fleet, delivers: () => boolean): () => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'fleetglass_requests_total',
    help: 'Ended requests to the management API, by outcome: success, or the code of the error.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'fleetglass_request_duration_seconds',
    help: 'Duration of requests to the management API, failed ones included.',
    labelNames: ['operation'],
    buckets: LATENCY_BUCKETS_S,
    registers,
  });
  const transitions = new Counter({
    name: 'fleetglass_transitions_total',
    help: 'Changes of a field of databases between two confirmed records.',
    labelNames: ['field'],
    registers,
  });
  for (const field of ['state', 'modifying_state']) transitions.inc({ field }, 0);
  for (const operation of ['get-database', 'list-vector-indices', 'create-database']) {
    requests.inc({ operation, outcome: 'success' }, 0);
    latency.zero({ operation });
  }

  const activity = activityOf(fleet).subscribe((event) => {
    if (event.kind !== 'answer' && event.kind !== 'failure') return;
    const { operation } = event;
    requests.inc({ operation, outcome: event.kind === 'answer' ? 'success' : event.error.code });
    latency.observe({ operation }, event.durationMs / 1000);
  });
  const changes = transitionsOf(fleet).subscribe(({ field }) => {
    if (delivers()) transitions.inc({ field });
  });
  return () => {
    activity.unsubscribe();
    changes.unsubscribe();
  };
}

export function fleetMetrics(fleet: Fleet, counts: ResourceCounts): ScrapedMetric[] {
  const polling = fleet.polling.status.value;
  const perStatus = (name: string, help: string, counted: 'statuses' | 'limits'): ScrapedMetric => ({
    name,
    help,
    isShared: true,
    samples: resourceKinds.flatMap((resource) =>
      Object.entries(counts[counted][resource]).map(([status, number]): Sample => [{ resource, status }, number]),
    ),
  });
  const perSource = (name: string, help: string, count: 'resources' | 'failing'): ScrapedMetric => ({
    name,
    help,
    samples: usageSourcesOf(fleet).value.map((each) => [{ source: each.name, resource: each.resource }, each[count]]),
  });
  return [
    perStatus('fleetglass_resources', 'Known databases and indices, by the status of their records.', 'statuses'),
    perStatus('fleetglass_limits', 'Limits of all databases and indices, by the status of their use.', 'limits'),
    {
      name: 'fleetglass_drifting_resources',
      help: 'Databases and indices whose records depart from the documented API.',
      isShared: true,
      samples: resourceKinds.map((resource) => [{ resource }, counts.drifting[resource]]),
    },
    { ...gauge('fleetglass_known_databases', 'Ids of databases that are polled.', polling.known), isShared: true },
    gauge(
      'fleetglass_unconfirmed_creates',
      'Creates whose outcome is not known.',
      unconfirmedCreatesOf(fleet).value.length,
    ),
    ...pollingMetrics(polling),
    ...storageMetrics(fleet),
    perSource('fleetglass_usage_source_resources', 'Resources that a usage source reads.', 'resources'),
    perSource(
      'fleetglass_usage_source_failing_resources',
      'Resources whose last read by a usage source failed.',
      'failing',
    ),
  ];
}

function pollingMetrics({ inFlight, due, state, breaker, until, overloaded }: PollingStatus): ScrapedMetric[] {
  return [
    gauge('fleetglass_requests_in_flight', 'Requests to the management API in flight.', inFlight),
    gauge('fleetglass_due_polls', 'Polls that are due and not yet sent.', due),
    states(
      'fleetglass_polling_state',
      'The condition of the polling: 1 for the current state.',
      ['running', 'paused', 'held', 'stopped'] satisfies PollingStatus['state'][],
      state,
    ),
    states(
      'fleetglass_breaker_state',
      'The circuit breaker: 1 for the current state.',
      ['closed', 'open', 'probing'] satisfies PollingStatus['breaker'][],
      breaker,
    ),
    gauge(
      'fleetglass_polling_retry_timestamp_seconds',
      'When polling resumes after a hold, or tests the service while it is stopped, Unix time. Absent otherwise, and during a test.',
      until && until / 1000,
      { state },
    ),
    gauge(
      'fleetglass_overloaded',
      'Whether the known ids ask for more requests than the rate allows (1).',
      overloaded !== undefined,
    ),
    {
      name: 'fleetglass_overload_requests_per_second',
      help: 'The rates that are asked for and allowed. Absent without an overload.',
      samples: overloaded
        ? [
            [{ rate: 'asked' }, overloaded.askedPerSecond],
            [{ rate: 'allowed' }, overloaded.allowedPerSecond],
          ]
        : [],
    },
  ];
}

function storageMetrics({ storage }: Fleet): ScrapedMetric[] {
  const { state, lost } = storage.value;
  const losses = { lost: 0, repaired: 0 };
  for (const { repaired, count = 1 } of lost) losses[repaired ? 'repaired' : 'lost'] += count;
  return [
    states(
      'fleetglass_storage_state',
      'The store of the fleet: 1 for the current state.',
      ['none', 'loading', 'ready', 'saving', 'damaged', 'full', 'failed'],
      state,
    ),
    {
      name: 'fleetglass_storage_losses_total',
      help: 'Values that the store of the fleet has lost, or repaired from a second copy.',
      samples: Object.entries(losses).map(([result, count]) => [{ result }, count]),
    },
  ];
}
