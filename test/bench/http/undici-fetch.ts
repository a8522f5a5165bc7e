import type { Agent } from 'undici';
import type { Fetch } from '../../../src/core/wire/transport.js';

/** The package undici. Node contains another version of it. */
export type Undici = typeof import('undici');

/**
 * Imports undici after the platform's own: whichever is first in a process does the work of the platform's fetch too.
 */
export async function importUndici(): Promise<Undici> {
  // Node loads its own when it is first used.
  Response.error();
  return import('undici');
}

/** undici's fetch, with its own connections. */
export function createUndiciFetch({ fetch }: Undici, dispatcher: Agent): Fetch {
  return async (url, init) => (await fetch(url, { ...init, dispatcher } as object)) as unknown as Response;
}

/** undici's `request` as a fetch, in a few lines. */
export function createRequestFetch({ request }: Undici, dispatcher: Agent): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await request(url, { method, headers, body, signal, dispatcher } as object);
    const bytes = await answer.body.arrayBuffer();
    const fields = answer.headers as Record<string, string>;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status: answer.statusCode, headers: fields });
  };
}
