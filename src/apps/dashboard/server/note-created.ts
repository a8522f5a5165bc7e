import type { ProxyHandler } from '../../../proxy/index.js';

/** The same proxy; the ids of databases that are created through it are handed on: the API lists none. */
export function noteCreated(proxy: ProxyHandler, onCreated: (id: string) => void): ProxyHandler {
  return async (request) => {
    const answer = await proxy(request);
    if (request.method !== 'POST' || answer.status !== 200) return answer;
    const { database_id: id } = (await answer.clone().json()) as { readonly database_id: string };
    onCreated(id);
    return answer;
  };
}
