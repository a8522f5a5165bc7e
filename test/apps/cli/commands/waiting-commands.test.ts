import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createService } from '../../../../src/service/index.js';
import { onTestFinished, useConcurrentTests } from '../../../support/concurrent-tests.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { account, asAccount, CREATE, jsonLines, useFleetglass, type Running } from '../command.js';
import { useService } from '../local-service.js';
import { runHere, startHere } from '../run-here.js';
import { openTerminal } from '../terminal.js';

const fleetglass = await useFleetglass();
useConcurrentTests();

/** A service whose changes do not end during a test. */
async function startSlowService(): Promise<string> {
  const slow = createService({ credentials: account, lifecycle: { creatingMs: 600_000 } });
  onTestFinished(() => slow.close());
  return (await slow.listen()).url;
}

const service = await useService({
  seed: { databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1', plan: 'free' }] },
});
const { id } = service;

describe.concurrent('fleetglass create --wait', () => {
  it('prints each change, then the record, as lines or with --json, which has a notice of a failed read', async () => {
    let reads = 0;
    await using server = await startWireServer((wire, { method }) => {
      const change = { modifying_state: method === 'POST' ? 'creating' : '' };
      const record = { database_id: 'a1', database_name: 5, password: 'canary', ...change };
      const fails = method === 'GET' && reads++ === 0;
      wire.end(fails ? httpAnswer(500) : httpAnswer(200, JSON.stringify(record)));
    });
    const { exitCode, stdout, stderr } = await runHere([...CREATE, '--wait', '--json'], asAccount(server.url));
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ database_id: 'a1', database_name: 5, modifying_state: '' });
    const lines = stderr.split('\n').filter((line) => /progress|notice/.test(line));
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { progress: { modifying_state: 'creating' } },
      { notice: 'no answer (unavailable)' },
      { progress: { modifying_state: '' } },
    ]);
    // Its name is no text, so the lines have its id.
    const ended = await runHere([...CREATE, '--wait'], asAccount(server.url));
    expect(ended).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^a1: creating\na1: at rest\n/) });
  });

  it('prints the last record and ends with 4 if the wait takes too long', async () => {
    const args = [...CREATE, '--wait', '--timeout', '1', '--json'];
    const ended = await runHere(args, asAccount(await startSlowService()));
    expect(ended.exitCode).toBe(4);
    expect(JSON.parse(ended.stdout)).toMatchObject({ database_name: 'sessions', database_id: expect.any(String) });
    const last = JSON.parse(ended.stderr.trim().split('\n').at(-1) ?? '') as { error: { message: string } };
    expect(last).toMatchObject({ error: { code: 'timeout' }, exitCode: 4 });
    expect(last.error.message).toContain(
      'The database was created, but its change in progress (creating) was not over',
    );
  });

  it.runIf(inject('hasTerminal'))('prints the last record, keeps the id and ends with 130 at Ctrl-C', async () => {
    const state = join(await temporaryFolder(), 'state');
    const args = [...CREATE, '--wait', '--state', state, '--json'];
    const env = asAccount(await startSlowService());
    const terminal = openTerminal([process.execPath, fleetglass.file, ...args], 80, env);
    await terminal.typeAt(/"creating"/, '\u0003');
    expect(await terminal.exitCode).toBe(130);
    const [, created = ''] = /"database_id": "([^"]+)"/.exec(terminal.shown) ?? [];
    expect((await runHere(['ids', 'export', '--state', state])).stdout).toBe(`${created}\n`);
  });
});

describe('fleetglass get --watch', () => {
  const watch = (start: typeof startHere, ...args: readonly string[]): Running =>
    start(['get', id, '--watch', '--interval', '1', ...args], asAccount(service.baseUrl));

  it('prints the record, then a line for each changed field, until Ctrl-C ends it with 0', async () => {
    const running = watch(startHere);
    await running.printed(/Security add-ons/);
    await service.control.databases.set(id, { state: 'suspended', db_max_clients: 2000 });
    await running.printed(/state/);
    await running.printed(/\d\dZ {2}state {2}active → suspended\n/);
    await running.printed(/\d\dZ {2}db_max_clients {2}[\d,]+ → 2,000\n/);
    expect(await running.endBy('SIGINT')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('prints each record as a line of JSON with --json through an outage, until its reader is gone', async () => {
    await service.control.databases.set(id, { modifying_state: '' });
    const running = watch(fleetglass.start, '--json');
    await running.printed(/\n/);
    await service.control.faults.inject({ kind: 'status', status: 500, times: 1, operation: 'get-database' });
    await service.control.databases.set(id, { modifying_state: 'updating' });
    await running.printed(/\n.*\n/);
    running.stdout.destroy();
    await service.control.databases.set(id, { modifying_state: '' });
    const { exitCode, stdout, stderr } = await running.ended;
    expect(exitCode).toBe(0);
    expect(jsonLines(stdout)).toMatchObject([{ modifying_state: '' }, { modifying_state: 'updating' }]);
    expect(jsonLines(stderr)).toEqual([
      { notice: expect.stringContaining('status 500') },
      { notice: 'the service answers again' },
    ]);
  });
});
