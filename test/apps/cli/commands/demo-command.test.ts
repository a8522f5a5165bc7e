import { describe, expect, it } from 'vitest';
import { startWireServer } from '../../../support/wire-server.js';
import { useFleetglass } from '../command.js';

const fleetglass = useFleetglass();

const MINUTE_MS = 60_000;

type Line = Readonly<Record<string, unknown>> & { readonly at: string; readonly event: string };

const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('fleetglass demo, without a terminal', () => {
  it(
    'shows subscribers every change once and in order, and ends with 0',
    async () => {
      const { exitCode, stdout, stderr } = await fleetglass.run(['demo', '--port', '0', '--redis', 'off']);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const lines = linesOf(stdout);
      expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => new Date(at).toISOString()).toSorted());
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
      const pages = lines.filter(({ event }) => event === 'dashboard');
      expect(pages).toMatchObject([{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) }]);
      expect(lines.filter(({ event }) => event === 'step').every(({ ok }) => ok === true)).toBe(true);
      expect(lines.at(-1)).toMatchObject({ event: 'end', ok: true });
      expect(stdout).not.toMatch(/password|token|authorization/i);
    },
    MINUTE_MS,
  );

  it('prints the progress of the first load', async () => {
    const running = fleetglass.start(['demo', '--port', '0', '--redis', 'off', '--databases', '40']);
    const lines = linesOf((await running.printed(/"loads".*\n/)).replace(/\n[^\n]*$/, '\n'));
    const progress = lines.filter(({ event }) => event === 'progress');
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toMatchObject({ loaded: 40, known: 40 });
  });

  it('ends with 0 before the end of its script when the reader of its output is gone', async () => {
    const args = ['demo', '--port', '0', '--redis', 'off'];
    let isPlayed = false;
    const whole = fleetglass.start(args);
    whole.stdout.on('data', (text: string) => (isPlayed ||= text.includes('"event":"end"')));
    const ended = await fleetglass.runInto('head -n 1', args);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(isPlayed).toBe(false);
  });

  it('ends with 130 after an interruption', async () => {
    const running = fleetglass.start(['demo', '--port', '0', '--redis', 'off']);
    await running.printed(/is-created/);
    running.kill('SIGINT');
    expect((await running.ended).exitCode).toBe(130);
  });

  it('ends with 1 if the given port is in use', async () => {
    await using server = await startWireServer(() => {});
    const { exitCode, stderr } = await fleetglass.run(['demo', '--redis', 'off', '--port', String(server.port)]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('in use');
  });

  it.each(['-1', '1.5', 'many', '10001'])('refuses to start with %s databases', async (count) => {
    const { exitCode, stderr } = await fleetglass.run(['demo', '--databases', count]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('from 0 to 10,000');
  });
});
