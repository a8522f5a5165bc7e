import { hasEncodedAccount, LOOPBACK } from '../../core/wire/base-url.js';
import { UsageError } from './command-errors.js';
import { readVariable } from './environment-variables.js';

/** As in curl, the names in lower case come first. */
function readProxyVariable(env: NodeJS.ProcessEnv, name: string): string {
  return readVariable(env, name.toLowerCase()) || readVariable(env, name);
}

/** The variable that names the proxy of https. @returns `undefined` if no request goes through a proxy */
export function proxyVariable(env: NodeJS.ProcessEnv): string | undefined {
  if (readProxyVariable(env, 'NO_PROXY') === '*') return undefined;
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return names.find((name) => readVariable(env, name) !== '');
}

/**
 * Makes the requests of this process go through the proxies that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name. Node's
 * fetch ignores these variables. Requests to this machine never go through a proxy. As in curl, http uses no tunnel.
 *
 * @throws UsageError for an address that is not a URL of http or https. It is not shown, because it may contain a password
 */
export async function useProxy(env: NodeJS.ProcessEnv): Promise<void> {
  if (proxyVariable(env) === undefined) return;
  const read = (name: string): string => readProxyVariable(env, name);
  const [httpProxy, httpsProxy, noProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY'), read('NO_PROXY')];
  for (const [name, url] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy }))
    if (url !== '' && !(hasEncodedAccount(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new UsageError(
        `Invalid ${name}: expected a URL such as http://proxy.example.com:3128, with %25 for % in a password.`,
      );
  // Loaded only where there is a proxy, because this takes longer than the rest of a start.
  const { default: undici } = await import('undici');
  const direct = new undici.Agent();
  const proxies = new undici.EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, proxyTunnel: false });
  // A proxy would look for the hosts of this machine on its own machine, and http would show it the password.
  const dispatch: typeof proxies.dispatch = (request, handler) =>
    (LOOPBACK.test(new URL(String(request.origin)).hostname) ? direct : proxies).dispatch(request, handler);
  undici.setGlobalDispatcher(Object.assign(new undici.Dispatcher(), { dispatch }));
}
