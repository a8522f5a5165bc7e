import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { ActivityList } from '../../../src/apps/dashboard/page/activity/activity-list.js';
import { AlertList } from '../../../src/apps/dashboard/page/alerts/alert-list.js';
import { Announcer } from '../../../src/apps/dashboard/page/announcer.js';
import { DatabaseList } from '../../../src/apps/dashboard/page/databases/database-list.js';
import { Details } from '../../../src/apps/dashboard/page/detail/details.js';
import { IndexList } from '../../../src/apps/dashboard/page/indices/index-list.js';
import { Palette } from '../../../src/apps/dashboard/page/palette/palette.js';
import { DownContext } from '../../../src/apps/dashboard/page/polling/connection.js';
import { Summary } from '../../../src/apps/dashboard/page/summary/summary.js';
import { reportUsage } from '../../../src/index.js';
import { sampleAlert } from '../../support/sample-alert.js';
import { setVisibility } from '../set-visibility.js';
import { createHarness, type Harness } from './harness.js';
import { databaseText, sampleIndex } from './sample-records.js';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

afterEach(() => harness.end());

const id = 'orders-1';

const text = (): string => document.body.textContent.replaceAll(/\s+/g, ' ');

describe('the details of a database', () => {
  const CANARY = 'canary-3f9c';
  const onClose = vi.fn<() => void>();

  beforeEach(() => void harness.answers.databases.set(id, databaseText()));

  const show = async (): Promise<void> => {
    harness.show(<Details resource="database" id={id} onClose={onClose} />);
    await expect.element(page.getByRole('complementary', { name: 'orders', exact: true })).toBeVisible();
  };

  test('show all fields, in units and with all digits, and explanations on demand', async () => {
    harness.answers.databases.set(id, databaseText({ hibernated_at: '2025-11-01', port: 'none' }));
    await show();
    await expect.poll(text).toContain('Memory3 GiB');
    await expect.poll(text).toContain('Lua timeout250 ms');
    await expect.poll(text).toContain('Commands in totalpractically unlimited');
    expect(document.querySelector('[title*="8,024,278,031,528,736,858"]')).not.toBeNull();
    await expect.poll(text).toContain('2025-10-19 18:33:05 UTC');
    await expect.poll(text).toContain('Encryption at restyes');
    await expect.poll(text).toContain('Otherhibernated_at2025-11-01');
    const allFields = page.getByRole('region', { name: 'All fields' });
    await expect.element(allFields).toHaveTextContent('Differences from the API documentation1 place');
    await expect.element(allFields).toHaveTextContent('portwrong-typeThe value has another type');
    const toggle = allFields.getByRole('button', { name: 'Explain' });
    expect(text()).not.toContain('Regions with a read replica.');
    await toggle.click();
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(text).toContain('Regions with a read replica. read_regions');
    expect(text()).not.toContain('db_memory_threshold');
    await page.getByRole('region', { name: 'Limits' }).getByRole('button', { name: 'Explain' }).click();
    await expect.poll(text).toContain('db_memory_threshold 3,221,225,472 bytes');
    await expect.poll(text).toContain('db_request_limit 8,024,278,031,528,736,858');
  });

  test('load the history of the last day, and show reported usage, and no usage of other limits', async () => {
    await show();
    await expect.poll(() => harness.loaded).toEqual([id]);
    await expect.element(page.getByRole('region', { name: 'Usage' })).toHaveTextContent('Loading…');
    harness.sources.set([]);
    await expect.poll(text).toContain('The dashboard reads no usage of this database');
    const used = { db_memory_threshold: 3_070_000_000, db_max_clients: 1200 };
    reportUsage(harness.fleet, 'database', id, used, { at: Date.now() - 5000, source: 'redis-info' });
    await expect.element(page.getByRole('region', { name: 'Memory' })).toHaveTextContent('almost full95 %');
    await expect.poll(text).toContain('2.86 GiB of 3 GiB');
    await expect.poll(text).toContain('Connectionslimit reached120 %1,200 of 1,0000 left');
    await expect.poll(text).toMatch(/Reported \d+ s ago by redis-info/);
    await expect.poll(text).toContain('Other limitsExplainRequest size10 MiB');
  });

  test('copy a command that connects, without a password', async () => {
    using write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    harness.answers.databases.set(id, databaseText({ endpoint: 'orders.example.com', port: 6380, tls: true }));
    await show();
    await page.getByRole('button', { name: 'Copy redis-cli' }).click();
    await expect.poll(text).toContain('Copied');
    expect(write).toHaveBeenLastCalledWith('redis-cli --tls -h orders.example.com -p 6380 --askpass');
    await page.getByText('URL', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy URL' }).click();
    expect(write).toHaveBeenLastCalledWith('rediss://default:<password>@orders.example.com:6380');
  });

  test('contain no credentials of any answer', async () => {
    const deep = { notes: { deep: [{ token: CANARY }] }, securityAddons: { vpcPeering: true, vpc_token: CANARY } };
    const secrets = { password: CANARY, rest_token: CANARY, Admin_Password: CANARY, client_secret: CANARY, ...deep };
    harness.answers.databases.set(id, databaseText(secrets));
    await show();
    for (const explain of page.getByRole('button', { name: 'Explain' }).all()) await explain.click();
    expect(document.documentElement.outerHTML).not.toContain(CANARY);
    await expect.poll(text).toContain('Find the passwordThis page never receives it.');
    await expect.poll(text).toContain(`fleetglass get --local ${id} --show-secrets`);
  });

  test('remove the id after a confirmation that shows the id', async () => {
    await show();
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    const question = page.getByRole('dialog', { name: 'Remove orders from this page?' });
    await expect.element(question).toHaveTextContent('The database keeps running, with its data and its cost.');
    await expect.element(question).toHaveTextContent(id);
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).toHaveFocus();
    expect(harness.removed).toEqual([]);
    await page.getByRole('button', { name: 'Remove from this page' }).click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    expect([harness.removed, onClose.mock.calls.length]).toEqual([[id], 1]);
  });
});

