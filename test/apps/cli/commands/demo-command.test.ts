import { describe, expect, it } from 'vitest';
import { scaled } from '../../../support/scale.js';
import { startWireServer } from '../../../support/wire-server.js';
import { useFleetglass } from '../command.js';
import { runHere } from '../run-here.js';

const fleetglass = useFleetglass();

const MINUTE_MS = 60_000;
const DEMO = ['demo', '--port', '0', '--redis', 'off'];

type Line = Readonly<Record<string, unknown>> & { readonly at: string; readonly event: string };

const linesOf = (stdout: string): Line[] =>
  stdout
    .slice(0, stdout.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('fleetglass demo, without a terminal', () => {
  it('prints the progress of the first load and its page, and ends with 130 after an interruption', async () => {
    const running = fleetglass.start([...DEMO, '--databases', '40']);
    await running.printed(/is-created.*\n/);
    // The demonstration keeps nothing on this machine, so its page tells the names.
    const opened = await fleetglass.run(['open', 'page-cache-2']);
    expect(opened).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/#\/databases\/[\da-f-]{36}\n$/) as string,
    });
    running.kill('SIGINT');
    const { exitCode, stdout } = await running.ended;
    expect(exitCode).toBe(130);
    const lines = linesOf(stdout);
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => new Date(at).toISOString()).toSorted());
    const progress = lines.filter(({ event }) => event === 'progress');
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toMatchObject({ loaded: 40, known: 40 });
    // The address of the page is the first that it says.
    expect(lines[0]).toMatchObject({ event: 'dashboard', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) });
    expect(stdout).not.toMatch(/password|token|authorization/i);
  });

  // Plays the script in real time. test/apps/demo/run-scenario.test.ts plays it on a clock of its own.
  it.each(scaled({ short: [], long: [DEMO] }))(
    'shows subscribers every change once and in order, and ends with 0',
    async (...args) => {
      const { exitCode, stdout, stderr } = await fleetglass.run(args);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const lines = linesOf(stdout);
      const changes = lines.filter(
        ({ event, field }) =>
          event === 'transition' || event === 'entry' || (event === 'limit' && field === 'db_memory_threshold'),
      );
      expect(changes.map(({ name, event, from, to }) => [name, event, from, to])).toEqual([
        ['first-steps', 'transition', 'creating', 'updating'],
        ['first-steps', 'transition', 'updating', null],
        ['first-steps', 'transition', 'active', 'suspended'],
        ['first-steps', 'transition', 'suspended', 'active'],
        ['first-steps', 'limit', 'unknown', 'ok'],
        ['first-steps', 'limit', 'ok', 'warning'],
        ['first-steps', 'limit', 'warning', 'critical'],
        ['first-steps', 'limit', 'critical', 'exceeded'],
        ['first-steps', 'entry', 'fresh', 'stale'],
        ['first-steps', 'entry', 'stale', 'fresh'],
      ]);
      expect(lines.filter(({ event }) => event === 'step').every(({ ok }) => ok === true)).toBe(true);
      expect(lines.at(-1)).toMatchObject({ event: 'end', ok: true });
    },
    MINUTE_MS,
  );

  it('ends with 0 before the end of its script when the reader of its output is gone', async () => {
    const before = performance.now();
    expect(await fleetglass.runInto('head -n 1', DEMO)).toMatchObject({ exitCode: 0, stderr: '' });
    // Its script takes longer.
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('ends with 1 if the given port is in use', async () => {
    await using server = await startWireServer(() => {});
    const { exitCode, stderr } = await runHere(['demo', '--redis', 'off', '--port', String(server.port)]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/in use.*--port/);
  });

  it.each(['-1', 'many', '10001'])('refuses to start with %s databases', async (count) => {
    const { exitCode, stderr } = await runHere(['demo', '--databases', count]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('from 0 to 10,000');
  });
});
