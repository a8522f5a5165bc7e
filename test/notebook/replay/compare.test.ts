import { describe, expect, it } from 'vitest';
import { compare, generateHistory, type PollingPolicy } from '../../../src/notebook/index.js';
import { failureOf } from '../../support/failure-of.js';
import { historyOf } from '../sample-histories.js';

const history = generateHistory({ seed: 2, databases: 100, days: 0.0625, incidents: 20 });
/** A history without a change. */
const still = historyOf(100, [[0, 'one', { state: 'active' }]]);

const comparison = await compare(
  history,
  {
    slow: { cadence: () => 240_000 },
    default: {},
    fast: { cadence: () => 10_000, gate: { perSecond: 20 } },
    narrow: { gate: { perSecond: 1 } },
  },
  { within: 10_000 },
);

describe('a comparison of policies', () => {
  it('has a higher share in time, fewer missed changes and more requests for a faster cadence', () => {
    const { slow, fast } = comparison.results;
    const [slowShare = 1, fastShare = 0] = [slow?.all.share, fast?.all.share];
    expect(slowShare).toBeLessThan(0.15);
    expect(fastShare).toBeGreaterThan(0.8);
    const [low = 1, high = 0] = fast?.all.interval ?? [];
    expect([low < fastShare, high > fastShare, high - low < 0.2]).toEqual([true, true, true]);
    expect(slow?.all.medianMs).toBeGreaterThan(5 * (fast?.all.medianMs ?? Infinity));
    expect(slow?.all.missed).toBeGreaterThan(fast?.all.missed ?? Infinity);
    expect(slow?.requests.total).toBeLessThan((fast?.requests.total ?? 0) / 10);
    expect(fast?.changes.length).toBe(slow?.changes.length);
  });

  it('has a table with a row for each kind of change and each field', () => {
    const lines = String(comparison.groups).split('\n');
    expect(lines.filter((line) => line.startsWith('fast'))).toHaveLength(5);
  });

  it('has a plot that distinguishes policies by colour and shape, with their names in a legend', () => {
    const { bundle } = comparison.plot;
    const spec = bundle['application/vnd.vegalite.v5+json'] as {
      layer: { mark: { type: string }; encoding: Record<'color' | 'shape', { scale: Record<string, string[]> }> }[];
    };
    expect(spec.layer.map(({ mark }) => mark.type)).toEqual(['rule', 'point']);
    const { color, shape } = spec.layer[1]?.encoding ?? {};
    for (const { domain, range } of [color?.scale ?? {}, shape?.scale ?? {}]) {
      expect(domain).toEqual(['slow', 'default', 'fast', 'narrow']);
      expect(new Set(range).size).toBe(4);
    }
    const html = bundle['text/html'] as string;
    // One marker in the plot, and one in the legend.
    for (const colour of color?.scale['range'] ?? []) expect(html.split(`fill="${colour}"`)).toHaveLength(3);
    expect(html).not.toContain('<text');
  });

  it('shows each result as a table of its numbers', () => {
    const text = String(comparison.results['fast']);
    expect(text).toMatch(/within 10 sec\? .* changes of .* resources in 1.5 hr\n/);
    expect(text).toMatch(/\nbeginnings .*\nends .*\n/);
    expect(text).toContain('the rate allows 20/s');
  });
});

it('reports the progress over all policies, and shows a plot without a change as a sentence', async () => {
  const shares: number[] = [];
  const { plot } = await compare(still, { a: {}, b: {} }, { onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0.5, 1]);
  expect(String(plot)).toContain('The history has no change that can be judged.');
  expect(Object.keys(plot.bundle)).toEqual(['text/html', 'text/plain']);
});

it('has a plot that distinguishes policies whose long names begin alike', async () => {
  const names = ['20', '40'].map((burst) => `default cadence, gate of 10 requests per second, burst ${burst}`);
  const changing = historyOf(200, [
    [0, 'one', { state: 'active' }],
    [90, 'one', { state: 'suspended' }],
  ]);
  const plotOf = async (policies: readonly string[]): Promise<string> =>
    JSON.stringify((await compare(changing, Object.fromEntries(policies.map((name) => [name, {}])))).plot.bundle);
  const bundle = await plotOf(names);
  for (const name of names) expect(bundle).toContain(name);
  // Longer names are cut.
  const cut = await plotOf(names.map((name) => name.replace('burst', '-'.repeat(100))));
  for (const begin of ['1. default', '2. default']) expect(cut).toContain(begin);
});

it.each<[string, unknown, object, readonly string[]]>([
  [
    'the options of a policy, which it names',
    { good: {}, bad: { cadence: 1, gate: { burst: 0 }, latencyMs: 5 } },
    {},
    ['policies.bad.cadence', 'policies.bad.gate.burst', 'policies.bad.latencyMs'],
  ],
  ['a shared option', { a: {} }, { onProgress: 5 }, ['onProgress']],
  ['a shared option of a policy', { a: {} }, { cadence: () => 5 }, ['cadence']],
  ['no policies', undefined, {}, ['policies']],
])('refuses %s', async (_, policies, options, paths) => {
  const failure = await failureOf(compare(history, policies as Record<string, PollingPolicy>, options));
  expect(failure).toMatchObject({ code: 'invalid-request', issues: paths.map((path) => ({ path })) });
});
