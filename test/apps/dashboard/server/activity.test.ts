import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addEntries, MAX_ENTRIES } from '../../../../src/apps/dashboard/server/activity-entries.js';
import type { ActivityAnswer, ActivityEntry } from '../../../../src/format/activity.js';
import type { ShownAlertRecord } from '../../../../src/format/shown-alerts.js';
import { reportUsage } from '../../../../src/index.js';
import { sampleAlert } from '../../../support/sample-alert.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { create, createDashboardUnderTest, credentials, type DashboardUnderTest } from './dashboard-under-test.js';

async function activityOf({ ask }: DashboardUnderTest): Promise<ActivityAnswer> {
  return (await (await ask('/activity')).json()) as ActivityAnswer;
}

/** The entries as texts, newest first. */
async function wordsOf(dashboard: DashboardUnderTest): Promise<readonly string[]> {
  return (await activityOf(dashboard)).entries.map(({ kind, name, text }) => [kind, name, text].join(' | '));
}

/** Reads the database as the page does. */
const poll = ({ ask, id }: DashboardUnderTest): Promise<Response> => ask(`/fleet/v2/redis/database/${id}`);

/** Suspends the database between two reads of the page. */
async function seeSuspension(dashboard: DashboardUnderTest): Promise<void> {
  await poll(dashboard);
  await dashboard.control.databases.set(dashboard.id, { state: 'suspended' });
  await poll(dashboard);
}

const activityFile = async (): Promise<string> => join(await temporaryFolder(), 'activity.jsonl');

const alert: ShownAlertRecord = { ...sampleAlert({ rule: 'not-healthy' }), firedAt: '2026-01-01T12:00:30.000Z' };

const entry = (at: number): ActivityEntry => {
  return { key: `k${at}`, at, kind: 'create', resource: 'database', id: 'a', name: '', text: '' };
};

