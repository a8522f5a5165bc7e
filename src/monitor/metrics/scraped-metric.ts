/** Adds a sample to a metric. Samples with the same labels are added up. */
export type AddSample = (labels: Readonly<Record<string, string>>, value: number) => void;

/** A metric whose values are read at each scrape, so that a series goes when its subject goes. */
export interface ScrapedMetric {
  readonly name: string;
  readonly help: string;
  readonly type?: 'counter' | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Whether all monitors of a group know the values. The one that delivers exports them. */
  readonly isShared?: boolean | undefined;
  readonly read: (add: AddSample) => void;
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
