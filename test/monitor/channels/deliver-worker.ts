import { writeSync } from 'node:fs';
import { systemClock } from '../../../src/core/shared/clock.js';
import { webhookChannel } from '../../../src/monitor/channels/webhook-channel.js';
import { openDirectoryEngine } from '../../../src/persistence/directory/directory-engine.js';
import type { StoredWrite } from '../../../src/persistence/engine.js';
import { createDeliveries, sampleEvent } from './sample-events.js';

/**
 * Runs as a separate process until it is killed: delivers the kept events of a directory to a webhook, adds the events
 * from one number to another, and prints each number that is durable, and `empty` when nothing waits for delivery or for a save.
 */
const [, , directory = '', url = '', first = '1', last = '0'] = process.argv;

const engine = await openDirectoryEngine(directory);
let batch: StoredWrite[] = [];
let saving = 0;

async function save(): Promise<void> {
  const writes = batch;
  batch = [];
  saving += 1;
  await engine.write(writes);
  saving -= 1;
}

const deliveries = createDeliveries([webhookChannel({ name: 'pager', url })], {
  random: () => 0,
  write(key, text) {
    batch.push({ key, text });
    if (text === undefined) void save();
  },
});
for await (const values of engine.read(() => {})) deliveries.restore(values);
deliveries.start();
for (let number = Number(first); number <= Number(last); number++) {
  const release = deliveries.enqueue(sampleEvent(number, { key: `alert-${Math.ceil(number / 2)}` }), undefined);
  await save();
  writeSync(1, `${number}\n`);
  release();
  await new Promise<void>((resolve) => void systemClock.schedule(resolve, 5));
}
for (;;) {
  if (deliveries.statuses[0]?.queued === 0 && saving === 0) writeSync(1, 'empty\n');
  await new Promise<void>((resolve) => void systemClock.schedule(resolve, 20));
}
