import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { withKeptFleet } from '../../../../src/apps/cli/state/kept-fleet.js';
import { Interrupted } from '../../../../src/apps/terminal/command-errors.js';
import type { CommandIo } from '../../../../src/apps/terminal/command-io.js';
import { createStore } from '../../../../src/persistence/store.js';
import { createMemoryEngine, type MemoryEngine } from '../../../persistence/memory-engine.js';

/** Adds an id to a state in an engine. @returns what it printed on stderr */
async function addTo(engine: MemoryEngine, json?: true): Promise<string> {
  const stderr = new PassThrough();
  const io = { env: {}, stderr } as unknown as CommandIo;
  const options = { directory: 'state', makesDirectory: true, openStore: async () => createStore(engine), json };
  await withKeptFleet(io, options, async (fleet, signal) => {
    fleet.databases.add('new');
    await fleet.flush({ signal });
  });
  stderr.end();
  return text(stderr);
}

it('prints what the state has lost, as warnings or as one line of JSON', async () => {
  const engine = createMemoryEngine();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) engine.losses.push({ key: `id/${id}`, message: 'is damaged' });
  const printed = await addTo(engine);
  expect(printed).toContain('warning: The id a is damaged and lost.\n');
  expect(printed).toContain('warning: and 1 more; --json lists them all\n');
  const { lost } = JSON.parse(await addTo(engine, true)) as { lost: object[] };
  expect(lost).toHaveLength(6);
  expect(lost[0]).toMatchObject({ kind: 'id', id: 'a' });
});

it('ends without the operation after a signal that came while the state was read', async () => {
  const engine = createMemoryEngine();
  const signals = new EventEmitter();
  const io = { env: {}, stderr: new PassThrough(), signals } as unknown as CommandIo;
  const openStore = async () => {
    signals.emit('SIGINT');
    return createStore(engine);
  };
  const operate = vi.fn<() => Promise<void>>(async () => {});
  const ended = withKeptFleet(io, { directory: 'state', makesDirectory: true, openStore }, operate);
  await expect(ended).rejects.toThrow(Interrupted);
  expect(operate).not.toHaveBeenCalled();
  expect(engine.isClosed).toBe(true);
});
