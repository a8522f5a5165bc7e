import { reportUsage, createDatabase, fetchCredentials, activityOf } from '../../../src/index.js';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BoardFacts } from '../../../src/apps/board/scene.js';
import { describeConnection, trackAnswers } from '../../../src/apps/board/describe-connection.js';
import { createRefresh } from '../../../src/apps/board/refresh-fleet.js';
import { showBoard } from '../../../src/apps/board/show-board.js';
import type { LogEntry } from '../../../src/apps/board/render-log.js';
import type { BoardAlerts } from '../../../src/apps/board/render-alerts.js';
import type { View } from '../../../src/core/store/view.js';
import { countAlerts } from '../../../src/format/shown-alerts.js';
import { createPalette } from '../../../src/apps/terminal/text.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { createControlClient, createService } from '../../../src/service/index.js';
import { createCell } from '../../../src/core/store/cell.js';
import { Commits } from '../../../src/core/store/commits.js';
import { createPair } from '../../sharing/group-under-test.js';
import { createManualClock } from '../../support/manual-clock.js';
import { sampleAlert } from '../../support/sample-alert.js';
import { sampleSeed } from '../../support/sample-database.js';
import { createFakeTerminal, createScreenReader } from './fake-terminal.js';
import { eventually } from '../../support/eventually.js';

const credentials = { username: 'me', password: 'canary-password' };

/** Shows a board that has loaded its fleet. */
async function show(...parameters: Parameters<typeof showLoading>) {
  const shown = await showLoading(...parameters);
  await shown.clock.advance(1000);
  return shown;
}

/** Shows a board in this process, on a terminal that the test can read. */
async function showLoading(
  databases: number,
  columns: number,
  rows: number,
  isDemo = true,
  alerts?: View<BoardAlerts>,
) {
  const clock = createManualClock();
  const names = Array.from({ length: databases }, (_, at) => `database-${at + 1}`);
  const seed = { ...sampleSeed(...names), indices: [{ id: 'index-1', name: 'articles' }] };
  const service = createService({ credentials, controlToken: 'token', seed, clock });
  const baseUrl = 'http://localhost';
  const control = createControlClient({ baseUrl, token: 'token', clock, fetch: service.fetch });
  const fleet = createFleet({ baseUrl, credentials, clock, random: () => 0.5, fetch: service.fetch });
  const ids = (await control.databases.list()).toSorted((a, b) =>
    String(a['database_name']).localeCompare(String(b['database_name']), 'en', { numeric: true }),
  );
  fleet.databases.track(ids.map((record) => String(record['database_id'])));

  const terminal = createFakeTerminal(columns, rows);
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} });
  const commits = new Commits();
  const notes = createCell<readonly LogEntry[]>(commits, []);
  const outage = createCell<string | undefined>(commits, undefined);
  const actions = {
    outage: outage.view,
    create: vi.fn<() => void>(),
    toggleState: vi.fn<(id: string) => void>(),
    toggleOutage: vi.fn<() => void>(),
  };
  const io = { stdin, stdout: terminal.stream } as unknown as Parameters<typeof showBoard>[0];
  const stop = new AbortController();
  const palette = createPalette({ NO_COLOR: '1' }, true);
  const demo = { pageUrl: 'http://127.0.0.1:4871/', actions };
  const words = { howToAdd: 'No databases yet. Press c to create one.', howToKnow: 'No use is known.' };
  const browse = vi.fn<BoardFacts['browse']>(async () => undefined);
  const facts = {
    fleet,
    clock,
    baseUrl,
    notes: notes.view,
    palette,
    account: 'me@example.com',
    commandArguments: ' --profile staging',
    browse,
    ...words,
    demo: isDemo ? demo : undefined,
    alerts,
  };
  const over = showBoard(io, facts, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await over;
    fleet.dispose();
    await service.close();
  });
  const reader = createScreenReader();
  return {
    clock,
    fleet,
    control,
    terminal,
    actions,
    notes,
    browse,
    /** The lines on the screen now. */
    async screen() {
      // A changed view is drawn within this time.
      await clock.advance(50);
      return reader.read(terminal.written());
    },
    async press(key: string) {
      stdin.write(key);
      await clock.advance(0);
    },
    over,
  };
}

