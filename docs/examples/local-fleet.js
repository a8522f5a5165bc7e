import { createProxyHandler } from 'fleetglass/proxy';
import { createService } from 'fleetglass/service';
import { NodeRequest, sendNodeResponse } from 'srvx/node';

/**
 * The shared part of the examples: a Vite plugin that starts the local service and lets the page reach it at `/fleet`,
 * through the proxy that adds the account's credentials. In an application of your own the proxy is a route of your
 * server.
 *
 * @returns {import('vite').Plugin}
 */
export function localFleet() {
  const credentials = { username: 'demo', password: 'demo' };
  const service = createService({ credentials, seed: { indices: [{ id: 'products-1', name: 'products' }] } });

  async function serve({ middlewares, httpServer }) {
    // Vitest and others that only compile with Vite have no server.
    if (!httpServer) return;
    const { url: baseUrl } = await service.listen();
    const handler = createProxyHandler({ baseUrl, credentials, allowCreate: true, authorize: isLocal });
    // Connect takes the path that it mounts at off the URL, so the proxy needs no `mountPath`.
    middlewares.use('/fleet', async (req, res) => sendNodeResponse(res, await handler(new NodeRequest({ req, res }))));
    httpServer.once('close', () => service.close());
  }
  return { name: 'local-fleet', configureServer: serve, configurePreviewServer: serve };
}

/** This server has no login, but a web page must not reach it by a host name that resolves to this machine. */
function isLocal(request) {
  return ['localhost', '127.0.0.1'].includes(new URL(request.url).hostname);
}
