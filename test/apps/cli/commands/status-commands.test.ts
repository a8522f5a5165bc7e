import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openDirectory } from '../../../../src/persistence/directory/index.js';
import { createService, type Service } from '../../../../src/service/index.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, type Ended } from '../command.js';
import { runHere } from '../run-here.js';

let service: Service;
let baseUrl: string;
let state: string;

beforeAll(async () => {
  service = createService({ credentials: account, seed: { indices: [{ name: 'articles' }] } });
  ({ url: baseUrl } = await service.listen());
});
afterAll(() => service.close());
beforeEach(async () => {
  state = join(await temporaryFolder(), 'state');
});

const run = (args: readonly string[], env = asAccount(baseUrl)): Promise<Ended> =>
  runHere(args, { FLEETGLASS_STATE: state, ...env });

it('shows versions, account, service, clock and storage on one screen', async () => {
  await run(['ids', 'add', 'a']);
  const shown = await run(['status']);
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
  expect(shown.stdout.replaceAll(/\d+ ms/g, 'N ms')).toMatch(
    new RegExp(
      `^✓ versions +fleetglass .*\\n✓ proxy +none\\n✓ account +${account.username} at ${baseUrl}\\n` +
        `✓ service +answers after N ms; 1 vector index\\n✓ clock +differs .* less than a minute\\n` +
        `✓ storage +1 id, 0 with a record, in ${state}\\n✓ polling +not running here; no record was read yet\\n✓ monitor +not named; .*\\n$`,
    ),
  );
  const json = await run(['status', '--json'], { ...asAccount(baseUrl), FLEETGLASS_PASSWORD: 'canary wrong' });
  expect(JSON.parse(json.stdout)).toMatchObject({
    service: { isGood: false, text: expect.stringContaining('refused (status 401)') as string },
    storage: { isGood: true },
  });
  expect(shown.stdout + json.stdout).not.toContain('canary');
  expect((await run(['doctor'])).exitCode).toBe(0);
});

it('says what to do about a missing account, an address without a service, and a monitor that does not run', async () => {
  const none = await runHere(['doctor']);
  expect(none).toMatchObject({ exitCode: 1 });
  expect(none.stdout).toMatch(/✗ account +No address of the service\. Pass --base-url/);
  const closed = await startWireServer(() => {});
  await closed[Symbol.asyncDispose]();
  const silent = await run(['doctor', '--base-url', closed.url, '--monitor', state]);
  expect(silent).toMatchObject({ exitCode: 1, stderr: 'error: 2 parts are wrong\n' });
  expect(silent.stdout).toMatch(/✗ service .*ECONNREFUSED.*\n +Check that the service runs/);
  expect(silent.stdout).toMatch(/✗ monitor +No monitor runs with the state/);
  expect(silent.stdout.replaceAll(/\s+/g, ' ')).toContain('or name the state directory of another one.');
  expect(none.stdout).toContain('✓ monitor   not named; --monitor takes its address or state directory\n');
  const { stdout } = await run(['status', '--json', '--base-url', closed.url]);
  const service = { isGood: false, advice: expect.stringContaining('Check that the service runs') as string };
  expect(JSON.parse(stdout)).toMatchObject({ service });
});

it('finds a clock that differs from that of the service', async () => {
  const date = new Date(Date.now() - 3 * 3_600_000).toUTCString();
  await using server = await startWireServer((wire) => wire.end(httpAnswer(200, '[]', { date })));
  const found = await run(['doctor'], asAccount(server.url));
  expect(found.exitCode).toBe(1);
  expect(found.stdout).toMatch(/✗ clock +this machine is 3 h ahead of the service\n +Set the clock/);
});

it('reads a state that another process uses', async () => {
  await run(['ids', 'add', 'a']);
  const store = await openDirectory(state);
  onTestFinished(() => store.close());
  expect((await run(['status'])).stdout).toContain('1 id, 0 with a record');
});

it('tells no rate of a monitor that does not say when it started, and sends it two requests', async () => {
  const metrics = `fleetglass_polling_state{state="held"} 0\nfleetglass_polling_state{state="running"} 1
fleetglass_requests_total{operation="get-database",outcome="success"} 5\n`;
  const list = JSON.stringify({ version: 1, silences: [], alerts: [] });
  await using monitor = await startWireServer((wire, { target }) =>
    wire.end(httpAnswer(200, target === '/metrics' ? metrics : list)),
  );
  const { stdout } = await run(['status', '--monitor', monitor.url, '--json']);
  const text = `${monitor.url} polls (running): 5 requests, 0 failed; 0 alerts are firing`;
  expect(JSON.parse(stdout)).toMatchObject({ monitor: { isGood: true, text } });
  expect(monitor.requests).toHaveLength(2);
  expect((await run(['status', '--help'])).stdout).toContain('two to the monitor');
});
