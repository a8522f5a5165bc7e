import { headerOf, labelsOf, numberOf, type LabelText } from './text-format.js';

/** Adds a sample to a metric. Samples with the same labels are added up. */
export type AddSample = (labels: Readonly<Record<string, string>>, value: number) => void;

/** A metric whose values are read at each scrape, so that a series ends with its subject. */
export interface ScrapedMetric {
  readonly name: string;
  readonly help: string;
  readonly type?: 'counter' | undefined;
  /** Whether only the monitor of a group that delivers exports the values. */
  readonly isShared?: boolean | undefined;
  readonly read: (add: AddSample) => void;
}

/** Makes the text of metrics. @param labels the labels that every series gets */
export function formatMetrics(metrics: readonly ScrapedMetric[], labels: Readonly<Record<string, string>>): string {
  const common = labelsOf(labels);
  return metrics.map((metric) => formatMetric(metric, common)).join('');
}

function formatMetric({ name, help, type, read }: ScrapedMetric, common: LabelText): string {
  const samples = new Map<LabelText, number>();
  read((values, value) => {
    const labels = labelsOf(values) + common;
    samples.set(labels, (samples.get(labels) ?? 0) + value);
  });
  const lines = Array.from(samples, ([labels, value]) => {
    return `${name}${labels === '' ? '' : `{${labels.slice(1)}}`} ${numberOf(value)}\n`;
  });
  return headerOf(name, help, type) + lines.join('');
}

/** A gauge without labels. It has no series if the value is `undefined`. */
export function gauge(name: string, help: string, value: number | boolean | undefined): ScrapedMetric {
  return { name, help, read: (add) => value !== undefined && add({}, Number(value)) };
}

/** A gauge with a series for each state; the value of the current state is 1, and of the others 0. */
export function states(name: string, help: string, all: readonly string[], current: string): ScrapedMetric {
  return { name, help, read: (add) => all.forEach((state) => add({ state }, Number(state === current))) };
}