describe('the activity of the dashboard', () => {
  it('has changes of state, breaches of limits, creates and outages, each once, newest first', async () => {
    const dashboard = await createDashboardUnderTest();
    const { control, fleet, id, ask } = dashboard;
    await seeSuspension(dashboard);
    await poll(dashboard);
    expect(await wordsOf(dashboard)).toEqual(['state | orders | Became suspended, was active']);
    await control.databases.set(id, { modifying_state: 'resizing' });
    await poll(dashboard);
    fleet.databases.add([id]);
    reportUsage(fleet, 'database', id, { db_max_clients: 5000 });
    await expect.poll(() => wordsOf(dashboard)).toHaveLength(3);
    reportUsage(fleet, 'database', id, { db_max_clients: 10 });
    await expect.poll(() => wordsOf(dashboard)).toHaveLength(4);
    await ask('/fleet/v2/redis/database', create);
    await control.faults.inject({ kind: 'status', status: 503 });
    for (let request = 0; request < 4; request += 1) await poll(dashboard);
    await control.faults.clear();
    await poll(dashboard);
    expect(await wordsOf(dashboard)).toEqual([
      'outage |  | The service answers again',
      'outage |  | The service does not answer',
      'create | sessions | Created with the dashboard',
      'limit | orders | Connections below its limit again: 10 of 1,000',
      'limit | orders | Connections beyond its limit: 5,000 of 1,000',
      'state | orders | Change began: resizing',
      'state | orders | Became suspended, was active',
    ]);
  });

  it('has no breach of a database that was removed', async () => {
    const dashboard = await createDashboardUnderTest();
    const { fleet, id, ask } = dashboard;
    await poll(dashboard);
    await ask('/fleet/v2/redis/database', create);
    const [other = ''] = dashboard.created;
    fleet.databases.add([id, other]);
    fleet.databases.remove(id);
    await expect.poll(() => fleet.databases.known.value).toEqual([other]);
    for (const one of [id, other]) reportUsage(fleet, 'database', one, { db_max_clients: 7000 });
    const words = await wordsOf(dashboard);
    expect(words.filter((each) => each.startsWith('limit'))).toEqual([
      'limit | sessions | Connections beyond its limit: 7,000 of 1,000',
    ]);
  });

  it('has the alerts of the monitor, and says if it cannot read them', async () => {
    const cleared = { ...alert, key: 'b', resource: 'fleet', clearedAt: '2026-01-01T13:00:00.000Z' } as const;
    const dashboard = await createDashboardUnderTest({ readAlertHistory: async () => [cleared, alert] });
    const { entries } = await activityOf(dashboard);
    expect(
      entries.map(({ resource, id, at, text }) => [resource, id, new Date(at).toISOString().slice(11, 19), text]),
    ).toEqual([
      ['fleet', '', '13:00:00', 'not-healthy cleared'],
      ['fleet', '', '12:00:30', 'not-healthy fired: The state is suspended.'],
      ['database', 'a', '12:00:30', 'not-healthy fired: The state is suspended.'],
    ]);
    const message = 'The monitor at http://127.0.0.1:9464 cannot be reached (ECONNREFUSED).';
    const without = await createDashboardUnderTest({ readAlertHistory: () => Promise.reject(new Error(message)) });
    expect(await activityOf(without)).toMatchObject({ entries: [], problem: message });
  });

  it('survives a restart, and has no second entry for what continues', async () => {
    const file = await activityFile();
    const first = await createDashboardUnderTest({ activityFile: file });
    await poll(first);
    first.fleet.databases.add([first.id]);
    reportUsage(first.fleet, 'database', first.id, { db_max_clients: 5000 });
    await expect.poll(() => wordsOf(first)).toHaveLength(1);
    await first.dashboard.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = await readFile(file, 'utf8');
    const again = await createDashboardUnderTest({ activityFile: file, fleet: first.fleet });
    reportUsage(first.fleet, 'database', first.id, { db_max_clients: 10 });
    const begun = 'limit | orders | Connections beyond its limit: 5,000 of 1,000';
    const ended = 'limit | orders | Connections below its limit again: 10 of 1,000';
    await expect.poll(() => wordsOf(again)).toEqual([ended, begun]);
    await again.dashboard.close();
    const undated = JSON.stringify(entry(9e15));
    const long = JSON.stringify({ ...entry(1), text: 'x'.repeat(1001) });
    await writeFile(file, `{"key":"damaged\n${undated}\n${long}\n${kept.replaceAll(first.id, 'db-1')}`);
    const second = await createDashboardUnderTest({ activityFile: file });
    expect(await wordsOf(second)).toEqual([begun]);
    const message = `configure: lines of ${file} are damaged and left out: 3 of 4`;
    expect(second.errors).toEqual([expect.objectContaining({ code: 'storage', message })]);
    // A copy of the file that other users could have written.
    await second.dashboard.close();
    await chmod(file, 0o644);
    const third = await createDashboardUnderTest({ activityFile: file });
    const [copy = ''] = await readdir(dirname(file));
    expect(await readFile(join(dirname(file), copy), 'utf8')).toContain('beyond its limit');
    expect(third.errors).toMatchObject([{ message: expect.stringContaining(`(mode 644); it is now ${file}.`) }]);
  });

  it('has changes that the fleet saw before the start, each once', async () => {
    const first = await createDashboardUnderTest();
    await seeSuspension(first);
    const file = await activityFile();
    for (const start of ['the next start', 'the one after it']) {
      const next = await createDashboardUnderTest({ activityFile: file, fleet: first.fleet });
      expect(await wordsOf(next), start).toEqual(['state | orders | Became suspended, was active']);
      await next.dashboard.close();
    }
  });

  it('answers while the monitor is slow, and adds nothing after its end', async () => {
    const file = await activityFile();
    let answer = (_: readonly ShownAlertRecord[]): void => {};
    let reads = 0;
    const readAlertHistory = () =>
      new Promise<readonly ShownAlertRecord[]>((resolve) => {
        reads += 1;
        answer = resolve;
      });
    const dashboard = await createDashboardUnderTest({ activityFile: file, readAlertHistory });
    await seeSuspension(dashboard);
    for (let asked = 0; asked < 2; asked++)
      expect(await wordsOf(dashboard)).toEqual(['state | orders | Became suspended, was active']);
    expect(reads).toBe(1);
    await dashboard.dashboard.close();
    const kept = await readFile(file, 'utf8');
    answer([alert]);
    await dashboard.dashboard.close();
    expect(await readFile(file, 'utf8')).toBe(kept);
    expect(kept).not.toContain(alert.rule);
  });

  it('continues in memory if its file cannot be read or written, and says so', async () => {
    const folder = join(await activityFile(), 'absent');
    const dashboard = await createDashboardUnderTest({ activityFile: folder });
    await seeSuspension(dashboard);
    expect(await wordsOf(dashboard)).toHaveLength(1);
    await expect
      .poll(() => dashboard.errors)
      .toMatchObject([{ code: 'storage', message: expect.stringContaining('the activity cannot be kept in') }]);
  });

  it('keeps the newest thousand', () => {
    const all = addEntries(
      [],
      Array.from({ length: MAX_ENTRIES + 5 }, (_, at) => entry(MAX_ENTRIES + 5 - at)),
    );
    expect([all.length, all[0]?.at, all.at(-1)?.at]).toEqual([MAX_ENTRIES, 6, MAX_ENTRIES + 5]);
    // The history of the monitor still has the older ones.
    expect(addEntries(all, [entry(3), entry(900)])).toBe(all);
    const sameTime = Array.from({ length: MAX_ENTRIES + 500 }, (_, at) => ({ ...entry(at), at: 1 }));
    const kept = addEntries([], sameTime);
    expect(addEntries(kept, sameTime)).toBe(kept);
  });

  it('contains no secret, and cuts long texts of the service', async () => {
    const file = await activityFile();
    const dashboard = await createDashboardUnderTest({ activityFile: file });
    const { control, id, ask } = dashboard;
    await poll(dashboard);
    const secret = 'canary-database-password';
    await control.databases.set(id, { password: secret, rest_token: secret, state: `a\u001b[31m${'x'.repeat(5000)}` });
    await poll(dashboard);
    await ask('/fleet/v2/redis/database', create);
    await control.faults.inject({ kind: 'status', status: 401 });
    for (let request = 0; request < 4; request += 1) await poll(dashboard);
    const text = await (await ask('/activity')).text();
    await dashboard.dashboard.close();
    for (const kept of [text, await readFile(file, 'utf8')]) {
      expect(kept).toContain('The service does not accept the account’s credentials');
      for (const canary of [secret, credentials.username, credentials.password, '\u001b'])
        expect(kept).not.toContain(canary);
      expect(kept.length).toBeLessThan(5000);
    }
  });
});
