import type { Subscription } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineFleetInspector, type FleetInspector } from '../../src/devtools/index.js';
import { activityOf, createFleet, type Fleet } from '../../src/index.js';
import { canaries, createBusyFleet, createSampleFleet, hostileText, ids } from '../notebook/sample-fleet.js';
import { scaled } from '../support/scale.js';
import { problemsIn } from './problems-in.js';

defineFleetInspector();

const MANY = scaled({ short: 2000, long: 10_000 });

/** A fleet with all kinds of entries. Its service sends hostile texts. */
const busy = await createBusyFleet(hostileText);
const fleets: Fleet[] = [];

afterEach(() => {
  document.body.replaceChildren();
  fleets.splice(0).forEach((fleet) => fleet.dispose());
});

const rootOf = (inspector: FleetInspector) => inspector.shadowRoot as ShadowRoot;
const textOf = (inspector: FleetInspector) => rootOf(inspector).textContent;

/** Shows a fleet with all sections open. */
async function show(fleet: Fleet | undefined, widthPx = 1000): Promise<FleetInspector> {
  await page.viewport(widthPx, 900);
  document.body.style.margin = '0';
  const inspector = document.createElement('fleet-inspector');
  inspector.fleet = fleet;
  document.body.append(inspector);
  const sections = [...rootOf(inspector).querySelectorAll('details')];
  for (const section of sections) section.open = true;
  const isDrawn = (section: Element): boolean => section.querySelector('[role=status]')?.textContent !== '';
  await expect.poll(() => sections.every(isDrawn)).toBe(true);
  return inspector;
}

function cellsOf(inspector: FleetInspector, id: string): string[] {
  const rows = [...rootOf(inspector).querySelectorAll('details:first-child tbody tr')] as HTMLTableRowElement[];
  return [...(rows.find((row) => row.cells[0]?.textContent === id)?.cells ?? [])].map(({ textContent }) => textContent);
}

/** A fleet of many ids, of which nothing is polled. */
function createLargeFleet(count = MANY): Fleet {
  const fleet = createFleet({ baseUrl: 'https://api.example.com', fetch: async () => Response.json({}) });
  fleets.push(fleet);
  fleet.polling.pause('to look at it');
  fleet.databases.add(Array.from({ length: count }, (_, at) => `id-${String(at).padStart(5, '0')}`));
  return fleet;
}

/** A fleet of two databases that are not polled, with the log of its activity. */
async function showTwo() {
  const { fleet, answers, refresh } = createSampleFleet();
  fleets.push(fleet);
  for (const id of ['a', 'b']) answers.set(id, { database_id: id, state: 'active' });
  fleet.polling.pause();
  fleet.databases.add(['a', 'b']);
  const inspector = await show(fleet);
  const log = rootOf(inspector).querySelectorAll('details')[3] as HTMLDetailsElement;
  return { inspector, log, refresh, count: () => Number(log.querySelector('.count')?.textContent) };
}

