import { describe, expect, it } from 'vitest';
import { cutText } from '../../../src/notebook/display/text.js';
import { formatTick, ticksHtml, timesOf, valueTicks } from '../../../src/notebook/display/axes.js';
import { downsample, placeLabels } from '../../../src/notebook/display/line-plot.js';

it.each([
  ['abc', 'abc'],
  ['abcd', 'ab…'],
  ['😀😀😀😀', '😀😀…'],
])('cutText cuts %s to three whole characters', (text, cut) => expect(cutText(text, 3)).toBe(cut));

it.each([
  [60_000, '06:20:05'],
  [6 * 3_600_000, '06:20'],
  [5 * 86_400_000, '11-23 06:20'],
  [365 * 86_400_000, '2026-11-23'],
])('the tick of an axis of %d ms is %s', (spanMs, text) => {
  expect(formatTick(Date.UTC(2026, 10, 23, 6, 20, 5), spanMs)).toBe(text);
});

describe('the ticks of an axis', () => {
  it('of values are round, also in binary units', () => {
    expect(valueTicks(1330)).toEqual([0, 500, 1000]);
    expect(valueTicks(64 * 2 ** 20, true).map((tick) => tick / 2 ** 20)).toEqual([0, 20, 40, 60]);
    const ofGiB = (top: number): readonly number[] => valueTicks(top * 2 ** 30, true).map((tick) => tick / 2 ** 20);
    expect(ofGiB(1)).toEqual([0, 256, 512, 768, 1024]);
    expect(ofGiB(1.3)).toEqual([0, 256, 512, 768, 1024, 1280]);
    expect(ofGiB(3)).toEqual([0, 1024, 2048, 3072]);
    expect(valueTicks(1, true)).toEqual([0, 1]);
    expect(valueTicks(0.003)).toEqual([0, 0.001, 0.002, 0.003]);
  });

  const ticksOf = (from: string, to: string, zone = 'UTC') => timesOf(Date.parse(from), Date.parse(to), zone);
  const labels = (from: string, to: string): string[] => ticksOf(from, to).map(({ label }) => label);

  it('of times are round hours, and the midnights of a zone, also when its clocks change', () => {
    expect(labels('2026-11-23T06:20:05Z', '2026-11-23T07:44Z')).toEqual(['06:30', '06:45', '07:00', '07:15', '07:30']);
    expect(labels('2026-11-23T06:20Z', '2026-11-29T07:00Z').join()).toMatch(/^2026-11-24,2026-11-25,.*,2026-11-29$/);
    const ticks = ticksOf('2026-10-23T12:00Z', '2026-10-29T12:00Z', 'Europe/Paris');
    expect(ticks.map(({ label }) => label).join()).toMatch(/^2026-10-24,2026-10-25,.*,2026-10-29$/);
    // 25 October has 25 hours.
    const [, one = { place: 0 }, two = { place: 0 }] = ticks;
    expect(((two.place - one.place) / 100) * 144).toBeCloseTo(25, 1);
  });
});

it('downsample keeps peaks, the first and the last point, in the order of time', () => {
  const points = Array.from({ length: 1e4 }, (_, at) => ({ at, value: at === 5003 ? 99 : at === 7001 ? -99 : at % 7 }));
  const kept = downsample(points, 100);
  expect(kept.length).toBeLessThanOrEqual(100);
  expect(kept).toContainEqual({ at: 5003, value: 99 });
  expect(kept).toContainEqual({ at: 7001, value: -99 });
  expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
  expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b));
});

it('placeLabels moves labels down that would overlap', () => {
  const placed = (...places: number[]) =>
    placeLabels(places.map((place) => ({ label: 'x', place }))).map((each) => each.place);
  expect(placed(20, 0)).toEqual([-7.5, 12.5]);
  expect(placed(0, 5)).toEqual([-7.5, 7.5]);
});

it.each([
  ['fg-skip-narrow', 250],
  ['fg-skip-medium', 400],
])('the labels of an axis do not overlap without those of the class %s on an axis of %i pixels', (skipped, roomPx) => {
  const labels = timesOf(Date.UTC(2026, 0, 17), Date.UTC(2026, 0, 19), 'UTC');
  const spans = [...ticksHtml(labels).text.matchAll(/left:(.*?)%"><span class="(.*?)">(.*?)</g)];
  const shown = spans.filter(([, , classes = '']) => !classes.includes(skipped));
  expect(shown.length).toBeGreaterThan(1);
  let free = -Infinity;
  for (const [, place, classes = '', label = ''] of shown) {
    const widthPx = 6 * label.length;
    const share = classes.includes('fg-start') ? 0 : classes.includes('fg-end') ? 1 : 0.5;
    const left = (Number(place) / 100) * roomPx - share * widthPx;
    expect([label, left > free]).toEqual([label, true]);
    free = left + widthPx;
  }
});
