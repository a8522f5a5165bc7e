import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMonitorState } from '../../../src/monitor/state/open-monitor-state.js';
import { openDirectoryEngine } from '../../../src/persistence/directory/directory-engine.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { StateJournal } from '../../../src/monitor/state/state-journal.js';
import { createMemoryEngine, type MemoryEngine } from '../../persistence/memory-engine.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';

it.each<[string, Record<string, string>, RegExp]>([
  ['a newer format', { format: '2', 'alert/a': '{}' }, /has the format 2\. Expected at most 1\./],
  ['the store of a fleet', { 'id/a': '{}' }, /holds values of another program/],
])('openMonitorState refuses %s, and leaves it as it is', async (_, values, message) => {
  const directory = join(await temporaryFolder(), 'state');
  const engine = await openDirectoryEngine(directory);
  await engine.write(Object.entries(values).map(([key, text]) => ({ key, text })));
  await engine.close();
  await expect(openMonitorState(directory)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(message) as string,
  });
  const after = await openDirectoryEngine(directory);
  onTestFinished(() => after.close());
  const kept: Record<string, string> = {};
  for await (const batch of after.read(() => {})) for (const { key, text } of batch) kept[key] = text;
  expect(kept).toEqual(values);
});

/** Lets the saves of an engine hang until the returned function is called. */
function hold(engine: MemoryEngine): () => void {
  let free = (): void => {};
  engine.gate = new Promise((resolve) => (free = resolve));
  return free;
}

function open() {
  const clock = createVirtualClock();
  const engine = createMemoryEngine();
  const logged: string[] = [];
  const journal = new StateJournal({
    state: engine,
    clock,
    random: () => 0.5,
    log: (_, event) => void logged.push(event),
    onChanged: () => {},
  });
  /** The keys and texts of each batch that was saved. */
  const written = (): string[][] =>
    engine.batches.map((batch) => batch.map(({ key, text = 'deleted' }) => `${key} ${text}`));
  return { clock, engine, journal, logged, written };
}

describe('a state journal', () => {
  it('keeps writes that failed but deleted new values, tries them again, and releases events meanwhile', async () => {
    const { clock, engine, journal, logged, written } = open();
    engine.failure = 'full';
    journal.write('alert/a', '1');
    journal.write('delivery/1', 'x', true);
    let released = 0;
    journal.afterSave(() => (released += 1));
    await clock.advance(1);
    expect(released).toBe(1);
    expect(journal.status).toMatchObject({ storage: 'failing', storageError: expect.any(String) as string });
    for (let count = 0; count < 1000; count++) journal.write('alert/b', String(count));
    journal.write('delivery/1', undefined);
    journal.write('delivery/2', 'x', true);
    journal.write('alert/c', undefined);
    journal.afterSave(() => (released += 1));
    expect(released).toBe(2);
    await clock.advance(600_000);
    expect(logged).toEqual(['state-save-failed']);
    engine.failure = undefined;
    await clock.advance(60_000);
    expect(written()).toEqual([['alert/a 1', 'alert/b 999', 'delivery/2 x', 'alert/c deleted']]);
    expect(logged).toEqual(['state-save-failed', 'state-saved']);
    expect(journal.status).toEqual({ storage: 'saved' });
    journal.write('delivery/2', undefined);
    await clock.advance(1);
    expect(written().slice(1)).toEqual([['delivery/2 deleted']]);
  });

  it('saves the writes of a failed save before those that came during it, without deleted new values', async () => {
    const { clock, engine, journal, written } = open();
    const free = hold(engine);
    journal.write('delivery/1', 'fired');
    journal.write('delivery/gone', 'x', true);
    journal.write('alert/a', '1');
    await clock.advance(1);
    journal.write('delivery/2', 'cleared');
    journal.write('delivery/gone', undefined);
    journal.write('alert/a', '2');
    engine.failure = 'full';
    free();
    await clock.advance(1);
    expect(journal.status.storage).toBe('failing');
    engine.failure = undefined;
    await clock.advance(60_000);
    expect(written()).toEqual([['delivery/1 fired', 'alert/a 2', 'delivery/2 cleared']]);
  });

  it('takes a save that hangs as a failure, releases events meanwhile, and then saves what has changed', async () => {
    const { clock, engine, journal, logged, written } = open();
    const free = hold(engine);
    const released: string[] = [];
    journal.write('alert/a', '1');
    journal.write('delivery/1', 'x', true);
    journal.afterSave(() => released.push('a'));
    await clock.advance(1);
    journal.write('alert/a', '2');
    journal.write('delivery/1', undefined);
    journal.write('alert/b', '1');
    journal.afterSave(() => released.push('b'));
    await clock.advance(9_000);
    expect([released, journal.status.storage]).toEqual([[], 'saving']);
    await clock.advance(1000);
    expect([released, journal.status.storage]).toEqual([['a', 'b'], 'failing']);
    journal.write('alert/c', '1');
    journal.afterSave(() => released.push('c'));
    expect(released).toEqual(['a', 'b', 'c']);
    free();
    await clock.advance(1);
    expect(written()).toEqual([
      ['alert/a 1', 'delivery/1 x'],
      ['alert/a 2', 'delivery/1 deleted', 'alert/b 1', 'alert/c 1'],
    ]);
    expect(journal.status).toEqual({ storage: 'saved' });
    expect([released.length, logged]).toEqual([3, ['state-save-failed', 'state-saved']]);
    expect(clock.pending).toBe(0);
  });

  it('saves the last writes when it is closed, tries once, and leaves no timer', async () => {
    const { clock, engine, journal } = open();
    journal.write('alert/a', '1');
    await journal.close();
    expect(engine.values.get('alert/a')).toBe('1');
    const full = open();
    full.engine.failure = 'full';
    full.journal.write('alert/a', '1');
    await full.journal.close();
    const hanging = open();
    hold(hanging.engine);
    hanging.journal.write('alert/a', '1');
    await hanging.clock.advance(1);
    void hanging.journal.close();
    expect([clock.pending, full.clock.pending, hanging.clock.pending]).toEqual([0, 0, 0]);
  });

  it('logs damage, and takes a state that cannot be read as empty', async () => {
    const { engine, journal, logged } = open();
    engine.values.set('alert/a', '1');
    engine.losses.push({ message: 'lost' }, { message: 'mended', repaired: true });
    const read: string[] = [];
    for await (const values of journal.read()) read.push(...values.map(({ key }) => key));
    expect([read, logged]).toEqual([['alert/a'], ['state-damaged', 'state-damaged']]);
    engine.read = () => {
      throw new Error('unreadable');
    };
    for await (const values of journal.read()) read.push(...values.map(({ key }) => key));
    expect(read).toHaveLength(1);
    expect(journal.status).toEqual({ storage: 'failing', storageError: 'unreadable' });
  });
});