function coloursOfChart(): ReadonlySet<string> {
  const canvas = document.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const colours = new Set<string>();
  for (let at = 0; at < pixels.length; at += 4) colours.add([...pixels.slice(at, at + 4)].join(' '));
  return colours;
}

/** The colour of a pixel that a canvas draws in a colour of the page. */
function pixelOf(css: string): string {
  const probe = document.createElement('i');
  probe.style.cssText = `forced-color-adjust: none; color: ${css}`;
  document.body.append(probe);
  const drawing = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  drawing.fillStyle = getComputedStyle(probe).color;
  drawing.fillRect(0, 0, 1, 1);
  probe.remove();
  return [...drawing.getImageData(0, 0, 1, 1).data].join(' ');
}

describe('the details of a vector index', () => {
  const show = async (fields: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    harness.answers.indices = JSON.stringify([sampleIndex(fields)]);
    harness.show(<Details resource="index" id="products-1" onClose={vi.fn<() => void>()} />);
    await expect.element(page.getByRole('complementary', { name: 'products', exact: true })).toBeVisible();
  };
  const showChart = async (): Promise<void> => {
    await show();
    await expect.poll(() => coloursOfChart().size).toBeGreaterThan(2);
  };

  test('show all fields without tokens, and reported usage, also of unlimited fields', async () => {
    await show({ max_total_metadata_size: 2 ** 60 });
    await expect.poll(text).toContain('Room for 2M vectors');
    await expect.poll(text).toContain('as the service sent them, unless a line below says otherwise.');
    await expect.poll(text).toContain('max_total_metadata_sizerounded-integerThe integer is too large');
    await expect.poll(text).toContain('Dimensions1,024');
    await expect.poll(text).toContain('Bandwidth per monthunlimited');
    await expect.poll(text).toContain('Price60');
    expect(document.documentElement.outerHTML).not.toContain('canary');
    await expect.element(page.getByRole('button', { name: 'Remove from this page' })).not.toBeInTheDocument();
    reportUsage(harness.fleet, 'index', 'products-1', { max_vector_count: 1_640_000, max_monthly_bandwidth: 2 ** 30 });
    await expect.element(page.getByText('1.6M of 2M vectors')).toHaveTextContent('82 %');
    expect(document.querySelector('[title^="1,640,000 of 2,000,000"]')).not.toBeNull();
    await expect.poll(text).toContain('Vectorsnear the limit82 %1.6M of 2M360,000 left');
    await expect.poll(text).toContain('1 GiB · unlimited');
  });

  test('refresh the list, and show that the index is missing', async () => {
    await show();
    harness.answers.indices = '[]';
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect.element(page.getByText('The service has no index with this id')).toBeVisible();
    expect(harness.answers.requests.map(({ operation }) => operation)).toEqual(['list', 'list']);
  });

  describe('throughput', () => {
    test('is a chart that fills the panel, with a description and a table, newest first', async () => {
      await showChart();
      const chart = page.getByRole('slider', { name: 'Throughput over time' });
      await expect
        .element(chart)
        .toHaveAccessibleDescription(
          /^60 values from 19 Oct, 18:00 to .*: latest 200.7, lowest \S+, highest \S+ .*The arrow keys select/,
        );
      await expect.poll(text).toContain('Latest200.7Peak550Mean347');
      const place = document.querySelector('.chart')?.clientWidth;
      await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(place);
      await page.viewport(390, 844);
      await expect.poll(() => document.querySelector('canvas')?.clientWidth).toBe(390 - 32);
      await page.getByText('Table of throughput').click();
      const rows = page.getByRole('table').getByRole('row');
      await expect.element(rows.nth(1)).toHaveTextContent('19 Oct 2025, 18:59:00200.7');
      expect(rows.elements()).toHaveLength(61);
    });

    test('shows the value that the keys selected, also in a later period', async () => {
      const from = (first: number) => {
        const minutes = Array.from({ length: 60 }, (_, at) => first + at);
        const timeOf = (minute: number): string => new Date(Date.UTC(2025, 9, 19, 18, minute)).toISOString();
        return { throughput_vector: minutes.map((y) => ({ x: timeOf(y).replace('Z', ' +0000 UTC'), y })) };
      };
      await show(from(0));
      await expect.poll(() => coloursOfChart().size).toBeGreaterThan(2);
      const chart = page.getByRole('slider', { name: 'Throughput over time' });
      await userEvent.keyboard('{Tab}');
      chart.element().focus();
      await userEvent.keyboard('{Home}{PageUp}');
      const shown = (): string | undefined => document.querySelector('.chart-tip strong')?.textContent;
      await expect.poll(shown).toBe('10');
      // The chart has drawn the first of the two periods when the text of the second one is shown.
      for (const first of [5, 6]) {
        harness.answers.indices = JSON.stringify([sampleIndex(from(first))]);
        await harness.fleet.indices.refresh();
        await expect.poll(text).toContain(`Latest${first + 59}`);
      }
      expect(shown()).toBe('10');
    });

    test.each(['no-preference', 'reduce'])(
      'is drawn again in the colours of another scheme, and in those that the system forces (prefers-reduced-motion: %s)',
      async (motion) => {
        await showChart();
        const emulate = (...features: { readonly name: string; readonly value: string }[]) =>
          cdp().send('Emulation.setEmulatedMedia', { features });
        onTestFinished(async () => void (await emulate({ name: 'forced-colors', value: 'none' })));
        const [grid, fill] = ['var(--line)', 'color-mix(in oklab, var(--accent) 14%, var(--surface))'];
        const forced = ['color-mix(in srgb, CanvasText 20%, Canvas)', 'color-mix(in oklab, Highlight 14%, Canvas)'];
        const grids = new Set<string>();
        for (const [name, value, colours] of [
          ['prefers-color-scheme', 'light', [grid, fill]],
          ['prefers-color-scheme', 'dark', [grid, fill]],
          ['forced-colors', 'active', forced],
        ] as const) {
          await emulate({ name, value }, { name: 'prefers-reduced-motion', value: motion });
          await expect.poll(() => [...coloursOfChart()]).toEqual(expect.arrayContaining(colours.map(pixelOf)));
          grids.add(pixelOf(colours[0]));
        }
        expect(grids.size).toBe(3);
      },
    );

    test('is a notice without valid values, and a single value without a chart', async () => {
      await show({ throughput_vector: [] });
      await expect.element(page.getByText('The service reports no throughput of this index yet.')).toBeVisible();
      expect(document.querySelector('canvas')).toBeNull();
      const change = async (points: readonly unknown[]): Promise<void> => {
        harness.answers.indices = JSON.stringify([sampleIndex({ throughput_vector: points })]);
        await harness.fleet.indices.refresh();
      };
      const wrong = { x: 'then', y: 1 };
      await change([wrong]);
      await expect.element(page.getByText('No value is valid.')).toBeVisible();
      expect(document.querySelector('canvas')).toBeNull();
      await change([{ x: '2025-10-19 19:00:00.000 +0000 UTC', y: 900 }, wrong]);
      await expect.poll(text).toContain('Latest900');
      await expect.element(page.getByText('1 more value is not valid.')).toBeVisible();
      expect(text()).not.toContain('Peak');
      expect(page.getByRole('slider').elements()).toHaveLength(0);
      // Of each of these points, the time and the value are wrong.
      const malformed = Array.from({ length: 1500 }, () => ({ x: 'then', y: '1' }));
      await change([{ x: '2025-10-19 19:00:00.000 +0000 UTC', y: 900 }, ...malformed]);
      await expect.element(page.getByText('1,500 more values are not valid.')).toBeVisible();
    });
  });
});

