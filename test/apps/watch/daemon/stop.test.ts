import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CommandIo } from '../../../../src/apps/terminal/command-io.js';
import { Daemon } from '../../../../src/apps/watch/daemon/daemon.js';
import { runWatch } from '../../../../src/apps/watch/run-watch.js';
import { eventually } from '../../../support/eventually.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

it('a monitor that still reads its state ends within 5 s of SIGTERM', async () => {
  const config = join(await temporaryFolder(), 'fleetglass.yaml');
  await writeFile(config, 'state: state\nservice: { baseUrl: "http://127.0.0.1", username: me, password: canary }\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const start = vi.spyOn(Daemon, 'start').mockReturnValue(new Promise(() => {}));
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const [signals, stdout] = [new EventEmitter(), new PassThrough()];
  const ended = runWatch({ env: {}, signals, stdout } as unknown as CommandIo, { config }, undefined);
  await eventually(() => expect(start).toHaveBeenCalledOnce());
  signals.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(5000);
  await ended;
  expect(exit).toHaveBeenCalledOnce();
  const lines = String(stdout.read()).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['stopping', 'stop-incomplete']);
});
