import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Interrupted } from '../../../../src/apps/terminal/command-errors.js';
import { readConfig } from '../../../../src/apps/watch/config/read-config.js';
import { readRows, replayAlerts } from '../../../../src/apps/watch/replay/replay-alerts.js';
import { toObjects } from '../../../../src/notebook/history/export-rows.js';
import { arrowOf } from '../../../../src/notebook/history/arrow-table.js';
import { runHere } from '../../cli/run-here.js';
import { historyOf, START, type Fact } from '../../../notebook/sample-histories.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const FIELDS = ['state', 'database_name', 'db_max_clients', 'db_max_clients_used'];
const orders = { state: 'active', database_name: 'orders', db_max_clients: 1000, db_max_clients_used: 100 };
const MINUTE = 60;

/** Two hours of two databases. The second one is stale for half an hour, and missing at the end. */
const history = historyOf(
  120 * MINUTE,
  [
    [0, 'a', orders],
    [0, 'b', { ...orders, database_name: 'carts' }],
    [10 * MINUTE, 'a', { ...orders, db_max_clients_used: 950 }],
    [20 * MINUTE, 'a', { ...orders, db_max_clients_used: 200 }],
    [30 * MINUTE, 'a', { ...orders, state: 'suspended' }],
    [32 * MINUTE, 'a', orders],
    [40 * MINUTE, 'b', { ...orders, database_name: 'carts' }, 'stale'],
    [70 * MINUTE, 'b', { ...orders, database_name: 'carts' }],
    [100 * MINUTE, 'b', {}, 'missing'],
  ],
  FIELDS,
);

async function folderWith(rules: string): Promise<{ readonly config: string; readonly at: (name: string) => string }> {
  const folder = await temporaryFolder();
  const config = join(folder, 'fleetglass.yaml');
  const service = 'service: { baseUrl: "https://api.example.com", username: me, password: canary }\nstate: s\n';
  await writeFile(config, service + rules);
  return { config, at: (name) => join(folder, name) };
}

/** The events that the rules of a configuration would have raised in a history. */
async function eventsOf(captured: typeof history, config: string) {
  const read = await readConfig({ config }, {});
  return replayAlerts({ rows: [...captured.rows()], to: captured.to }, read, new AbortController().signal);
}

const RULES = `rules:
  - { name: suspended, kind: state, in: [suspended], severity: critical }
  - { name: full, kind: limit, ratio: 0.9, clearRatio: 0.8, for: 1m }
  - { name: old, kind: age, longerThan: 15m }
  - { name: gone, kind: missing, for: 5m }
maintenance:
  - { name: quiet, cron: "0 0 * * *", timezone: UTC, duration: 15m }
  - { name: later, cron: "18,31 0 * * *", timezone: UTC, duration: 5m }
`;

it('lists and prints the alerts that a history would have raised, from Arrow and from JSON, and refuses other files', async () => {
  const { config, at } = await folderWith(RULES);
  await writeFile(at('history.arrow'), arrowOf(history));
  await writeFile(at('history.json'), JSON.stringify(toObjects(history)));
  const read = await readConfig({ config }, {});
  const alertsOf = async (name: string): Promise<string[]> => {
    const events = await replayAlerts(await readRows(at(name)), read, new AbortController().signal);
    return events.map(({ event: { kind, alert, at: time }, quiet }) =>
      [Math.floor((time - START) / 60_000), kind, alert.rule, alert.name, quiet].filter(Boolean).join(' '),
    );
  };
  const fromArrow = await alertsOf('history.arrow');
  expect(fromArrow).toEqual([
    '11 fired full orders quiet',
    // It was sent when the first window ended. The end of an alert that was sent is sent in a window, too.
    '20 cleared full orders',
    '30 fired suspended orders',
    expect.stringMatching(/^3[2-4] cleared suspended orders$/),
    expect.stringMatching(/^5[4-5] fired old carts$/),
    expect.stringMatching(/^7\d cleared old carts$/),
    expect.stringMatching(/^10[5-6] fired gone carts$/),
  ]);
  // The JSON does not say when the capture ended.
  expect(await alertsOf('history.json')).toEqual(fromArrow.slice(0, -1));
  const interrupted = replayAlerts(await readRows(at('history.json')), read, AbortSignal.abort());
  await expect(interrupted).rejects.toBeInstanceOf(Interrupted);
  const args = ['watch', '--config', config, '--replay', at('history.arrow')];
  const { exitCode, stdout } = await runHere(args, { NO_COLOR: '1' }, 88);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^TIME +EVENT +RULE +SEVERITY +NAME +SUMMARY/);
  expect(stdout).toMatch(/^2026-03-01T00:30:\d\dZ +fired +suspended +critical +orders +The state is suspended\. +a$/m);
  expect(stdout).toContain('4 alerts would have fired. A wider terminal, or a pipe, also shows: not sent.');
  await writeFile(at('wrong.json'), '[{"time":"never"}]');
  for (const [name, message] of [
    ['wrong.json', 'is not a history: mapping.id: no column id, the columns are time.'],
    ['absent.json', 'Cannot read the history'],
  ] as const) {
    const refused = await runHere(['watch', '--config', config, '--replay', at(name)], {}, 500);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
  }
});

it('lists an index as missing that left the list, and none while the list could not be read', async () => {
  const { config } = await folderWith('rules: [{ name: gone, kind: missing, for: 5m }]\n');
  const facts = (minute: number, status: NonNullable<Fact[3]>, ...ids: readonly string[]): Fact[] =>
    ids.map((id): Fact => [minute * MINUTE, id, { name: id }, status, 'index']);
  const captured = historyOf(
    120 * MINUTE,
    [
      ...facts(0, 'fresh', 'songs', 'faces'),
      ...facts(40, 'stale', 'songs', 'faces'),
      ...facts(70, 'fresh', 'songs', 'faces'),
      ...facts(100, 'forgotten', 'faces'),
    ],
    ['name'],
  );
  const events = await eventsOf(captured, config);
  const alerts = events.map(({ event: { kind, alert, at } }) => [Math.floor((at - START) / 60_000), kind, alert.name]);
  expect(alerts).toEqual([[expect.toSatisfy((minute: number) => minute >= 105 && minute < 109), 'fired', 'faces']]);
});

it('leaves out rules about drift, because a history lacks most fields of a record', async () => {
  const { config } = await folderWith(`rules:
  - { name: odd, kind: drift }
  - { name: suspended, kind: state, in: [suspended], unless: [odd] }
`);
  const events = await eventsOf(history, config);
  expect(events.map(({ event: { kind, alert } }) => `${kind} ${alert.key}`)).toEqual([
    'fired suspended/database/a',
    'cleared suspended/database/a',
  ]);
});
