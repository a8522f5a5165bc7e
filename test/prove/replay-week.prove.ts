import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../docs/root.js';
import { sampleDatabase } from '../support/sample-database.js';
import { scaled } from '../support/scale.js';

const WEEK = 7;
const days = scaled({ short: 0.5, long: WEEK });
/** How many times as long as parsing its answers a replay may take. */
const MOST_TIMES = 3.5;

/** The memory of Node and the package, which every process takes. */
const BASE_MEGABYTES = 150;

/** The built package in a process of its own: the compiled tests of vitest take longer. */
const program = `
  import { generateHistory, replay } from 'fleetglass/notebook';
  const weekOf = (days) => generateHistory({ databases: 5000, days, everyMs: 3_600_000 });
  // The compiler takes its time once, and a short form would count it as often as a whole week.
  await replay(weekOf(0.1), { gate: { perSecond: 10 } });
  const secondsSince = (before) => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const history = weekOf(${days});
  const before = process.cpuUsage();
  const { requests, changes, databases } = await replay(history, { gate: { perSecond: 10 } });
  const seconds = secondsSince(before);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const answers = Array.from({ length: databases }, (_, at) => JSON.stringify({ ...${JSON.stringify(sampleDatabase)}, port: at }));
  const parsed = [];
  const beforeParsing = process.cpuUsage();
  for (let poll = 0; poll < requests.total; poll++) parsed[poll % databases] = JSON.parse(answers[poll % databases]);
  const parsing = secondsSince(beforeParsing);
  console.log(JSON.stringify({ seconds, parsing, megabytes, polls: requests.total, changes: changes.length, databases }));
`;

test('a replay of a week of 5,000 databases takes at most 3.5 times as long as parsing its answers, and 1 GB', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const {
    seconds = Number.NaN,
    parsing = Number.NaN,
    megabytes,
    ...facts
  } = JSON.parse(stdout) as Record<string, number>;
  const times = seconds / parsing;
  console.log(
    `${days} days: ${seconds.toFixed(1)} s of processor time, ${times.toFixed(1)} times as long as parsing, ` +
      `${megabytes?.toFixed(0)} MB, ${facts['polls']} polls`,
  );
  expect(facts['databases']).toBe(5000);
  expect(facts['changes']).toBeGreaterThan(2000 * days);
  // Ten a second, after a first burst of 20.
  expect(facts['polls']).toBeGreaterThanOrEqual(days * 864_000);
  expect(facts['polls']).toBeLessThanOrEqual(days * 864_000 + 20);
  const share = days / WEEK;
  expect(times).toBeLessThanOrEqual(MOST_TIMES);
  // The promise in seconds. Half a day is judged on any machine, also on one that is too slow for it.
  if (share === 1) expect(seconds).toBeLessThanOrEqual(90);
  expect(megabytes).toBeLessThanOrEqual(share === 1 ? 1000 : BASE_MEGABYTES + 1000 * share);
}, 3_600_000);
