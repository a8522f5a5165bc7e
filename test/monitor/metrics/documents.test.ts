import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { parseMetrics, type ParsedSeries } from '../../support/parse-metrics.js';
import { runPromtool } from '../../support/promtool.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { root } from '../../docs/root.js';
import { createReloadStatus } from '../../../src/apps/watch/daemon/reload-metrics.js';
import { createFullMonitor } from './full-monitor.js';
import { readAll } from './scraped-monitor.js';

const folder = `${root}/docs/examples/monitor`;
const read = (path: string): Promise<string> => readFile(`${root}/${path}`, 'utf8');

interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly definition?: string;
  readonly regex?: string;
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
    readonly datasource?: { readonly uid: string };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
  readonly templating: { readonly list: readonly Variable[] };
}

let families = new Map<string, string>();
let series: ParsedSeries[];
const files = await Promise.all(
  ['monitor', 'fleet'].map((name) => read(`docs/examples/monitor/prometheus-${name}-rules.yml`)),
);
const rules = files
  .flatMap((file) => (parse(file) as { groups: { rules: AlertingRule[] }[] }).groups)
  .flatMap((group) => group.rules);
const dashboard = JSON.parse(await read('docs/examples/monitor/grafana-dashboard.json')) as Dashboard;

beforeEach(async () => {
  // A monitor can be made in a test only. All tests read the text of the first one.
  if (families.size > 0) return;
  const { metrics, clock } = await createFullMonitor();
  const served = createReloadStatus(clock).addTo({ metrics, health: () => ({ failures: [], unready: [] }) });
  ({ families, series } = parseMetrics(await readAll(served.metrics)));
});

const panelQueries = (): string[] => dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const queries = (): string[] => [
  ...rules.map(({ expr }) => expr),
  ...panelQueries(),
  ...dashboard.templating.list.flatMap(({ definition = [] }) => definition),
];

/** The names of our metrics, and of process metrics, in a text. */
const namesIn = (text: string): string[] => text.match(/\b(?:fleetglass|process|nodejs)_\w+/g) ?? [];

/** The metrics with their label matchers in a query. */
const selectorsIn = (query: string): [name: string, labels: string[]][] =>
  [...query.matchAll(/\b((?:fleetglass|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => [
    name,
    [...matchers.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = '']) => label),
  ]);

/** Prometheus adds these labels. */
const TARGET_LABELS = ['instance', 'job'];

describe('the Prometheus rules and the Grafana dashboard', () => {
  it('use metrics that a monitor exports, and every metric of the fleet', () => {
    const exported = new Set(series.map(({ name }) => name));
    const used = queries().flatMap(namesIn);
    expect(used.length).toBeGreaterThan(60);
    expect(used.filter((name) => !exported.has(name))).toEqual([]);
    const shown = new Set(used.map((name) => name.replace(/_bucket$/, '')));
    expect([...families.keys()].filter((name) => name.startsWith('fleetglass_') && !shown.has(name))).toEqual([]);
  });

  it('use labels that the metrics have, and compare them with values that exist', () => {
    const unknown = queries()
      .flatMap(selectorsIn)
      .flatMap(([name, labels]) => labels.map((label) => [name, label] as const))
      .filter(([, label]) => !TARGET_LABELS.includes(label))
      .filter(([name, label]) => !series.some((each) => each.name === name && label in each.labels));
    expect(unknown).toEqual([]);
    const values = queries().flatMap((query) =>
      [...query.matchAll(/(fleetglass_\w+)\{[^}]*?\b(status|state|result|outcome)(?:=~|!=|=)"([^"$]*)"/g)].flatMap(
        ([, name, label = '', value = '']) => value.split('|').map((each) => [name, label, each] as const),
      ),
    );
    expect(values.length).toBeGreaterThan(10);
    const missing = values.filter(
      ([name, label, value]) => !series.some((each) => each.name === name && each.labels[label] === value),
    );
    // The full monitor has a suspended and a drifting database.
    expect(missing.filter(([name]) => name !== 'fleetglass_resource_state')).toEqual([]);
  });
});

