import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../support/make-certificate.js';
import { sampleDatabase } from '../../../support/sample-database.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { asAccount, expectFailure, openPage, useFleetglass } from '../command.js';
import { useService } from '../local-service.js';
import { runHere, startHere } from '../run-here.js';

const fleetglass = await useFleetglass();
const local = await useService();

/** No name server knows it, so only the proxy reaches it. */
const HOST = 'api.fleetglass.test';

const folder = await mkdtemp(join(tmpdir(), 'fleetglass-proxy-'));
/** The targets of the tunnels that the proxy was asked for. */
let tunnels: string[];
let isOpen = true;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The target of the tunnel for a request to the service. */
const target = (): string => `${HOST}:${portOf(service)}`;

/** A service over TLS. */
const service = createTlsServer(await makeCertificate(folder, HOST), ({ url }, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(url === '/v2/vector/index' ? '[]' : JSON.stringify({ ...sampleDatabase, database_id: 'a1' }));
});

/** A proxy that opens tunnels, as RFC 9110 describes CONNECT, to one host, and answers requests for one receiver. */
const proxy = createServer(({ url }, response) => response.writeHead(url === `http://${HOST}/` ? 200 : 405).end());
proxy.on('connect', ({ url = '' }, client) => {
  client.on('error', () => {});
  tunnels.push(url);
  const [host, port] = url.split(':');
  if (!isOpen || host !== HOST) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  const upstream = connect(Number(port), '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
});

for (const server of [service, proxy] as readonly Server[]) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

const env: NodeJS.ProcessEnv = {
  ...asAccount(`https://${HOST}:${portOf(service)}`),
  HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
  NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
};
afterAll(async () => {
  proxy.close();
  service.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  tunnels = [];
  isOpen = true;
});

describe('HTTPS_PROXY', () => {
  it('carries the requests of a fleet, the dashboard and the monitor to the service', async () => {
    const home = await temporaryFolder();
    const state = join(home, 'state');
    await runHere(['ids', 'add', 'a1', '--state', state]);
    expect(await fleetglass.run(['list', '--refresh', '--state', state], env)).toMatchObject({ exitCode: 0 });
    expect(tunnels).toHaveLength(1);

    // This process does not know the certificate, so these only ask for their tunnels.
    tunnels = [];
    const dashboard = startHere(['dashboard', 'a1', '--port', '0', '--no-state', '--no-usage', '--json'], env);
    const { url } = JSON.parse(await dashboard.printed(/\n/)) as { url: string };
    const ask = await openPage(url);
    expect((await ask('/fleet/v2/redis/database/a1')).ok).toBe(false);
    expect(tunnels).toContain(target());
    expect(await dashboard.endBy('SIGTERM')).toMatchObject({ exitCode: 0 });

    const config = join(home, 'fleetglass.yaml');
    await writeFile(config, 'ids: [{ type: list, ids: [a1] }]\nmetrics: { listen: "off" }\n');
    tunnels = [];
    const watch = startHere(['watch', '--config', config, '--state', join(home, 'watched')], env);
    await expect.poll(() => tunnels).toContain(target());
    expect(await watch.endBy('SIGTERM')).toMatchObject({ exitCode: 0 });
  });

  it('does not apply to the hosts of NO_PROXY, nor to this machine, to which HTTP_PROXY does not apply either', async () => {
    const args = ['indices', '--timeout-ms', '1000'];
    const ended = await runHere(args, { ...env, NO_PROXY: 'example.com,.fleetglass.test' });
    expect(ended.exitCode).toBe(4);
    const none = await runHere(args, { ...env, NO_PROXY: '*' });
    expect(none.exitCode).toBe(4);
    expect(none.stderr).not.toContain('through the proxy');
    const { baseUrl: url } = local;
    const proxied = { ...env, HTTP_PROXY: env['HTTPS_PROXY'] };
    expect(await runHere(['indices', '--base-url', url], proxied)).toMatchObject({ exitCode: 0 });
    const other = url.replace('127.0.0.1', '127.1.2.3');
    expect(await runHere(['indices', '--base-url', other], proxied)).toMatchObject({ exitCode: 4 });
    expect(tunnels).toEqual([]);
  });

  it('is not used for http, which goes through the proxy of HTTP_PROXY without a tunnel', async () => {
    const folder = await temporaryFolder();
    const config = join(folder, 'fleetglass.yaml');
    const channel = `{ type: webhook, name: hook, url: "http://${HOST}", allowHttp: true }`;
    await writeFile(config, `state: ${folder}/state\nids: [{ type: list, ids: [a1] }]\nchannels: [${channel}]\n`);
    const proxied = { ...env, HTTP_PROXY: env['HTTPS_PROXY'] };
    const ended = await runHere(['watch', '--config', config, '--test-alert'], proxied);
    expect(ended).toMatchObject({ exitCode: 0, stdout: 'hook: delivered\n' });
    expect(tunnels).toEqual([]);
  });

  it('is named when the proxy refuses, and when it is no URL, without its password', async () => {
    isOpen = false;
    expectFailure(await runHere(['indices'], env), 4, 'through the proxy of HTTPS_PROXY');
    expect(tunnels).toContain(target());
    for (const url of ['me:canary@proxy.example.com:3128', 'http://me:canary%x@proxy.example.com:3128']) {
      const wrong = await runHere(['indices'], { ...env, HTTPS_PROXY: url });
      expectFailure(wrong, 2, 'Invalid HTTPS_PROXY: expected a URL such as');
    }
  });
});
