import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateHistory } from '../../../src/notebook/history/generate-history.js';
import { replay } from '../../../src/notebook/replay/replay.js';
import { hasDenoKernel, notebooks, startDenoKernel, type CellRun, type DenoKernel } from './deno-kernel.js';
import { fleetsMadeBy, notebookFiles as files, readNotebook, textOf } from './notebook-file.js';

/** One kernel for all tests: each takes seconds to start. */
let kernel: DenoKernel;
beforeAll(async () => {
  if (hasDenoKernel) kernel = await startDenoKernel();
});
afterAll(() => kernel?.[Symbol.asyncDispose]());

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

/** The kind, the text and the display id of each output. The heartbeats of earlier displays are left out. */
const shown = ({ outputs }: CellRun): readonly (readonly unknown[])[] =>
  outputs
    .map(({ type, data, transient }) => [type, data?.['text/plain'], transient?.display_id])
    .filter(([type, text]) => type !== 'update_display_data' || !String(text).includes('. Drawn at '));

const idsOf = ({ outputs }: CellRun): readonly string[] => outputs.map(({ transient }) => transient?.display_id ?? '');

describe.skipIf(!hasDenoKernel)('A live display in the kernel of Deno', () => {
  const everything: CellRun[] = [];

  const run = async (code: string): Promise<CellRun> => {
    const cell = await kernel.run(code);
    everything.push(cell);
    expect(cell.status, JSON.stringify(cell.outputs)).toBe('ok');
    return cell;
  };

  beforeAll(async () => void (await run(PREPARATION)));

  test('is updated in place, also while later cells run', async () => {
    const cell = await run('live(fleet, names, { everyMs: 100 })');
    const [drawing, status] = idsOf(cell);
    expect(shown(cell)).toEqual([
      ['display_data', '', drawing],
      [
        'display_data',
        expect.stringMatching(/^Live until [\dT:-]{19}Z\. Drawn at [\dT:-]{19}Z\. If this time does not change /),
        status,
      ],
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

  test('is beside displays, histories and fleets that console.log prints as text', async () => {
    const { outputs } = await run(`
      import { generateHistory, showFleet } from 'fleetglass/notebook';
      fleet.databases.add(id);
      await fleet.databases.refresh(id);
      console.log(showFleet(fleet));
      console.log(fleet);
      console.log(generateHistory({ databases: 1, days: 0.001 }));
    `);
    const printed = outputs.map(({ text }) => text ?? '').join('');
    expect(printed).toMatch(/^Fleet: [^\n]*\nName +Health/);
    expect(printed).toContain("\nFleet { databases: 1, indices: 0, polling: 'running' }\n");
    expect(printed).toMatch(
      /\nHistory \{ rows: \d+, from: 2026-01-01T00:00:00Z, to: .*, fields: database_name, .*\}\n$/,
    );
    expect(printed).not.toMatch(/color-mix|Function/);
    // The last values of cells.
    const history = (await run('generateHistory({ databases: 1, days: 0.001 })')).outputs.at(-1)?.data;
    expect(history?.['text/plain']).toMatch(/^History: \d+ rows? from 2026-01-01T00:00:00Z to .*\ntime +resource +id/);
    expect(history?.['text/html']).toMatch(/^<div class="fleetglass"/);
    const last = (await run('fleet')).outputs.at(-1)?.data?.['text/plain'];
    expect(last).toContain("Fleet { databases: 1, indices: 0, polling: 'running' }");
  });

  test('is beside histories and replays that are the same as in Node, byte by byte', async () => {
    const { outputs } = await run(`
      const { generateHistory: generate, replay } = await import('fleetglass/notebook');
      const history = generate({ seed: 7, databases: 10, indices: 3, days: 0.05, incidents: 4, churn: 1 });
      console.log(JSON.stringify([[...history.rows()], await replay(history, { seed: 3, service: { perSecond: 0.1 } })]));
    `);
    const history = generateHistory({ seed: 7, databases: 10, indices: 3, days: 0.05, incidents: 4, churn: 1 });
    const inNode = JSON.stringify([
      [...history.rows()],
      await replay(history, { seed: 3, service: { perSecond: 0.1 } }),
    ]);
    expect(inNode.length).toBeGreaterThan(10_000);
    expect(outputs.map(({ text }) => text ?? '').join('')).toBe(`${inNode}\n`);
  });

  test('sends no secret, also when the function throws one', async () => {
    await run('await fetchCredentials(fleet, id)?.then(() => undefined)');
    await run(`live(fleet, () => { throw new Error(credentials.password) }, { everyMs: 100 })`);
    await run('fleet.dispose()');
    expect(JSON.stringify(everything.slice(1))).not.toMatch(/canary/);
  });
});

/** The relative targets of Markdown links that do not exist. */
function brokenLinks(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(notebooks, target)));
}

test('the page of the notebooks links to each of them, and to files that exist', () => {
  const page = textOf('README.md');
  expect(files.filter((file) => !page.includes(`](${file})`))).toEqual([]);
  expect(brokenLinks(page)).toEqual([]);
});

test.each(files)('The notebook %s explains its cells, and has nothing of one machine', (file) => {
  const { cells, metadata } = readNotebook(file);
  const codeCells = cells.filter(({ cell_type }) => cell_type === 'code');
  expect(codeCells.filter(({ execution_count }) => execution_count !== null)).toEqual([]);
  expect(textOf(file)).not.toMatch(/file:\/\/|\/home\/|\/Users\/|\/root\/|\/tmp\/|[A-Z]:\\\\/);
  expect(metadata.kernelspec.name).toBe('deno');

  const unexplained = codeCells.filter((cell) => cells[cells.indexOf(cell) - 1]?.cell_type !== 'markdown');
  expect(unexplained.map(({ id }) => id)).toEqual([]);
  const texts = cells.filter(({ cell_type }) => cell_type === 'markdown').map(({ source }) => source.join(''));
  expect(brokenLinks(texts.join('\n'))).toEqual([]);

  // A cell that makes the fleet that it shows live could not end its display when it runs again.
  const endless = codeCells.filter(({ source }) => {
    const code = source.join('');
    return fleetsMadeBy(code).some((name) => code.includes(`live(${name},`));
  });
  expect(endless.map(({ id }) => id)).toEqual([]);
});
