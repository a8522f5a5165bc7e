import { openSync, writeSync } from 'node:fs';
import { createReader } from '../../../src/apps/watch/ids/read-source.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { commandChannel } from '../../../src/monitor/channels/command-channel.js';
import { sampleEvent } from '../channels/sample-events.js';

/** Runs as a separate process: uses up its file descriptors, starts commands, and prints why they failed. */
const { signal } = new AbortController();
const command = ['true'];
const channel = commandChannel({ name: 'script', command });
const source = { type: 'command', command, every: 1000, timeout: 10_000, removeAtMost: 0.5 } as const;
const read = createReader(source, '/', systemClock);

try {
  for (;;) openSync('/dev/null', 'r');
} catch {
  // The limit is reached.
}
for (const run of [() => channel.deliver({ event: sampleEvent(1), attempt: 1 }, { signal }), () => read(signal)]) {
  const failure = await Promise.resolve(run()).then(
    () => 'none',
    (error: Error) => error.message,
  );
  writeSync(1, `${failure}\n`);
}
// An error without a listener ends the process in a later turn.
await new Promise<void>((resolve) => void systemClock.schedule(resolve, 100));
writeSync(1, 'alive\n');
