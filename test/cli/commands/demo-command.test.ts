import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startWireServer } from '../../support/wire-server.js';
import { useFleetglass } from '../command.js';

const fleetglass = useFleetglass();

describe('fleetglass demo', () => {
  it('creates a database, watches it come to rest, lists the indices, and ends with 0 without a terminal', async () => {
    const { exitCode, stdout, stderr } = await fleetglass.run(['demo', '--port', '0', '--redis', 'off']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const expected = [
      'POST /v2/redis/database',
      '✔ created',
      'GET /v2/redis/database/',
      '0.0 s  creating',
      ' s  updating',
      ' s  at rest',
      'first-steps  active',
      'GET /v2/vector/index',
      '✔ listed 3',
      '3 vector indices.',
      'All three steps worked.',
    ];
    let at = 0;
    for (const part of expected) {
      expect(stdout.slice(at)).toContain(part);
      at = stdout.indexOf(part, at) + part.length;
    }
    for (const kind of ['DENSE', 'SPARSE', 'HYBRID']) expect(stdout).toContain(kind);
  });

  it('takes any free port where someone has the usual one', async () => {
    const server = createServer().listen(4870, '127.0.0.1');
    // Whoever has it, it is in use.
    await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => {});
    const running = fleetglass.start(['demo', '--redis', 'off']);
    const said = await running.said(/listens on \S+\n/);
    expect(said).not.toContain(':4870');
    server.close();
  });

  it('ends with 130 when it is interrupted on its way', async () => {
    const running = fleetglass.start(['demo', '--port', '0', '--redis', 'off']);
    await running.said(/creating/);
    running.kill('SIGINT');
    expect((await running.ended).exitCode).toBe(130);
  });

  it('ends with 1 when it cannot do what it was told', async () => {
    await using server = await startWireServer(() => {});
    const { exitCode, stderr } = await fleetglass.run(['demo', '--redis', 'off', '--port', String(server.port)]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('in use');
  });
});
