import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import { failureOf } from '../../support/failure-of.js';
import { fetchWith } from '../../support/fetch-with.js';
import { freePort } from '../../support/free-port.js';
import { createRequest, operationNames, operations } from '../../support/requests.js';
import { type Script, startWireServer, type Wire } from '../../support/wire-server.js';

/** The ways in which a connection ends. */
const endings: Record<string, (wire: Wire) => void> = {
  'is closed': (wire) => wire.end(),
  'is reset': (wire) => wire.reset(),
};

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 22\r\n';

/** The data before the end. The server ends the connection only after the client has received it. */
const stages: Record<string, string> = { 'after the request': '', 'in the middle of the headers': HEAD };

describe.each(Object.entries(endings))('a connection that %s', (_, endIt) => {
  describe.each(Object.entries(stages))('%s', (__, sent) => {
    test.each(operationNames)('fails %s as a lost connection, and the request was sent once', async (name) => {
      const script: Script = (wire) => {
        if (sent !== '') wire.send(sent);
        setImmediate(() => endIt(wire));
      };
      await using server = await startWireServer(script);
      const error = await failureOf(operations[name](createManagementClient({ baseUrl: server.url })));
      expect(error.code).toBe(name === 'create-database' ? 'outcome-unknown' : 'unavailable');
      expect(error.status).toBeUndefined();
      expect(server.requests).toHaveLength(1);
      await server.quiet();
    });
  });

  test.each(operationNames)('in the middle of the body cuts off the answer of %s', async (name) => {
    let endNow = (): void => {};
    await using server = await startWireServer((wire) => {
      wire.send(`${HEAD}\r\n{"data`);
      endNow = () => endIt(wire);
    });
    const client = createManagementClient({ baseUrl: server.url, fetch: fetchWith(() => setImmediate(endNow)) });
    const error = await failureOf(operations[name](client));
    expect(error).toMatchObject({ code: name === 'create-database' ? 'outcome-unknown' : 'bad-response', status: 200 });
    expect(server.requests).toHaveLength(1);
  });
});

test.each(['-ERR unknown command\r\n', 'SSH-2.0-OpenSSH_9.2\r\n', 'HTTP/9.9 200 OK\r\n\r\n{}', '\0\0\0\0', '{}\n'])(
  'a service with another protocol is not available: %j',
  async (greeting) => {
    await using server = await startWireServer((wire) => wire.end(greeting));
    const client = createManagementClient({ baseUrl: server.url });
    const error = await failureOf(client.getDatabase('db-1'));
    expect(error.code).toBe('unavailable');
    expect(error.message).not.toContain(greeting.slice(0, 4));
    expect((await failureOf(client.createDatabase(createRequest))).code).toBe('outcome-unknown');
  },
);

test.each(operationNames)('a port without a server fails %s with `unavailable`, and creates nothing', async (name) => {
  const port = await freePort();
  for (const host of ['127.0.0.1', 'localhost']) {
    const error = await failureOf(operations[name](createManagementClient({ baseUrl: `http://${host}:${port}` })));
    expect(error).toMatchObject({ code: 'unavailable', operation: name });
    expect(error.message).toContain('ECONNREFUSED');
  }
});
