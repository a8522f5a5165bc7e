import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMonitorState, type MonitorState } from '../../../src/monitor/state/open-monitor-state.js';
import { openDirectoryEngine } from '../../../src/persistence/directory/directory-engine.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const newDirectory = async (): Promise<string> => join(await temporaryFolder(), 'state');

async function valuesOf(state: Pick<MonitorState, 'read'>): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for await (const batch of state.read(() => {})) for (const { key, text } of batch) values[key] = text;
  return values;
}

describe('openMonitorState', () => {
  it('keeps values over restarts, in a directory that one monitor can use at a time', async () => {
    const directory = await newDirectory();
    const state = await openMonitorState(directory);
    await state.write([{ key: 'alert/a', text: '1' }]);
    await expect(openMonitorState(directory)).rejects.toMatchObject({ code: 'in-use' });
    await state.close();
    const again = await openMonitorState(directory);
    onTestFinished(() => again.close());
    expect(await valuesOf(again)).toEqual({ 'alert/a': '1', format: '1' });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a newer format', { format: '2', 'alert/a': '{}' }, /has the format 2\. Expected at most 1\./],
    ['the store of a fleet', { 'id/a': '{}' }, /holds values of another program/],
  ])('refuses %s, and leaves it as it is', async (_, values, message) => {
    const directory = await newDirectory();
    const engine = await openDirectoryEngine(directory);
    await engine.write(Object.entries(values).map(([key, text]) => ({ key, text })));
    await engine.close();
    await expect(openMonitorState(directory)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(message) as string,
    });
    const after = await openDirectoryEngine(directory);
    onTestFinished(() => after.close());
    expect(await valuesOf(after)).toEqual(values);
  });
});
