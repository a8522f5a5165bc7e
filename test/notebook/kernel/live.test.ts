import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDenoKernel, startDenoKernel, type CellRun, type DenoKernel } from './deno-kernel.js';

const PASSWORD = 'canary-of-the-account-4711';

const PREPARATION = `
import { createFleet, fetchCredentials } from 'fleetglass';
import { live, jupyterDisplay } from 'fleetglass/notebook';
import { createControlClient, createMemoryService } from 'fleetglass/service/memory';

const credentials = { username: 'demo', password: '${PASSWORD}' };
const seed = { databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' }] };
const service = createMemoryService({ credentials, seed, controlToken: 'canary-of-the-control' });
const control = createControlClient({ baseUrl: 'http://localhost', token: 'canary-of-the-control', fetch: service.fetch });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
const picture = (text) => {
  const bundle = { 'text/html': '<b>' + text + '</b>', 'text/plain': text };
  return { bundle, [jupyterDisplay]: () => bundle, toString: () => text };
};
const names = (fleet) => picture(fleet.databases.all.value.map((each) => each.database_name).join(', '));
const [{ database_id: id }] = await control.databases.list();
`;

/** The kind, the text and the display id of each output. */
const shown = ({ outputs }: CellRun): readonly (readonly unknown[])[] =>
  outputs.map(({ type, data, transient }) => [type, data?.['text/plain'], transient?.display_id]);

const idsOf = ({ outputs }: CellRun): readonly string[] => outputs.map(({ transient }) => transient?.display_id ?? '');

describe.skipIf(!hasDenoKernel)('A live display in the kernel of Deno', () => {
  let kernel: DenoKernel;
  const everything: CellRun[] = [];

  const run = async (code: string): Promise<CellRun> => {
    const cell = await kernel.run(code);
    everything.push(cell);
    expect(cell.status, JSON.stringify(cell.outputs)).toBe('ok');
    return cell;
  };

  beforeAll(async () => {
    kernel = await startDenoKernel();
    await run(PREPARATION);
  });
  afterAll(() => kernel?.[Symbol.asyncDispose]());

  test('is updated in place, also while later cells run', async () => {
    const cell = await run('live(fleet, names, { everyMs: 100 })');
    const [drawing, status] = idsOf(cell);
    expect(shown(cell)).toEqual([
      ['display_data', '', drawing],
      ['display_data', expect.stringMatching(/^Live until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/), status],
      ['execute_result', undefined, undefined],
    ]);
    expect(new Set([drawing, status, undefined, '']).size).toBe(4);

    const later = await run('await fleet.databases.refresh(id); undefined');
    expect(shown(later)).toEqual([]);
    expect(shown(await run('fleet.databases.add(id)'))).toEqual([['update_display_data', 'orders', drawing]]);
  });

  test('ends the display of the same cell when the cell runs again', async () => {
    const cell = 'live(fleet, (fleet) => names(fleet), { everyMs: 100 })';
    const [, before] = idsOf(await run(cell));
    const again = await run(cell);
    expect(shown(again)).toEqual([
      ['update_display_data', expect.stringContaining('a live display of the same name started'), before],
      ['display_data', 'orders', expect.not.stringContaining(before as string)],
      ['display_data', expect.stringMatching(/^Live until/), expect.any(String)],
      ['execute_result', undefined, undefined],
    ]);
  });

  test('does not end a display of another fleet, or of another name', async () => {
    await run(`
      const draw = (fleet) => fleet.databases.all.value.length > 9 ? names(fleet) : undefined;
      const other = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
      const displays = [live(fleet, draw), live(other, draw), live(fleet, draw, { name: 'one' }), live(fleet, draw, { name: 'two' })];
      const ends = [];
      for (const each of displays) {
        each.done.then((end) => ends.push(end));
        await Deno.jupyter.display(each);
      }
    `);
    const { outputs } = await run('JSON.stringify(ends)');
    expect(outputs.at(-1)?.data?.['text/plain']).toBe('"[]"');
    await run('for (const each of displays) each.stop(); other.dispose()');
  });

  test('tells when its time is over', async () => {
    const { outputs } = await run('const brief = live(fleet, names, { forMs: 200, name: "brief" }); brief');
    const [, , , last] = outputs;
    expect(last?.data?.['text/plain']).toMatch(
      /^Live until [\dT:-]{19}Z: the time is over\. Run the cell again to go on\.$/,
    );
    expect(last?.transient).toEqual(outputs[1]?.transient);
    expect((await run('await brief.done')).outputs[0]?.data?.['text/plain']).toContain('time');
  });

  test('sends no secret, also when the function throws one', async () => {
    await run('await fetchCredentials(fleet, id)?.then(() => undefined)');
    await run(`live(fleet, () => { throw new Error(credentials.password) }, { everyMs: 100 })`);
    await run('fleet.dispose()');
    expect(JSON.stringify(everything.slice(1))).not.toMatch(/canary/);
  });
});