const nothing = (): void => {};

const databaseList = (query: Readonly<Record<string, string>> = {}, selected?: string) => (
  <DatabaseList route={{ view: 'database', selected, query }} onCreate={nothing} />
);

const read = (fields?: Readonly<Record<string, unknown>>): Promise<void> => harness.read(id, fields);

test('the list shows a limit without usage, does not sort by it, and accepts values of any type', async () => {
  await read();
  harness.show(databaseList());
  const heading = page.getByRole('columnheader', { name: 'Memory limit' });
  await expect.element(heading).toBeVisible();
  expect(heading.getByRole('button').elements()).toHaveLength(0);
  reportUsage(harness.fleet, 'database', id, { db_max_clients: 0 });
  await expect.element(page.getByRole('columnheader', { name: 'Usage' }).getByRole('button')).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveTextContent('Connections 0 of 1,000');
  // The share stays the same.
  await read({ db_max_clients: 5000 });
  await expect.element(page.getByRole('grid')).toHaveTextContent('Connections 0 of 5,000');
  const wrong = { primary_region: { a: 1 }, state: [true], type: 7, modifying_state: { b: 2 }, db_max_clients: 'x' };
  await read({ database_name: '<img src=x onerror=alert(1)>', ...wrong });
  const words = /<img src=x onerror=alert\(1\)>.*\[true\] · \{"b":2\}.*\{"a":1\}.*7/;
  await expect.element(page.getByRole('grid')).toHaveTextContent(words);
});

