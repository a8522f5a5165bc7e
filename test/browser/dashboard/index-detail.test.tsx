import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { IndexDetail } from '../../../src/apps/dashboard/page/detail/index-detail.js';
import { accessibilityProblems } from './accessibility-problems.js';
import { sampleIndex } from './sample-records.js';
import { openStage, type Stage } from './stage.js';

const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');

/** The colours of the chart's pixels, each once. */
function coloursOfChart(): ReadonlySet<string> {
  const canvas = document.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) colours.add([...pixels.slice(at, at + 4)].join(' '));
  return colours;
}

describe('the details of a vector index', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage();
  });

  afterEach(() => stage.end());

  const show = async (fields: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    stage.answers.indices = JSON.stringify([sampleIndex(fields)]);
    stage.show(<IndexDetail id="products-1" onClose={vi.fn<() => void>()} />);
    await expect.element(page.getByRole('complementary', { name: 'products' })).toBeVisible();
  };
  const showChart = async (): Promise<void> => {
    await show();
    await expect.poll(() => coloursOfChart().size).toBeGreaterThan(2);
  };

  test('are all of its fields, without its tokens', async () => {
    await show();
    expect(text()).toContain('Dimensions1,024');
    expect(text()).toContain('Bandwidth per monthunlimited');
    expect(text()).toContain('Price60');
    expect(document.documentElement.outerHTML).not.toContain('canary');
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).not.toBeInTheDocument();
  });

  test('show the use of its limits, also of those that are unlimited', async () => {
    await show();
    stage.fleet.usage.report('index', 'products-1', { max_vector_count: 1_640_000, max_monthly_bandwidth: 2 ** 30 });
    await expect.element(page.getByText('1,640,000 of 2,000,000')).toBeVisible();
    expect(text()).toContain('82 % used, warning360,000 left');
    expect(text()).toContain('1 GiB, unlimited');
  });

  test('ask for the list when they are to be refreshed, and say that the index is gone', async () => {
    await show();
    stage.answers.indices = '[]';
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('There is no such index')).toBeVisible();
    expect(stage.answers.requests).toEqual(['GET /v2/vector/index', 'GET /v2/vector/index']);
  });

  test('have no problem of accessibility', async () => {
    await showChart();
    stage.fleet.usage.report('index', 'products-1', { max_vector_count: 1_640_000, max_monthly_bandwidth: 2 ** 30 });
    await page.getByText('Values as a table').click();
    await expect.element(page.getByRole('table')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
  });

  describe('throughput', () => {
    test('is a chart, with what it shows in words', async () => {
      await showChart();
      const figure = page.getByRole('figure');
      await expect
        .element(figure)
        .toHaveAccessibleName(/^Throughput over time\. 60 values from 2025-10-19 18:00:00 UTC/);
      expect(text()).toContain('Latest200.7Peak550Mean347');
    });

    test('is drawn in the colours of the scheme', async () => {
      document.documentElement.dataset['theme'] = 'light';
      await showChart();
      const light = coloursOfChart();
      document.documentElement.dataset['theme'] = 'dark';
      await expect.poll(() => [...coloursOfChart()].filter((colour) => light.has(colour)).length).toBeLessThan(5);
    });

    test('is as wide as there is room', async () => {
      await showChart();
      const place = document.querySelector('.detail-chart')?.clientWidth;
      await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(place);
      await page.viewport(390, 844);
      await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(390 - 32);
    });

    test('changes with the index', async () => {
      await showChart();
      const points = [300, 900].map((y, at) => ({ x: `2025-10-19 19:0${at}:00.000 +0000 UTC`, y }));
      stage.answers.indices = JSON.stringify([sampleIndex({ throughput_vector: points })]);
      await page.getByRole('button', { name: 'Refresh now' }).click();
      await expect.element(page.getByRole('figure')).toHaveAccessibleName(/2 values from 2025-10-19 19:00:00 UTC/);
      expect(text()).toContain('Peak900');
    });

    test('is not drawn of one value, which makes no line', async () => {
      await showChart();
      const point = { x: '2025-10-19 19:00:00.000 +0000 UTC', y: 900 };
      stage.answers.indices = JSON.stringify([sampleIndex({ throughput_vector: [point] })]);
      await page.getByRole('button', { name: 'Refresh now' }).click();
      await expect.poll(text).toContain('Peak900');
      expect(page.getByRole('figure').elements()).toHaveLength(0);
    });

    test('says the values under the pointer', async () => {
      await showChart();
      await page.elementLocator(document.querySelector('.u-over') as Element).hover();
      await expect.poll(() => document.querySelector('.detail-readout')?.textContent).toMatch(/^18:\d\d:00 UTC {2}\d/);
    });

    test('is a table, newest first', async () => {
      await show();
      await page.getByText('Values as a table').click();
      const rows = page.getByRole('table').getByRole('row');
      await expect.element(rows.nth(1)).toHaveTextContent('2025-10-19 18:59:00 UTC200.68');
      expect(rows.elements()).toHaveLength(61);
    });

    test.each([
      [[], 'The service has no throughput of this index yet.'],
      [[{ x: 'then', y: 1 }], 'No point of it could be read.'],
    ])('says that there is none: %j', async (points, words) => {
      await show({ throughput_vector: points });
      await expect.element(page.getByText(words)).toBeVisible();
      expect(document.querySelector('canvas')).toBeNull();
    });

    test('says how much of it could not be read', async () => {
      const point = { x: '2025-10-19 19:00:00.000 +0000 UTC', y: 900 };
      await show({ throughput_vector: [point, { x: 'then', y: 1 }] });
      await expect.element(page.getByText('1 more could not be read.')).toBeVisible();
    });
  });
});
