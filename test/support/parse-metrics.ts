export interface ParsedSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*",?)*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\n"])*)"/g;

/**
 * Reads the text format of Prometheus strictly.
 *
 * @returns the types of the metrics by their names, and all series
 * @throws Error for a line that is not valid, a metric whose lines are not together, and a series that appears twice
 */
export function parseMetrics(text: string): { families: Map<string, string>; series: ParsedSeries[] } {
  const families = new Map<string, string>();
  const series: ParsedSeries[] = [];
  /** Each series with its labels in sorted order. */
  const keys = new Set<string>();
  let current = '';
  let help = '';
  if (!text.endsWith('\n')) throw new Error('the text does not end with a line break');
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (line.startsWith('# HELP ')) {
      help = line;
      continue;
    }
    const [, typed, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      if (families.has(typed)) throw new Error(`the lines of ${typed} are not together`);
      if (!help.startsWith(`# HELP ${typed} `)) throw new Error(`no HELP before the TYPE of ${typed}`);
      families.set(typed, type);
      current = typed;
      continue;
    }
    const [, name, labelText = '', number = ''] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a line of metrics: ${JSON.stringify(line.slice(0, 200))}`);
    if (name.replace(suffixOf(families.get(current)), '') !== current)
      throw new Error(`the series ${name} stands below ${current}`);
    const labels = [...labelText.matchAll(LABEL)].map(([, key = '', value = '']) => [key, unescape(value)] as const);
    if (new Set(labels.map(([key]) => key)).size < labels.length) throw new Error(`a label appears twice: ${line}`);
    const key = `${name}{${labels
      .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
      .sort()
      .join(',')}}`;
    if (keys.has(key)) throw new Error(`the series ${key} appears twice`);
    keys.add(key);
    const value = number === '+Inf' ? Infinity : Number(number);
    // prom-client writes `Nan`, which Prometheus reads as NaN.
    if (Number.isNaN(value) && number !== 'Nan') throw new Error(`not a number: ${line}`);
    series.push({ name, labels: Object.fromEntries(labels), value });
  }
  return { families, series };
}

function suffixOf(type: string | undefined): RegExp {
  return type === 'histogram' || type === 'summary' ? /_(?:bucket|sum|count)$/ : /$^/;
}

function unescape(value: string): string {
  return value.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}
