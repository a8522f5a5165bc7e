import { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CommandIo } from '../../../../src/apps/terminal/command-io.js';
import { Daemon } from '../../../../src/apps/watch/daemon/daemon.js';
import { runWatch, type ShowSession } from '../../../../src/apps/watch/run-watch.js';
import { eventually } from '../../../support/eventually.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { jsonLines } from '../../cli/command.js';

/** Runs a monitor that starts like this, on a clock of the test. */
async function run(starting: Promise<Daemon>, show?: ShowSession) {
  const folder = await temporaryFolder();
  const config = join(folder, 'fleetglass.yaml');
  await writeFile(config, 'state: state\nservice: { baseUrl: "http://127.0.0.1", username: me, password: canary }\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const start = vi.spyOn(Daemon, 'start').mockReturnValue(starting);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const [signals, stdout] = [new EventEmitter(), new PassThrough()];
  const ended = runWatch({ env: {}, signals, stdout } as unknown as CommandIo, { config }, show);
  await eventually(() => expect(start).toHaveBeenCalledOnce());
  return { folder, signals, stdout, exit, ended };
}

const eventsOf = (log: string): string[] => jsonLines<{ event: string }>(log).map(({ event }) => event);

it('a monitor that still reads its state ends within 5 s of SIGTERM', async () => {
  const { signals, stdout, exit, ended } = await run(new Promise(() => {}));
  signals.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(5000);
  await ended;
  expect(exit).toHaveBeenCalledOnce();
  expect(eventsOf(String(stdout.read()))).toEqual(['stopping', 'stop-incomplete']);
});

it('a monitor ends within 5 s of the failure of its board, also if something does not stop', async () => {
  const session = { fleet: { databases: { tracked: { value: [] } } } };
  const daemon = { session, stop: () => new Promise(() => {}) } as unknown as Daemon;
  const { folder, exit, ended } = await run(Promise.resolve(daemon), async () => {
    throw new Error('the terminal is gone');
  });
  const failed = expect(ended).rejects.toThrow('the terminal is gone');
  await vi.advanceTimersByTimeAsync(4600);
  await failed;
  // The command prints the failure first.
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(400);
  expect(exit).toHaveBeenCalledOnce();
  const log = await readFile(join(folder, 'state', 'watch.log'), 'utf8');
  expect(eventsOf(log)).toEqual(['started', 'stopping', 'stop-incomplete']);
});
