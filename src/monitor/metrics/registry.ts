import { Counter, Gauge, type CounterConfiguration, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** Adds a sample to a metric. Samples with the same labels are added up. */
export type AddSample = (labels: Labels, value: number) => void;

/** Makes metrics whose values are read at each scrape, so that a series goes when its subject goes. */
export interface ScrapedMetrics {
  /** A gauge without labels. It has no series while `read` returns `undefined`. */
  gauge(name: string, help: string, read: () => number | undefined): void;
  /** A gauge with labels. */
  gauges(name: string, help: string, labelNames: readonly string[], read: (add: AddSample) => void): void;
  /** A gauge with a series for each state; the value of the current state is 1, and of the others 0. */
  states<State extends string>(name: string, help: string, all: readonly State[], read: () => State): void;
  /** A counter whose totals are kept elsewhere. */
  counters(name: string, help: string, labelNames: readonly string[], read: (add: AddSample) => void): void;
}

/** Metrics of this monitor, and metrics of what all monitors of a group know. */
export interface OwnAndShared {
  readonly own: ScrapedMetrics;
  readonly shared: ScrapedMetrics;
}

/** Metrics that have no series while `isExported` returns `false`. */
export function whileExported(metrics: ScrapedMetrics, isExported: () => boolean): ScrapedMetrics {
  const labelled =
    (add: ScrapedMetrics['gauges']): ScrapedMetrics['gauges'] =>
    (name, help, labelNames, read) =>
      add(name, help, labelNames, (addSample) => {
        if (isExported()) read(addSample);
      });
  return {
    ...metrics,
    gauge: (name, help, read) => metrics.gauge(name, help, () => (isExported() ? read() : undefined)),
    gauges: labelled(metrics.gauges),
    counters: labelled(metrics.counters),
  };
}

export function createScrapedMetrics(registry: Registry): ScrapedMetrics {
  const registers = [registry];

  const labelled =
    (create: (options: CounterConfiguration<string>) => Counter | Gauge): ScrapedMetrics['gauges'] =>
    (name, help, labelNames, read) => {
      const metric = create({
        name,
        help,
        labelNames,
        registers,
        collect() {
          metric.reset();
          read((labels, value) => metric.inc(labels, value));
        },
      });
    };
  const gauges = labelled((options) => new Gauge(options));

  return {
    gauge(name, help, read) {
      const metric: Gauge = new Gauge({
        name,
        help,
        registers,
        collect() {
          const value = read();
          if (value === undefined) metric.remove();
          else metric.set(value);
        },
      });
    },
    gauges,
    states(name, help, all, read) {
      gauges(name, help, ['state'], (add) => {
        const current = read();
        for (const state of all) add({ state }, state === current ? 1 : 0);
      });
    },
    counters: labelled((options) => new Counter(options)),
  };
}
