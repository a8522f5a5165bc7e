import { headerOf, labelsOf, numberOf } from './text-format.js';

/** A metric whose values are read at each scrape, so that a series ends with its subject. */
export interface ScrapedMetric {
  readonly name: string;
  readonly help: string;
  /** Whether only the monitor of a group that delivers exports the values. */
  readonly isShared?: boolean | undefined;
  /** @param add adds a sample; each has other labels */
  readonly read: (add: (labels: Readonly<Record<string, string>>, value: number) => void) => void;
}

/** Makes the text of metrics. @param labels the labels that every series gets */
export function formatMetrics(metrics: readonly ScrapedMetric[], labels: Readonly<Record<string, string>>): string {
  const common = labelsOf(labels);
  const texts = metrics.map(({ name, help, read }) => {
    const lines = [headerOf(name, help)];
    read((values, value) => {
      const own = labelsOf(values) + common;
      lines.push(`${name}${own === '' ? '' : `{${own.slice(1)}}`} ${numberOf(value)}\n`);
    });
    return lines.join('');
  });
  return texts.join('');
}

/** A gauge with one series, or with none if the value is `undefined`. */
export function gauge(
  name: string,
  help: string,
  value: number | boolean | undefined,
  labels: Readonly<Record<string, string>> = {},
): ScrapedMetric {
  return { name, help, read: (add) => value !== undefined && add(labels, Number(value)) };
}

/** A gauge with a series for each state; the value of the current state is 1, and of the others 0. */
export function states(name: string, help: string, all: readonly string[], current: string): ScrapedMetric {
  return { name, help, read: (add) => all.forEach((state) => add({ state }, Number(state === current))) };
}
