import { expect, it } from 'vitest';
import type { Channel } from '../../../src/monitor/channels/channel.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import { QuietStep } from '../../../src/monitor/quiet/quiet-step.js';
import { Silences } from '../../../src/monitor/quiet/silences.js';
import { activate } from '../../../src/monitor/rules/active-rules.js';
import { openDeliveries } from '../channels/opened-deliveries.js';
import { sampleEvent } from '../channels/sample-events.js';

it('a window that ends with more events than a queue holds sends each of them, when there is room', async () => {
  const sent: string[] = [];
  const pager: Channel = { name: 'pager', deliver: ({ event }) => void sent.push(event.idempotencyKey) };
  const { clock, kept, deliveries, send } = openDeliveries([pager]);
  const write = (key: string, text?: string) => void (text === undefined ? kept.delete(key) : kept.set(key, text));
  const common = { clock, log: () => {}, write };
  const due = new Set<string>();
  const step = new QuietStep({
    ...common,
    table: createAlertTable(),
    rules: () => activate([]),
    silences: new Silences({ ...common, onChanged: () => {} }),
    deliver: send,
    deliveries,
    isFiring: () => true,
    firedEventOf: () => expect.unreachable(),
    recheck: (_, id) => void due.add(id),
    roundMs: () => 0,
  });
  const sendDue = (): number[] => [...due].map((id) => step.sendDue('database', id));
  step.setMaintenance([{ name: 'work', cron: '* * * * *', timezone: 'UTC', durationMs: 60_000 }]);
  const events = Array.from({ length: 10_050 }, (_, at) => sampleEvent(1, { key: `alert-${at}`, id: `db-${at}` }));
  for (const event of events) step.pass(event, undefined, true);
  expect([...step.held]).toHaveLength(events.length);
  step.setMaintenance([]);
  const again = sendDue().filter((at) => at !== Infinity);
  expect(again).toEqual(Array(50).fill(clock.now() + 1000));
  expect([...step.held]).toHaveLength(50);
  await clock.advance(1000);
  sendDue();
  await clock.advance(0);
  expect(sent).toEqual(events.map(({ idempotencyKey }) => idempotencyKey));
  expect(deliveries.statuses[0]).toMatchObject({ dropped: 0 });
  expect(kept.size).toBe(0);
});