test('the id that was copied last is marked as copied, also on a touch screen', async () => {
  using _write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  for (const each of ['orders-2', id]) await harness.read(each);
  harness.show(databaseList());
  const buttons = page.getByRole('button', { name: 'Copy id' });
  await expect.poll(() => buttons.elements().length).toBe(2);
  const both = buttons.elements() as HTMLElement[];
  for (const button of both) {
    // A click that no pointer follows.
    button.click();
    await expect.poll(() => button.ariaLabel).toBe('Copied');
  }
  expect(both.map(({ ariaLabel }) => ariaLabel)).toEqual(['Copy id', 'Copied']);
});

test('an action that is off for the selected rows is fainter than the others, and Escape clears the selection', async () => {
  await read();
  harness.show(databaseList());
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect.element(bar).toBeVisible();
  const opacityOf = (name: string): number =>
    Number(getComputedStyle(page.getByRole('button', { name, exact: true }).element()).opacity);
  await expect.element(page.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled();
  expect(opacityOf('Compare')).toBeLessThan(opacityOf('Copy ids'));
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
});

test('neither the headings nor the actions for selected rows cover the row with the focus', async () => {
  harness.fleet.databases.add(Array.from({ length: 30 }, (_, nth) => `orders-${nth}`));
  harness.show(
    <div className="scroller" style={{ height: 400 }}>
      {databaseList()}
    </div>,
  );
  await page.getByRole('searchbox', { name: 'Find databases' }).click();
  page.getByRole('row').nth(1).element().focus();
  await userEvent.keyboard(' ');
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect.element(bar).toBeVisible();
  for (let step = 0; step < 12; step += 1) await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.ariaRowIndex).toBe('14');
  const end = document.activeElement?.getBoundingClientRect().bottom;
  expect(end).toBeLessThanOrEqual(bar.element().getBoundingClientRect().top);
  for (let step = 0; step < 8; step += 1) await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => document.activeElement?.ariaRowIndex).toBe('6');
  const start = Math.round(document.activeElement?.getBoundingClientRect().top ?? 0);
  expect(start).toBeGreaterThanOrEqual(document.querySelector('.grid-head')?.getBoundingClientRect().bottom ?? 0);
});

