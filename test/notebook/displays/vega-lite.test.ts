import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { afterAll, describe, expect, it } from 'vitest';
import { createBusyFleet, hostileText } from '../sample-fleet.js';
import { compare, generateHistory, showUsage } from '../../../src/notebook/index.js';
import { historyOf, type Fact } from '../sample-histories.js';
import { allDisplays } from './all-displays.js';

const type = 'application/vnd.vegalite.v5+json';
const busy = await createBusyFleet();
const hostile = await createBusyFleet(hostileText);
afterAll(() => [busy.fleet, hostile.fleet].forEach((fleet) => fleet.dispose()));

const specsOf = (prefix: string, displays: Awaited<ReturnType<typeof allDisplays>>): [string, TopLevelSpec][] =>
  Object.entries(displays)
    .filter(([, { bundle }]) => bundle[type] !== undefined)
    .map(([name, { bundle }]) => [`${prefix}${name}`, bundle[type] as TopLevelSpec]);

const history = generateHistory({ databases: 10, days: 0.05, incidents: 20 });
const { plot } = await compare(history, { default: {}, 'a & <b>': { cadence: () => 30_000 } });
const specs = [
  ...specsOf('', { ...(await allDisplays(busy)), policies: plot }),
  ...specsOf('hostile ', await allDisplays(hostile)),
];

/** Collects the warnings of Vega and Vega-Lite. */
function createLog(): { readonly warnings: string[]; readonly logger: vega.LoggerInterface } {
  const warnings: string[] = [];
  const warn = (...words: readonly unknown[]): typeof logger => {
    warnings.push(words.join(' '));
    return logger;
  };
  const quiet = (): typeof logger => logger;
  const logger = { level: quiet, error: warn, warn, info: quiet, debug: quiet } as unknown as vega.LoggerInterface;
  return { warnings, logger };
}

describe('the Vega-Lite specification', () => {
  it.each(specs)('of %s renders without a warning, with its data inside and times in UTC alone', async (_, spec) => {
    expect(spec).toMatchObject({ $schema: 'https://vega.github.io/schema/vega-lite/v5.json', width: 'container' });
    expect(JSON.stringify(spec)).not.toMatch(/"url"|"href"|"expr"|"signal"/);
    const { warnings, logger } = createLog();
    compile(spec, { logger });
    // The width of a container comes from a page.
    const compiled = compile({ ...spec, width: 600 } as TopLevelSpec, { logger }).spec;
    expect(JSON.stringify(compiled)).not.toMatch(/\btimeFormat\(|"type":"time"/);
    const view = new vega.View(vega.parse(compiled), { renderer: 'none', logger });
    expect(await view.toSVG()).toMatch(/^<svg/);
    view.finalize();
    expect(warnings).toEqual([]);
  });

  it.each([
    ['use', 'at'],
    ['a timeline', 'from'],
  ])('of %s has the time of its tooltip as text', (name, field) => {
    const [, spec] = specs.find(([of]) => of === name) as [string, unknown];
    const [row] = (spec as { data: { values: { [of: string]: unknown; time?: string }[] } }).data.values;
    expect(row?.time).toBe(new Date(row?.[field] as number).toISOString().replace(/\.\d+/, ''));
  });

  it('of use draws the forecast to the limit', async () => {
    const spec = specs.find(([name]) => name === 'use')?.[1] as unknown as {
      layer: { mark: { strokeDash?: number[] }; data?: { values: { y: number; name: string }[] } }[];
    };
    const forecast = spec.layer.find(({ mark }) => mark.strokeDash?.[0] === 4)?.data?.values ?? [];
    expect(forecast.map(({ name }) => name)).toEqual(['Memory', 'Memory']);
    expect(forecast.at(-1)?.y).toBe(1);
  });

  it('of bytes without a limit has the labels of the page', async () => {
    const used = historyOf(
      60,
      [0, 30].map((second): Fact => [second, 'a', { db_memory_threshold_used: 900 * 2 ** 20 }]),
      ['db_memory_threshold_used'],
    );
    const { bundle } = showUsage(used, 'a');
    const spec = compile({ ...(bundle[type] as TopLevelSpec), width: 600 } as TopLevelSpec).spec;
    const svg = await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
    expect(svg.match(/>[\d.]+ MiB</g)).toEqual(['>200 MiB<', '>400 MiB<', '>600 MiB<', '>800 MiB<']);
    expect(bundle['text/html']).toContain('>800 MiB<');
  });
});