describe('showBoard', () => {
  it('shows the progress of the first load, then records with their age, and observes no others', async () => {
    const { clock, fleet, screen } = await showLoading(40, 80, 24);
    await clock.advance(100);
    expect((await screen())[1]).toMatch(/loading/i);
    await clock.advance(4000);
    const text = (await screen()).join('\n');
    expect(text).not.toContain('loading');
    expect(text).toMatch(/❯ {2}database-1 +active +\d+ s ago +[\da-f-]{36}/);
    expect(text).toMatch(/DATABASES 1-\d+\/40/);
    await clock.advance(7000);
    const onScreen = (await screen()).filter((line) => line.includes('database-')).length;
    const polls = new Map<string, number>();
    activityOf(fleet).subscribe((one) => {
      if (one.kind === 'request' && one.id !== undefined) polls.set(one.id, (polls.get(one.id) ?? 0) + 1);
    });
    // In this time observed databases are polled at least twice, tracked databases at most once.
    await clock.advance(35_000);
    const observed = [...polls].filter(([, count]) => count >= 2).map(([id]) => id);
    expect(observed).toEqual(expect.arrayContaining(fleet.databases.known.value.slice(0, onScreen)));
    expect(observed).toHaveLength(onScreen);
  });

  it('shows reported usage in units and as bars, the largest share first, and labels it in a demonstration', async () => {
    const { clock, fleet, press, screen } = await show(2, 120, 24);
    await press('1');
    const [first = '', second = ''] = fleet.databases.known.value;
    reportUsage(fleet, 'database', first, { db_max_clients: 50 });
    // The summary is at most a second old.
    await clock.advance(1000);
    expect((await screen()).join('\n')).toMatch(/MOST USED, SIMULATED[^]*LIMITS +SIMULATED USE/);
    reportUsage(fleet, 'database', second, { db_memory_threshold: 2 ** 26 });
    await clock.advance(1000);
    const lines = await screen();
    const at = lines.findIndex((line) => line.startsWith('LIMITS'));
    expect(lines[at + 1]).toMatch(/database-2 +Memory +█+ +100 % +64 MiB of 64 MiB$/);
    expect(lines[at + 2]).toMatch(/database-1 +Connections +█+░+ +50 % +50 of 100$/);
    // Readings within a few seconds become one point.
    await clock.advance(8000);
    reportUsage(fleet, 'database', first, { db_max_clients: 100 });
    // The list shows the history of the use.
    expect((await screen()).join('\n')).toMatch(/database-1 +█+ +100 % Connections +active .* ▅{7}█ /);
  });

  it('begins with product, account, connection and the address of the page', async () => {
    const { screen, terminal } = await show(2, 120, 24);
    for (const [columns, line] of [
      [120, /^fleetglass {2}me@example\.com {2}● Live +page http:\/\/127\.0\.0\.1:4871\/$/],
      [34, /^fleetglass {2}me@example\.com {2}● Live$/],
      [30, /^fleetglass {2}● Live$/],
    ] as const) {
      terminal.resize(columns, 24);
      expect((await screen())[0]).toMatch(line);
    }
  });

  it('says in the second line how the fleet is, with a state of the service escaped', async () => {
    const { clock, control, fleet, screen } = await showLoading(9, 100, 24);
    const [first = '', second = '', third = ''] = fleet.databases.known.value;
    await control.databases.set(second, { state: 'suspended' });
    await clock.advance(2000);
    expect((await screen())[1]).toBe('9 active, 1 suspended');
    reportUsage(fleet, 'database', first, { db_memory_threshold: 0.9 * 2 ** 26 });
    await control.faults.inject({ kind: 'status', status: 500, times: 1 });
    await fleet.databases.refresh(third).catch(() => {});
    expect((await screen())[1]).toBe('7 healthy, 1 near its memory limit, 1 not answering, 1 suspended');
    await control.databases.set(second, { state: '\u001b[2J' });
    await fleet.databases.refresh(second);
    await clock.advance(1000);
    expect((await screen())[1]).toMatch(/, 1 \\u001b\[2J$/);
  });

  it('shows that the service does not answer, with the next attempt, and logs when it stops and begins', async () => {
    const { clock, control, press, screen } = await show(4, 120, 24);
    await control.faults.inject({ kind: 'status', status: 503 });
    await clock.advance(60_000);
    const text = (await screen()).join('\n');
    expect(text).toMatch(/● Unreachable for \d+ s, next try in \d+ s .*\n5 databases and indices, all not answering\n/);
    expect(text).not.toMatch(/Live| ago/);
    expect(text).toMatch(/ ! database-4 +active +stale/);
    expect(text).toMatch(/ {2}\d\d:\d\d:\d\d {2}service {2}not reachable/);
    await control.faults.clear();
    await clock.advance(60_000);
    expect((await screen()).join('\n')).toMatch(/service {2}requests are sent again\n.*service {2}not reachable/);
    await press('2');
    await press('\t');
    expect((await screen()).join('\n')).toContain('One request at a time tests whether');
  });

  it('shows that the service does not answer a fleet that is too small to stop its polls', async () => {
    const { clock, control, fleet, screen } = await show(1, 120, 24);
    await control.faults.inject({ kind: 'status', status: 503 });
    await clock.advance(60_000);
    expect(fleet.polling.status.value.state).toBe('running');
    expect((await screen())[0]).toMatch(/● Unreachable for \d+ s/);
    await control.faults.clear();
    await clock.advance(60_000);
    expect((await screen())[0]).toContain('● Live');
  });

  it('is live in a group whose other member gets all answers', async () => {
    const { first, second, advance } = createPair({ owners: 'one' });
    const answers = trackAnswers(second.fleet);
    for (const { fleet } of [first, second]) fleet.databases.add('a');
    await advance(10_000);
    const words = describeConnection(second.fleet.polling.status.value, answers, second.clock.now());
    expect(words).toEqual({ text: 'Live', mood: 'good' });
    answers.stop();
  });

  it('shows the alerts of its monitor in a pane', async () => {
    const list = [
      sampleAlert({ summary: 'The state is\u001b suspended.' }),
      sampleAlert({ key: 'b', severity: 'warning', resource: 'fleet', id: '' }),
      sampleAlert({ key: 'c', state: 'pending', severity: 'info', name: 'carts' }),
    ];
    const alerts = createCell<BoardAlerts>(new Commits(), { alerts: list, counts: countAlerts(list), silences: 1 });
    const { press, screen, terminal } = await show(3, 100, 30, false, alerts.view);
    expect((await screen())[0]).toContain('● Live · 2 firing, 1 pending');
    await press('3');
    const lines = await screen();
    const at = lines.indexOf('ALERTS  2 firing, 1 pending · 1 silence');
    expect(lines[at + 1]).toMatch(/^ {2}critical +orders +The state is.* suspended +a$/);
    expect(lines[at + 2]).toMatch(/^ {2}warning +the fleet /);
    expect(lines.findIndex((line) => line.startsWith('DATABASES'))).toBeLessThan(at);
    terminal.resize(40, 16);
    const narrow = await screen();
    expect(narrow).toContain('ALERTS  2 firing, 1 pending · 1 silence');
    for (const line of narrow) expect(stringWidth(line)).toBeLessThanOrEqual(40);
    alerts.set({ alerts: list.slice(0, 1), counts: countAlerts(list), silences: 0 });
    expect(await screen()).toContain('  and 2 more');
    const none = { alerts: [], counts: countAlerts([]), silences: 0 };
    alerts.set({ ...none, problem: 'The monitor cannot be reached (ECONNREFUSED).' });
    expect((await screen()).join('\n')).toMatch(/^ALERTS {2}The monitor cannot be/m);
    alerts.set(none);
    expect(await screen()).toContain('ALERTS  0 firing, 0 pending');
  });

  it('waits neither for a missing database nor while the service refuses the account', async () => {
    const { clock, fleet, screen } = await showLoading(2, 80, 24);
    fleet.databases.track('gone');
    await clock.advance(2000);
    expect((await screen())[1]).toBe('3 active, 1 missing');
    fleet.setCredentials({ username: 'me', password: 'wrong' });
    fleet.databases.track('another');
    await clock.advance(20_000);
    expect((await screen())[1]).toBe('4 not readable, 1 missing');
    expect((await screen())[0]).toMatch(/● Wrong credentials, next try in \d+ s$/);
  });

  it('says how many rows a refresh has read, a missing database included, or could not read', async () => {
    const { clock, control, fleet, press, screen } = await show(2, 80, 24);
    fleet.databases.track('gone');
    await clock.advance(1000);
    await press('r');
    await clock.advance(1000);
    const lines = await screen();
    expect([lines[1], lines.at(-2)]).toEqual(['3 active, 1 missing', 'refreshed 4 rows']);
    await control.faults.inject({ kind: 'status', status: 500, times: 1, operation: 'get-database' });
    await press('r');
    await clock.advance(1000);
    expect((await screen()).at(-2)).toBe('1 of 4 rows could not be read');
    await control.faults.inject({ kind: 'status', status: 503 });
    await clock.advance(60_000);
    expect((await screen()).at(-2)).toBe('');
    await press('r');
    await clock.advance(1000);
    expect((await screen()).at(-2)).toBe('4 of 4 rows could not be read');
  });

  it('says that the list of vector indices could not be read, although it has no rows', async () => {
    const clock = createManualClock();
    const fetch = async () => Response.json([{ id: 'songs' }, { name: 'without an id' }]);
    using fleet = createFleet({ baseUrl: 'http://localhost', credentials, clock, fetch });
    const refresh = createRefresh(fleet, clock, () => {});
    void refresh.start();
    await clock.advance(1000);
    expect(refresh.notice()).toEqual({ text: 'the vector indices could not be read', isFailure: true });
  });

  it('shows notices in empty sections, and the details of a vector index', async () => {
    const { press, screen } = await show(0, 80, 30);
    const text = (await screen()).join('\n');
    expect(text).toContain('1 vector index, listed');
    expect(text).toContain('No databases yet. Press c to create one.');
    expect(text).toContain('None seen yet.');
    await press('1');
    expect((await screen()).join('\n')).toContain('No use is known.');
    await press('3');
    expect((await screen()).join('\n')).toContain('No monitor is named.');
    await press('\r');
    const details = (await screen()).join('\n');
    expect(details).toContain('articles\nVector index, read: ');
    expect(details).toMatch(/Vectors +2M/);
  });

  it('runs the actions of the keys, on the selected database', async () => {
    const { fleet, actions, press, screen } = await show(3, 80, 24);
    for (const key of ['c', 'o', 'p', 'j', '\u001b[B', 'k', 't']) await press(key);
    for (const name of ['create', 'toggleOutage'] as const) expect(actions[name]).toHaveBeenCalledTimes(1);
    expect(fleet.polling.status.value.state).toBe('paused');
    expect((await screen())[0]).toContain('Paused, press p to resume');
    await press('p');
    expect(fleet.polling.status.value.state).toBe('running');
    expect(actions.toggleState).toHaveBeenCalledExactlyOnceWith(fleet.databases.known.value[1]);
    expect((await screen()).join('\n')).toContain('❯  database-2');
  });

  it('has no keys of the demonstration for a real account, and says where its unconfirmed creates are', async () => {
    const { clock, control, fleet, press, screen } = await show(1, 120, 24, false);
    for (const key of ['c', 't', 'o']) await press(key);
    expect((await screen()).at(-1)).toBe(
      '↑↓ select  Enter open  / filter  s order  1 limits  2 changes  3 alerts  Tab pane  y copy  e connect  ? help  q quit',
    );
    expect((await screen())[0]).toMatch(/http:\/\/localhost$/);
    await control.faults.inject({ kind: 'status', status: 500, when: 'after', operation: 'create-database' });
    const request = { database_name: 'a', platform: 'aws', primary_region: 'eu-west-1' } as const;
    const creating = createDatabase(fleet, request).catch(() => {});
    await clock.advance(1000);
    await creating;
    expect((await screen())[2]).toBe('The outcome of 1 create is not known: see fleetglass list');
  });

  it('keeps the selected row when others come and go, and selects the next one when it is removed', async () => {
    const { clock, fleet, press, screen } = await show(2, 80, 24);
    await press('j');
    const endOther = fleet.databases.track('another');
    await clock.advance(1000);
    expect((await screen()).join('\n')).toContain('❯  database-2');
    await press('G');
    expect((await screen()).join('\n')).toContain('❯  articles');
    endOther();
    await clock.advance(1000);
    expect((await screen()).join('\n')).toContain('❯  articles');
    const endLease = fleet.databases.track('missing-one');
    await clock.advance(1000);
    await screen();
    await press('g');
    expect((await screen()).join('\n')).toContain('❯! missing-one');
    // By name, the row is the last of the databases.
    await press('s');
    await press('s');
    expect((await screen()).join('\n')).toContain('❯! missing-one');
    endLease();
    await clock.advance(1000);
    expect((await screen()).join('\n')).toContain('❯  articles');
  });

  it('shows the details of the selected database until Escape: connection, limits, changes, fields', async () => {
    const { control, fleet, press, screen, terminal } = await show(2, 100, 60);
    const [, id = ''] = fleet.databases.known.value;
    reportUsage(fleet, 'database', id, { db_max_clients: 50 });
    await control.databases.set(id, { state: 'suspended' });
    await fleet.databases.refresh(id);
    const { password = '' } = (await fetchCredentials(fleet, id)) ?? {};
    await press('j');
    await press('\r');
    const text = (await screen()).join('\n');
    const order = ['database-2\n', 'Database, suspended', 'Connection\n', 'Limits', 'Changes', 'Placement'];
    expect(order.map((word) => text.indexOf(word))).toEqual(
      order.map((word) => text.indexOf(word)).toSorted((a, b) => a - b),
    );
    expect(text).toMatch(/Connections +█+░+ +50 % +50 of 100/);
    expect(text).toMatch(/Memory +64 MiB$/m);
    expect(text).toMatch(/\d\d:\d\d:\d\d {2}active → suspended/);
    expect(text).toContain(id);
    expect(text).not.toContain(password);
    terminal.resize(80, 16);
    await press('G');
    expect((await screen()).join('\n')).toMatch(/Encryption at rest/);
    await press('\u001b');
    await eventually(async () => expect((await screen()).join('\n')).toContain('DATABASES'));
  });

  it('shows a change in one line, with its day if it is old, and its details in the focused pane', async () => {
    const { clock, notes, press, screen } = await showLoading(1, 80, 24);
    const shown = async () => (await screen()).filter((line) => line.includes('create a'));
    const note = { label: 'you', text: 'create a', kind: 'done' } as const;
    notes.set([36, 12].map((hours) => ({ ...note, at: clock.now() - hours * 3_600_000 })));
    expect(await shown()).toEqual(['  12:00:00  you     create a', '  12-30     you     create a']);
    const text = 'create a: failed, not reachable';
    notes.set([{ at: clock.now(), label: 'you', text, details: 'ECONNREFUSED '.repeat(9), kind: 'failed' }]);
    expect(await shown()).toEqual([`  00:00:00  you     ${text}`]);
    expect((await screen()).join('')).not.toContain('ECONNREFUSED');
    await press('\t');
    expect((await screen()).join('\n')).toMatch(/❯ CHANGES .*\n.*create a: failed, not reachable\n {12}ECONNREFUSED/);
  });

  it('shows the selected index at the end of a list that is longer than the screen, without databases', async () => {
    const { control, fleet, press, screen } = await show(0, 80, 14);
    for (const id of '23456789') await control.indices.add({ id: `index-${id}`, name: `articles-${id}` });
    await fleet.indices.refresh();
    expect((await screen()).join('\n')).toContain('INDICES 1-');
    await press('G');
    expect((await screen()).join('\n')).toContain('❯  articles-9');
  });

  it('ends at q, restores the terminal, and draws and observes nothing when the page opens later', async () => {
    const { clock, fleet, browse, press, over, terminal } = await show(2, 80, 24);
    let open = (_: string | undefined): void => {};
    browse.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
    await press('b');
    await press('q');
    await over;
    expect(terminal.written()).toContain('\u001b[?1049l\u001b[?25h');
    expect(fleet.polling.status.value.known).toBe(2);
    const polled: (string | undefined)[] = [];
    activityOf(fleet).subscribe((one) => one.kind === 'request' && polled.push(one.id));
    open('http://127.0.0.1/?token=x');
    // In this time observed databases are polled at least twice, tracked databases at most once.
    await clock.advance(35_000);
    expect(terminal.written()).toBe('');
    expect(polled.filter((id) => id !== undefined)).toEqual([...new Set(polled)].filter((id) => id !== undefined));
  });

  it('shows 20 of 40 databases on 32 lines, and in a part of them an opened pane that scrolls', async () => {
    const { clock, notes, press, screen } = await show(40, 100, 32);
    await clock.advance(7000);
    const shownRows = async (): Promise<number> => (await screen()).filter((line) => line.includes('database-')).length;
    expect(await shownRows()).toBeGreaterThanOrEqual(20);
    expect(await screen()).toHaveLength(32);
    await press('2');
    expect((await screen()).join('\n')).toContain('CHANGES');
    expect(await shownRows()).toBeGreaterThanOrEqual(10);
    const entry = { at: 0, label: 'you', kind: 'done' } as const;
    notes.set(Array.from({ length: 60 }, (_, at) => ({ ...entry, text: `note ${String(at).padStart(2, '0')}` })));
    await press('\t');
    const shownNotes = async () => (await screen()).flatMap((line) => /note \d\d/.exec(line) ?? []);
    const before = await shownNotes();
    const pageDown = '\u001b[6~';
    await press(pageDown);
    expect((await shownNotes())[0]).toBe(before.at(-1));
    await press('2');
    expect((await screen()).join('\n')).not.toContain('CHANGES');
  });

  it('filters the rows while a person types, with a count, and forgets the filter at Escape', async () => {
    const { clock, press, screen } = await show(12, 80, 40);
    await clock.advance(1000);
    for (const key of '/DATABASE-1qj') await press(key);
    expect((await screen()).at(-2)).toBe('/DATABASE-1qj▏  0 of 13  Enter keeps, Escape clears');
    expect((await screen()).join('\n')).toContain('No row matches the filter.');
    await press('\u007f\u007f');
    await screen();
    const end = '\u001b[F';
    await press(end);
    expect((await screen()).join('\n')).toContain('❯  database-12');
    await press('\r');
    expect((await screen()).at(-2)).toBe('/DATABASE-1  4 of 13');
    const names = (await screen()).flatMap((line) => /[❯ ][! ] (\S+)/.exec(line)?.[1] ?? []);
    expect(names).toEqual(expect.arrayContaining(['database-1', 'database-10', 'database-11', 'database-12']));
    expect((await screen()).join('\n')).not.toMatch(/database-2|articles/);
    await press('\u001b');
    await eventually(async () => expect((await screen()).join('\n')).toContain('articles'));
  });

  it('orders by attention, and at s by use, name and age', async () => {
    const { control, fleet, press, screen } = await show(4, 120, 30);
    const [first = '', second = '', third = '', fourth = ''] = fleet.databases.known.value;
    reportUsage(fleet, 'database', first, { db_max_clients: 10 });
    reportUsage(fleet, 'database', second, { db_max_clients: 28 });
    reportUsage(fleet, 'database', fourth, { db_max_clients: 29 });
    await control.databases.set(third, { state: 'suspended' });
    await fleet.databases.refresh(third);
    const order = async (): Promise<string> =>
      (await screen()).flatMap((line) => /^[❯ ][! ] database-(\d)/.exec(line)?.[1] ?? []).join('');
    // In the order of attention the use counts in tenths.
    expect(await order()).toBe('3241');
    await press('s');
    expect(await order()).toBe('4213');
    expect((await screen()).at(-2)).toBe('ordered by use');
    await press('s');
    expect(await order()).toBe('1234');
    await press('s');
    expect((await order()).at(-1)).toBe('3');
    await press('s');
    expect(await order()).toBe('3241');
    // Ctrl-S is not the key s, and Alt-S is not either.
    for (const key of ['\u0013', '\u001bs']) await press(key);
    expect(await order()).toBe('3241');
  });

  it('copies the id, says how to connect without a secret, and opens the page at the row', async () => {
    const { clock, fleet, browse, press, screen, terminal } = await show(2, 120, 30, false);
    await press('j');
    const [, id = ''] = fleet.databases.known.value;
    const { password = '' } = (await fetchCredentials(fleet, id)) ?? {};
    await press('y');
    expect(terminal.written()).toContain(`\u001b]52;c;${Buffer.from(id).toString('base64')}\u0007`);
    await press('e');
    const text = (await screen()).join('\n');
    expect(text).toMatch(/Connect to database-2\n\nredis-cli\nredis-cli .*-h \S+ -p \d+ --askpass\n/);
    expect(text).toContain(`fleetglass get --profile staging ${id} --show-secrets`);
    expect(text).not.toContain(password);
    await press('b');
    await clock.advance(0);
    expect(browse).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ resource: 'database', id }));
    expect((await screen()).at(-2)).toBe('Opened the page in a browser.');
    browse.mockResolvedValueOnce('http://127.0.0.1:4871/?token=canary');
    await press('b');
    await clock.advance(0);
    const copied = Buffer.from('http://127.0.0.1:4871/?token=canary').toString('base64');
    expect(terminal.written()).toContain(`\u001b]52;c;${copied}\u0007`);
    expect((await screen()).at(-2)).toBe(
      `No browser opens here. The address is copied, and printed by: fleetglass open ${id}`,
    );
    browse.mockRejectedValueOnce(new Error('No page runs on this machine.'));
    await press('b');
    await clock.advance(0);
    expect((await screen()).at(-2)).toBe('No page runs on this machine.');
  });

  it('copies the id of the details, and says how to connect to it, when its row has left the filtered list', async () => {
    const { control, fleet, press, screen, terminal } = await show(3, 100, 30);
    const [, id = '', neighbour = ''] = fleet.databases.known.value;
    for (const key of ['/', ...'database', '\r', 'j', '\r']) await press(key);
    await control.databases.set(id, { database_name: 'orders' });
    await fleet.databases.refresh(id);
    expect((await screen()).join('\n')).toContain('orders\nDatabase, active');
    await press('y');
    expect(terminal.written()).toContain(`\u001b]52;c;${Buffer.from(id).toString('base64')}\u0007`);
    await press('e');
    expect((await screen()).join('\n')).toContain('Connect to orders');
    // Back in the list, the neighbour of the row is selected.
    await press('\u001b');
    await eventually(async () => expect((await screen()).join('\n')).toContain('DATABASES'));
    await press('y');
    expect(terminal.written()).toContain(`\u001b]52;c;${Buffer.from(neighbour).toString('base64')}\u0007`);
  });

  it.each([
    [60, 24],
    [20, 5],
    [1, 1],
  ])('stays within %d columns and %d rows for names of any length, characters and type', async (columns, rows) => {
    const { clock, control, fleet, notes, screen, press } = await showLoading(5, columns, rows);
    const [id = '', other = '', third = ''] = fleet.databases.known.value;
    // The service may answer values of other types.
    await control.databases.set(third, { database_name: 5, state: true, modifying_state: 7 });
    await control.databases.set(id, { database_name: '日本語の名前'.repeat(20), modifying_state: 'x'.repeat(200) });
    await control.databases.set(other, { database_name: '\u001b]0;pwned\u0007\u001b[2J', state: '\n\n\r\t' });
    await clock.advance(2000);
    notes.set([{ at: 0, label: 'w'.repeat(100), text: 'x'.repeat(300), kind: 'done' }]);
    for (const key of ['', '?', '1', '2', '\t', '3', 'e', '\r', '\r', '/', '名', 'e']) {
      if (key !== '') await press(key);
      const lines = await screen();
      expect(lines.length).toBeLessThanOrEqual(rows);
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
      expect(lines.join('')).toBe(stripVTControlCharacters(lines.join('')));
    }
  });

  it('draws all lines in the new size after a resize, where the keys go to the list if its pane is gone', async () => {
    const { press, terminal, screen } = await show(5, 140, 40);
    await screen();
    terminal.resize(60, 20);
    const lines = await screen();
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines.filter((line) => stringWidth(line) > 60)).toEqual([]);
    expect(lines.join('\n')).toContain('DATABASES');
    terminal.resize(60, 20);
    expect(await screen()).toHaveLength(lines.length);
    await press('\t');
    terminal.resize(60, 8);
    expect((await screen()).join('\n')).not.toContain('CHANGES');
    await press('j');
    expect((await screen()).join('\n')).toContain('❯  database-2');
  });
});
