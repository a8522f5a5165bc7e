import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds a sample to a metric. Samples with the same labels are added up. */
export type AddSample = (labels: Readonly<Record<string, string>>, value: number) => void;

/** A metric whose values are read at each scrape, so that a series goes when its subject goes. */
export interface ScrapedMetric {
  readonly name: string;
  readonly help: string;
  /** @default a gauge */
  readonly type?: 'counter' | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Whether all monitors of a group know the values. The one that delivers exports them. */
  readonly isShared?: boolean | undefined;
  readonly read: (add: AddSample) => void;
}

/** Adds a metric. prom-client calls `collect` at each scrape. @param delivers whether this monitor delivers */
export function addMetric(registry: Registry, metric: ScrapedMetric, delivers: () => boolean): void {
  const { name, help, type, labels = [], isShared = false, read } = metric;
  const Kind: typeof Gauge | typeof Counter = type === 'counter' ? Counter : Gauge;
  const made: Gauge | Counter = new Kind({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      made.reset();
      // `reset` gives a metric without labels the value 0.
      if (labels.length === 0) made.remove();
      if (!isShared || delivers()) read((values, value) => made.inc(values, value));
    },
  });
}

/** A gauge without labels. It has no series while `read` returns `undefined`. */
export function gauge(
  name: string,
  help: string,
  read: () => number | boolean | undefined,
  isShared = false,
): ScrapedMetric {
  return {
    name,
    help,
    isShared,
    read(add) {
      const value = read();
      if (value !== undefined) add({}, Number(value));
    },
  };
}

/** A gauge with a series for each state; the value of the current state is 1, and of the others 0. */
export function states(name: string, help: string, all: readonly string[], read: () => string): ScrapedMetric {
  return {
    name,
    help,
    labels: ['state'],
    read(add) {
      const current = read();
      for (const state of all) add({ state }, Number(state === current));
    },
  };
}
