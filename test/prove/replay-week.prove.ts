import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../docs/root.js';
import { scaled } from '../support/scale.js';

const WEEK = 7;
const days = scaled({ short: 0.5, long: WEEK });

/** The memory of Node and the package, which every process takes. */
const BASE_MEGABYTES = 150;

/** The built package in a process of its own: the compiled tests of vitest take longer. */
const program = `
  import { generateHistory, replay } from 'fleetglass/notebook';
  const weekOf = (days) => generateHistory({ databases: 5000, days, everyMs: 3_600_000 });
  // The compiler takes its time once, and a short form would count it as often as a whole week.
  await replay(weekOf(0.1), { gate: { perSecond: 10 } });
  const history = weekOf(${days});
  const before = process.cpuUsage();
  const { requests, changes, databases } = await replay(history, { gate: { perSecond: 10 } });
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, megabytes, polls: requests.total, changes: changes.length, databases }));
`;

test('a replay of a week of 5,000 databases takes at most 90 s of processor time and 1 GB', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { seconds, megabytes, ...facts } = JSON.parse(stdout) as Record<string, number>;
  console.log(
    `${days} days: ${seconds?.toFixed(1)} s of processor time, ${megabytes?.toFixed(0)} MB, ${facts['polls']} polls`,
  );
  expect(facts['databases']).toBe(5000);
  expect(facts['changes']).toBeGreaterThan(2000 * days);
  // Ten a second, after a first burst of 20.
  expect(facts['polls']).toBeGreaterThanOrEqual(days * 864_000);
  expect(facts['polls']).toBeLessThanOrEqual(days * 864_000 + 20);
  const share = days / WEEK;
  expect(seconds).toBeLessThanOrEqual(90 * share);
  expect(megabytes).toBeLessThanOrEqual(share === 1 ? 1000 : BASE_MEGABYTES + 1000 * share);
}, 3_600_000);