test('a filter by health uses the last known conditions while the service does not answer', async () => {
  await read();
  reportUsage(harness.fleet, 'database', id, { db_max_clients: 900 });
  harness.answers.databases.set(id, 503);
  await harness.fleet.databases.refresh(id).catch(nothing);
  harness.show(<DownContext value={true}>{databaseList({ health: 'near' })}</DownContext>);
  await expect.element(page.getByRole('grid')).toHaveTextContent('orders');
});

test.each(['worn', '__proto__'])('the filter shows an unknown health that is in a link: %s', async (health) => {
  await read();
  harness.show(databaseList({ health }));
  await expect.element(page.getByRole('combobox', { name: 'Filter by health' })).toHaveTextContent(health);
  await expect.element(page.getByRole('button', { name: 'Clear search and filters' })).toBeVisible();
});

test('the summary says that usage is missing after an answer, and leaves out a database that is gone', async () => {
  const { answers, fleet, show, sources } = harness;
  await read();
  show(<Summary resource="database" onUsageHelp={nothing} />);
  await expect.element(page.getByText('1 database, active')).toBeVisible();
  expect(page.getByText('Usage is not reported').elements()).toHaveLength(0);
  sources.set([]);
  await expect.element(page.getByText('Usage is not reported')).toBeVisible();
  reportUsage(fleet, 'database', id, { db_max_clients: 990 });
  await expect.element(page.getByText('Highest usage')).toBeVisible();
  answers.databases.delete(id);
  await fleet.databases.refresh(id).catch(nothing);
  await expect.element(page.getByText('1 database, missing')).toBeVisible();
  await expect.poll(text).not.toMatch(/Highest usage|Usage is not reported/);
});

test('a database with a blank name is shown by its id', async () => {
  const { fleet, show, sources } = harness;
  const entries = [{ key: 'a', at: 0, kind: 'create', resource: 'database', id, name: ' ', text: 'Created' }];
  vi.stubGlobal('fetch', async () => Response.json({ entries }));
  onTestFinished(() => void vi.unstubAllGlobals());
  sources.set([]);
  await read({ database_name: ' ' });
  reportUsage(fleet, 'database', id, { db_max_clients: 990 });
  show(
    <>
      <Announcer />
      <Summary resource="database" onUsageHelp={nothing} />
      {databaseList()}
      <Details resource="database" id={id} onClose={nothing} />
      <ActivityList route={{ view: 'activity', selected: undefined, query: {} }} />
    </>,
  );
  await expect.element(page.getByRole('complementary', { name: id, exact: true })).toBeVisible();
  const shownAt = (selector: string): unknown => document.querySelector(selector)?.textContent;
  await expect.poll(() => [shownAt('.tile-name'), shownAt('.row-name')]).toEqual([id, id]);
  await expect.element(page.getByRole('combobox', { name: 'Filter by resource' })).toHaveTextContent(`Resource${id}`);
  await read({ database_name: ' ', state: 'suspended' });
  await expect.element(page.getByRole('status', { name: 'Changes' })).toHaveTextContent(`${id} is suspended.`);
  show(<Palette onOpen={nothing} onClose={nothing} />);
  await page.getByRole('combobox', { name: 'Find anything' }).fill(id);
  await expect.element(page.getByRole('option', { name: /^orders-1/ })).toBeVisible();
});