describe('each alerting rule', () => {
  it('has a severity, a summary, a description, and a section of the runbook', async () => {
    const runbook = await read('docs/runbook.md');
    const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
    for (const section of runbook.split(/^### /m).slice(1))
      expect(
        [...section.matchAll(/^- \*\*(.+?)\*\*: ./gm)].map(([, part]) => part),
        section,
      ).toEqual(['Meaning', 'Impact', 'Look first', 'Fix', 'Silence']);
    for (const { alert, labels, annotations } of rules) {
      expect(labels['severity'], alert).toMatch(/^(?:info|warning|critical)$/);
      expect(Object.keys(annotations), alert).toEqual(['summary', 'description', 'runbook_url']);
      const [page, anchor] = annotations['runbook_url']?.split('#') ?? [];
      expect(page).toMatch(/\/blob\/main\/docs\/runbook\.md$/);
      expect(anchor).toBe(alert.toLowerCase());
    }
    const { rules: ofMonitor } = parse(await read('docs/examples/monitor/fleetglass.yaml')) as {
      rules: { name: string }[];
    };
    const inTable = [...runbook.matchAll(/^\| `(.+?)` \| \[/gm)].map(([, name = '']) => name);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
    expect(inTable).toEqual(ofMonitor.map(({ name }) => name));
  });

  it('names labels in its texts that its expression has', () => {
    for (const { alert, expr, annotations } of rules) {
      const named = Object.values(annotations).flatMap((text) =>
        [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
      );
      const name = selectorsIn(expr)[0]?.[0];
      const known = new Set(series.filter((each) => each.name === name).flatMap(({ labels }) => Object.keys(labels)));
      expect(
        named.filter((label) => !known.has(label) && !TARGET_LABELS.includes(label)),
        alert,
      ).toEqual([]);
    }
  });
});

describe('the Grafana dashboard', () => {
  it('has a data source that every panel uses, and panels with ids of their own that do not overlap', () => {
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
    const panels = dashboard.panels.filter(({ targets }) => targets !== undefined);
    expect(panels.filter(({ datasource }) => datasource?.uid !== '${datasource}')).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('has a variable that shows names and stands for ids', () => {
    const { regex = '' } = dashboard.templating.list.find(({ name }) => name === 'id') ?? {};
    const [pattern = ''] = regex.split('/').filter((part) => part !== '');
    // The notation of `query_result`: the labels are sorted.
    const info = series.filter(({ name }) => name === 'fleetglass_resource_info');
    const shown = info.map(({ name, labels }) => {
      const texts = Object.entries(labels)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([label, value]) => `${label}="${value}"`);
      return { ...new RegExp(pattern).exec(`${name}{${texts.join(',')}} 1 1700000000000`)?.groups };
    });
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(info.map(({ labels }) => ({ value: labels['id'], text: labels['name'] })));
  });
});

it.runIf(inject('hasPrometheus'))('promtool accepts the configuration and each query of the dashboard', async () => {
  expect(await runPromtool(['check', 'config', `${folder}/prometheus.yml`])).toMatchObject({ code: 0 });
  const expressions = panelQueries().map((expr) => expr.replaceAll('$__rate_interval', '2m'));
  const records = expressions.map((expr, at) => ({ record: `query:${at}`, expr }));
  const file = join(await temporaryFolder(), 'queries.yml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
  expect(await runPromtool(['check', 'rules', file])).toMatchObject({ code: 0 });
});

/** A metric with its type and its labels. */
type Row = [name: string, { readonly type: string; readonly labels: string[] }];

const rows = (await read('docs/metrics.md')).matchAll(/^\| `(fleetglass_\w+)` \| (\w+) \|([^|]*)\| .+ \|$/gm);
const documented = Array.from(rows, ([, name = '', type = '', labels = '']): Row => [
  name,
  { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).toSorted() },
]);

it('docs/metrics.md has each metric with its type and its labels, and no other, nor a process metric that does not exist', async () => {
  const exported = [...families]
    .filter(([name]) => name.startsWith('fleetglass_'))
    .map(([name, type]): Row => {
      const own = series.filter((each) => each.name.replace(/_(?:bucket|sum|count)$/, '') === name);
      return [name, { type, labels: [...new Set(own.flatMap(({ labels }) => Object.keys(labels)))].toSorted() }];
    });
  const sorted = (metrics: readonly Row[]): Row[] => metrics.toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(documented)).toEqual(sorted(exported));
  const named = namesIn(await read('docs/metrics.md')).filter((name) => !name.startsWith('fleetglass_'));
  expect(named.filter((name) => !families.has(name))).toEqual([]);
});
