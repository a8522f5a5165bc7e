import { reportUsage } from '../../../src/index.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { IndexDetail } from '../../../src/apps/dashboard/page/detail/index-detail.js';
import { sampleIndex } from './sample-records.js';
import { createHarness, type Harness } from './harness.js';

const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');

/** The distinct colours of the chart's pixels. */
function coloursOfChart(): ReadonlySet<string> {
  const canvas = document.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) colours.add([...pixels.slice(at, at + 4)].join(' '));
  return colours;
}

describe('the details of a vector index', () => {
  let harness: Harness;

  beforeEach(async () => {
    harness = await createHarness();
  });

  afterEach(() => harness.end());

  const show = async (fields: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    harness.answers.indices = JSON.stringify([sampleIndex(fields)]);
    harness.show(<IndexDetail id="products-1" onClose={vi.fn<() => void>()} />);
    await expect.element(page.getByRole('complementary', { name: 'products', exact: true })).toBeVisible();
  };
  const showChart = async (): Promise<void> => {
    await show();
    await expect.poll(() => coloursOfChart().size).toBeGreaterThan(2);
  };

  test('show all fields without tokens', async () => {
    await show();
    await expect.poll(text).toContain('Dimensions1,024');
    await expect.poll(text).toContain('Bandwidth per monthunlimited');
    await expect.poll(text).toContain('Price60');
    expect(document.documentElement.outerHTML).not.toContain('canary');
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).not.toBeInTheDocument();
  });

  test('show reported usage, also of unlimited fields', async () => {
    await show();
    reportUsage(harness.fleet, 'index', 'products-1', { max_vector_count: 1_640_000, max_monthly_bandwidth: 2 ** 30 });
    const headline = page.getByText('1.6M of 2M vectors');
    await expect.element(headline).toHaveTextContent('82 %');
    expect(document.querySelector('[title^="1,640,000 of 2,000,000"]')).not.toBeNull();
    await expect.poll(text).toContain('Vectorsnear the limit82 %1.6M of 2M360,000 left');
    await expect.poll(text).toContain('1 GiB · unlimited');
  });

  test('refresh the list, and show that the index is missing', async () => {
    await show();
    harness.answers.indices = '[]';
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('The service has no index with this id')).toBeVisible();
    expect(harness.answers.requests).toEqual(['GET /v2/vector/index', 'GET /v2/vector/index']);
  });

  describe('throughput', () => {
    test('is a chart with a description', async () => {
      await showChart();
      const chart = page.getByRole('slider', { name: 'Throughput over time' });
      await expect
        .element(chart)
        .toHaveAccessibleDescription(/^60 values from 19 Oct 2025, 18:00:00 to .*: latest 200.7/);
      await expect.poll(text).toContain('Latest200.7Peak550Mean347');
    });

    test('fills the width of the panel', async () => {
      await showChart();
      const place = document.querySelector('.chart')?.clientWidth;
      await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(place);
      await page.viewport(390, 844);
      await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(390 - 32);
    });

    test('is a table, newest first', async () => {
      await show();
      await page.getByText('Table of throughput').click();
      const rows = page.getByRole('table').getByRole('row');
      await expect.element(rows.nth(1)).toHaveTextContent('19 Oct 2025, 18:59:00200.7');
      expect(rows.elements()).toHaveLength(61);
    });

    test.each([
      [[], 'The service reports no throughput of this index yet.'],
      [[{ x: 'then', y: 1 }], 'No value is valid.'],
    ])('shows a notice without valid values: %j', async (points, words) => {
      await show({ throughput_vector: points });
      await expect.element(page.getByText(words)).toBeVisible();
      expect(document.querySelector('canvas')).toBeNull();
    });

    test('is a single value, and the number of invalid values', async () => {
      const point = { x: '2025-10-19 19:00:00.000 +0000 UTC', y: 900 };
      await show({ throughput_vector: [point, { x: 'then', y: 1 }] });
      await expect.poll(text).toContain('Latest900');
      await expect.element(page.getByText('1 more value is not valid.')).toBeVisible();
      expect(text()).not.toContain('Peak');
      expect(page.getByRole('slider').elements()).toHaveLength(0);
    });
  });
});