const changes = page.getByRole('status', { name: 'Changes' });

test('a page announces all changes of a record, but neither that it is hidden nor that it is visible again', async () => {
  await read();
  document.title = '';
  harness.show(<Announcer />);
  // From then on, it follows the fleet.
  await expect.poll(() => document.title).toBe('fleetglass');
  const announced: string[] = [];
  const observer = new MutationObserver(() => announced.push(changes.element().textContent));
  observer.observe(changes.element(), { childList: true, characterData: true, subtree: true });
  setVisibility('hidden');
  expect(harness.fleet.polling.status.value.reason?.code).toBe('hidden');
  setVisibility('visible');
  await read({ state: 'suspended' });
  await expect.element(changes).toHaveTextContent('orders is suspended.');
  expect(announced).toEqual(['orders is suspended.']);
  await read({ state: 'active', modifying_state: 'resuming' });
  await expect.element(changes).toHaveTextContent('orders is active. orders: resuming.');
  await read({ state: 'suspended' });
  await expect.element(changes).toHaveTextContent('orders is suspended. orders is at rest.');
});

test('an empty list of indices stays empty in an outage, and an unread list is not shown as empty', async () => {
  const { answers, fleet, show } = harness;
  const readList = async (list: string): Promise<void> => {
    answers.indices = list;
    await fleet.indices.refresh().catch(nothing);
  };
  await readList('no list');
  show(
    <>
      <Summary resource="index" onUsageHelp={nothing} />
      <IndexList route={{ view: 'index', selected: undefined, query: {} }} />
    </>,
  );
  await expect.element(page.getByText('The vector indices are not loaded')).toBeVisible();
  await readList('[]');
  await expect.element(page.getByText('No vector indices yet')).toBeVisible();
  await readList('no list');
  await expect.element(page.getByRole('heading', { name: 'No vector indices', exact: true })).toBeVisible();
});

test('the alerts view says how to connect a monitor, why alerts are not sent, and which silences are active', async () => {
  const { alerts, show } = harness;
  show(<AlertList />);
  const heading = page.getByRole('heading', { level: 2 });
  await expect.element(heading).toHaveTextContent('No monitor is connected');
  await expect.element(page.getByText('fleetglass dashboard --monitor ./state')).toBeVisible();
  const silence = { id: '1a2b3c4d', comment: '<i>upgrade</i>' };
  const endsAt = new Date(Date.now() + 7_190_000).toISOString();
  alerts.set({
    status: 'listed',
    counts: { firing: 0, pending: 0, silenced: 1000, suppressed: 1 },
    alerts: [
      sampleAlert({ state: 'silenced', quiet: { ...silence, kind: 'silence', name: silence.id } }),
      sampleAlert({ key: 'b', state: 'suppressed', quiet: { kind: 'rule', name: 'polling-stopped' } }),
    ],
    silences: [{ ...silence, endsAt, rules: ['suspended'], labels: { team: 'shop' } }],
  });
  await expect.element(heading).toHaveTextContent('0 firing, 0 pending, 1,000 silenced, 1 suppressed');
  await expect.element(page.getByText('The 2 most urgent are listed.')).toBeVisible();
  const rows = page.getByRole('grid').getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('silenced: <i>upgrade</i> (1a2b3c4d)');
  await expect.element(rows.nth(2)).toHaveTextContent('suppressed: because of polling-stopped');
  const item = page.getByRole('region', { name: 'Silences' }).getByRole('listitem');
  await expect.element(item).toHaveTextContent('<i>upgrade</i> ends in 1 hsuspended, team=shop');
  await expect.element(item).toHaveTextContent('fleetglass silence end 1a2b3c4d --state <directory>');
});