describe('<fleet-inspector>', () => {
  it('is accessible in light and in dark colours, with texts of the service, and fits into 320 pixels', async () => {
    // Axe cannot determine the background of a text that is partly outside of the page.
    const inspector = await show(busy.fleet, 2000);
    for (const scheme of ['light', 'dark']) {
      inspector.style.colorScheme = scheme;
      expect(await problemsIn(inspector), scheme).toEqual([]);
    }
    for (const width of [320, 390, 1440]) {
      await page.viewport(width, 900);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  });

  it('shows known ids with the reason, the next request and errors; drift, storage and sharing', async () => {
    const stop = busy.fleet.databases.track([ids.sessions], { everyMs: 5500 });
    const subscription = busy.fleet.databases.entry(ids.sessions).subscribe();
    await busy.clock.advance(0);
    const inspector = await show(busy.fleet);
    const [, name, status, reasons, every] = cellsOf(inspector, ids.sessions);
    expect([name, status, reasons, every]).toEqual(['sessions', 'fresh', 'added, leased, observed', '5.5 s']);
    expect(cellsOf(inspector, ids.gone)).toContain('missing');
    expect(cellsOf(inspector, ids.silent).at(-1)).toMatch(/^unavailable: /);
    expect(cellsOf(inspector, ids.carts)[5]).toMatch(/^in \d+ s$|^due$/);
    const text = textOf(inspector);
    const ofPolling = ['polling: statepaused', 'polling: breakerclosed', 'limiter: per second1000'];
    for (const part of [...ofPolling, 'storage: statenone', 'sharing: statenone', 'unknown-value'])
      expect(text).toContain(part);
    await busy.refresh(ids.sessions);
    await expect.poll(() => textOf(inspector)).toContain(`answer get-database ${ids.sessions}`);
    subscription.unsubscribe();
    stop();
  });

  it('shows no secret, and texts of the service as texts', async () => {
    const inspector = await show(busy.fleet);
    await busy.refresh(ids.silent);
    await busy.refresh(ids.gone);
    await busy.fleet.indices.refresh();
    await expect.poll(() => textOf(inspector)).toContain('answer list-vector-indices');
    for (const canary of [...canaries, 'canary-of-a-password-of-the-account'])
      expect(rootOf(inspector).innerHTML).not.toContain(canary);
    expect(rootOf(inspector).querySelectorAll('script, img, style')).toHaveLength(0);
    expect(textOf(inspector)).toContain('<script>alert(1)');
    expect(textOf(inspector)).not.toContain('\u202e');
  });

  it(`draws 50 rows of ${MANY} databases, and finds each by its id`, async () => {
    const last = `id-${String(MANY - 1).padStart(5, '0')}`;
    const inspector = await show(createLargeFleet());
    const rows = () =>
      [...rootOf(inspector).querySelectorAll('details:first-child tbody th')].map(({ textContent }) => textContent);
    expect(rows()).toHaveLength(50);
    expect(textOf(inspector)).toContain(`Page 1 of ${MANY / 50}`);
    const next = [...rootOf(inspector).querySelectorAll('button')].find(({ textContent }) => textContent === 'Next');
    await userEvent.click(next as HTMLElement);
    await expect.poll(() => rows()[0]).toBe('id-00050');
    await userEvent.fill(rootOf(inspector).querySelector('input') as HTMLInputElement, last.toUpperCase());
    await expect.poll(rows).toEqual([last]);
    await userEvent.fill(rootOf(inspector).querySelector('input') as HTMLInputElement, 'none of them');
    await expect.poll(rows).toEqual([]);
    expect(textOf(inspector)).toContain('Nothing to show.');
  });

  it('is used with the keyboard', async () => {
    const inspector = await show(createLargeFleet(60));
    const active = () => rootOf(inspector).activeElement;
    const reached: (string | undefined)[] = [];
    for (let step = 0; step < 5; step++) {
      await userEvent.tab();
      reached.push(active()?.localName);
    }
    expect(reached).toEqual(['summary', 'input', 'div', 'button', 'button']);
    // On the last page, the button keeps the focus and does nothing.
    const rows = () => rootOf(inspector).querySelectorAll('details:first-child tbody tr').length;
    for (let press = 0; press < 2; press++) {
      await userEvent.keyboard('{Enter}');
      await expect.poll(rows).toBe(10);
      await expect.poll(() => active()?.ariaDisabled).toBe('true');
    }
    expect(active()?.textContent).toBe('Next');
    const names = [...rootOf(inspector).querySelectorAll('input')].map(({ ariaLabel }) => ariaLabel);
    expect(new Set(names).size).toBe(names.length);
  });

  it('does not move its log while the user reads it, with times to the millisecond', async () => {
    const { inspector, log, count, refresh } = await showTwo();
    const rows = () => [...log.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
    await refresh('a');
    await expect.poll(rows).toContainEqual(expect.stringMatching(/\d\d[.,]\d{3}.*answer get-database a/));
    const scroll = log.querySelector('.scroll') as HTMLElement;
    scroll.focus();
    const before = rows();
    await refresh('b');
    await expect.poll(() => cellsOf(inspector, 'b')).toContain('fresh');
    expect(rows()).toEqual(before);
    scroll.blur();
    await expect.poll(rows).toContainEqual(expect.stringContaining('answer get-database b'));
    await userEvent.hover(scroll);
    const hovered = rows();
    const drawn = count();
    await refresh('a');
    await expect.poll(count).toBeGreaterThan(drawn);
    expect(rows()).toEqual(hovered);
    // A filter applies even while the pointer is over the log.
    const filter = log.querySelector('input') as HTMLInputElement;
    await userEvent.fill(filter, 'answer get-database b');
    const others = () => rows().filter((row) => !row.includes('answer get-database b'));
    await expect.poll(others).toEqual([]);
    expect(rows()).not.toEqual([]);
    await userEvent.clear(filter);
    await userEvent.hover(rootOf(inspector).querySelector('p') as HTMLElement);
    await expect.poll(() => rows().length).toBeGreaterThan(hovered.length);
  });

  it('announces pages, not each event, and shows no count that becomes stale for a closed section', async () => {
    const { inspector, log, count, refresh } = await showTwo();
    const status = log.querySelector('[role=status]') as HTMLElement;
    for (let each = 0; each < 26; each++) await refresh('a');
    await expect.poll(() => status.textContent).toBe('Page 1 of 2');
    const changed: Node[] = [];
    const observer = new MutationObserver((records) => void changed.push(...records.map(({ target }) => target)));
    observer.observe(rootOf(inspector), { subtree: true, childList: true, attributes: true });
    const drawn = count();
    await refresh('a');
    await expect.poll(count).toBeGreaterThan(drawn);
    expect(changed).toContain(log.querySelector('.count'));
    expect(changed).not.toContain(status);
    log.open = false;
    await expect.poll(() => log.querySelector('.count')?.textContent).toBe('');
  });

  it('draws at most four times a second, and only while it is visible', async () => {
    const { fleet, refresh } = createSampleFleet();
    fleets.push(fleet);
    await show(fleet);
    const draws: number[] = [];
    const status = fleet.storage.value;
    vi.spyOn(fleet.storage, 'value', 'get').mockImplementation(() => {
      draws.push(performance.now());
      return status;
    });
    await expect.poll(async () => (await refresh('a'), draws.length)).toBeGreaterThan(6);
    const fourGaps = draws.slice(4).map((at, before) => at - (draws[before] ?? 0));
    expect(Math.min(...fourGaps)).toBeGreaterThanOrEqual(4 * 245);

    const hide = (isHidden: boolean): void => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    hide(true);
    const drawn = draws.length;
    const startMs = performance.now();
    await expect.poll(async () => (await refresh('a'), performance.now() - startMs)).toBeGreaterThan(1200);
    expect(draws).toHaveLength(drawn);
    hide(false);
    Reflect.deleteProperty(document, 'hidden');
    await expect.poll(() => draws.length).toBeGreaterThan(drawn);
  });

  it('causes no polls', async () => {
    const fetch = vi.fn<() => Promise<Response>>(async () => Response.json({}));
    const fleet = createFleet({ baseUrl: 'https://api.example.com', fetch });
    fleets.push(fleet);
    await show(fleet);
    expect([fleet.databases.known.value, fetch.mock.calls]).toEqual([[], []]);
  });

  it('shows another fleet, no fleet, and a disposed fleet', async () => {
    const first = createLargeFleet(1);
    const subscribe = vi.spyOn(activityOf(first), 'subscribe');
    const isObserved = () => subscribe.mock.results.some(({ value }) => !(value as Subscription).closed);
    const inspector = await show(first);
    expect(isObserved()).toBe(true);
    const second = createLargeFleet(2);
    inspector.fleet = second;
    expect(inspector.fleet).toBe(second);
    expect(isObserved()).toBe(false);
    await expect.poll(() => textOf(inspector)).toContain('Databases known: 2.');
    second.dispose();
    await expect.poll(() => textOf(inspector)).toContain('The fleet was disposed of');
    expect(cellsOf(inspector, 'id-00001')[0]).toBe('id-00001');
    inspector.fleet = undefined;
    expect(textOf(inspector)).toBe('No fleet: set the property `fleet` of this element.');
    expect(() => (inspector.fleet = {} as Fleet)).toThrow('fleet-inspector expects a fleet');
    inspector.fleet = first;
    inspector.remove();
    expect(isObserved()).toBe(false);
    document.body.append(inspector);
    await expect.poll(() => textOf(inspector)).toContain('Databases known: 1.');
    expect(isObserved()).toBe(true);
  });

  it('accepts a fleet that was set before the element was defined, and a custom name', async () => {
    const fleet = createLargeFleet(3);
    const early = Object.assign(document.createElement('my-inspector'), { fleet });
    document.body.append(early);
    defineFleetInspector('my-inspector');
    defineFleetInspector('my-inspector');
    expect((early as Partial<FleetInspector>).fleet).toBe(fleet);
    await expect.poll(() => early.shadowRoot?.textContent).toContain('Databases known: 3.');
  });

  it('obeys a strict content security policy', async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
    const policy = document.createElement('meta');
    Object.assign(policy, {
      httpEquiv: 'Content-Security-Policy',
      content: "style-src 'none'; script-src 'self'; img-src 'none'",
    });
    document.head.append(policy);
    document.body.removeAttribute('style');
    const inspector = document.createElement('fleet-inspector');
    inspector.fleet = busy.fleet;
    document.body.append(inspector);
    await expect.poll(() => textOf(inspector)).toContain('Databases known');
    expect(getComputedStyle(inspector).display).toBe('block');
    expect(violations).toEqual([]);
    inspector.setAttribute('style', 'color: red');
    await expect.poll(() => violations).toEqual(['style-src-attr']);
  });
});
