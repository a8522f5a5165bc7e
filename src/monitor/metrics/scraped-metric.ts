import { headerOf, labelsOf, numberOf } from './text-format.js';

/** A value of a metric, with labels that no other sample of the metric has. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface ScrapedMetric {
  readonly name: string;
  readonly help: string;
  /** Whether only the monitor of a group that delivers exports the values. */
  readonly isShared?: boolean | undefined;
  readonly samples: readonly Sample[];
}

export function formatMetrics(metrics: readonly ScrapedMetric[], labels: Readonly<Record<string, string>>): string {
  const common = labelsOf(labels);
  const texts = metrics.map(({ name, help, samples }) => {
    const lines = samples.map(([values, value]) => {
      const own = labelsOf(values) + common;
      return `${name}${own === '' ? '' : `{${own.slice(1)}}`} ${numberOf(value)}\n`;
    });
    return headerOf(name, help) + lines.join('');
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
  return { name, help, samples: value === undefined ? [] : [[labels, Number(value)]] };
}

export function states(name: string, help: string, all: readonly string[], current: string): ScrapedMetric {
  return { name, help, samples: all.map((state) => [{ state }, Number(state === current)]) };
}
