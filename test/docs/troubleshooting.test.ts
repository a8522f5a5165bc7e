import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asAccount } from '../apps/cli/command.js';
import { useService } from '../apps/cli/local-service.js';
import { runHere } from '../apps/cli/run-here.js';
import { freePort } from '../support/free-port.js';
import { smallDisk } from '../support/small-disk.js';
import { httpAnswer, startWireServer } from '../support/wire-server.js';
import { exampleBlocks } from './example-blocks.js';

const { baseUrl } = await useService();

const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const { stdout, stderr } = await runHere(args, { ...asAccount(baseUrl), ...env });
  return stdout + stderr;
};

/** Provokes the problem of each section of the page. @returns what is printed; `undefined` if this machine cannot */
const PROVOKED: Readonly<Record<string, () => Promise<string | undefined>>> = {
  '401: the service refuses the account': () => run(['indices'], { FLEETGLASS_PASSWORD: 'wrong' }),
  '403: access is denied': async () => {
    await using server = await startWireServer((wire) => wire.end(httpAnswer(403, '{"error":"not yours"}')));
    return await run(['get', 'a1', '--base-url', server.url]);
  },
  'An id is missing': () => run(['get', 'a1']),
  'No databases are shown': () => run(['board', '--once']),
  'No usage is shown': () => run(['board', '--once']),
  'A port is in use': async () => {
    await using other = await startWireServer(() => {});
    return await run(['dashboard', '--no-state', '--port', String(other.port)]);
  },
  'Behind a proxy, or without a connection': async () =>
    run(['indices', '--base-url', 'https://api.example.com'], { HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` }),
  'The disk is full, or the directory cannot be used': async () => {
    const disk = await smallDisk();
    await disk?.fill();
    return disk && run(['ids', 'add', 'a1', '--state', join(disk.folder, 'state')]);
  },
  'The clock is wrong': async () => {
    const date = new Date(Date.now() - 3 * 3_600_000).toUTCString();
    await using server = await startWireServer((wire) => wire.end(httpAnswer(200, '[]', { date })));
    return await run(['doctor', '--base-url', server.url]);
  },
};

/** The quoted messages of the page, by the heading of their section. */
const symptoms = exampleBlocks('docs/troubleshooting.md').map(({ section, source }) => [section, source] as const);

it.each(symptoms)('docs/troubleshooting.md quotes what is printed: %s', async (heading, message) => {
  const printed = await PROVOKED[heading]?.();
  if (printed === undefined) return expect(Object.keys(PROVOKED)).toContain(heading);
  const [first = '', ...others] = message.split('…');
  // Each part in order; `…` stands for any text on one line.
  const escaped = [first, ...others].map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  expect(printed).toMatch(new RegExp(escaped.join('.*')));
});

it('docs/troubleshooting.md has a section for each symptom', () => {
  expect(symptoms.map(([heading]) => heading)).toEqual(Object.keys(PROVOKED));
});
