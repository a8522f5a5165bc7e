import { isObject } from '../../../../core/shared/is-object.js';
import { parseJson } from '../../../../core/wire/parse-json.js';
import type { FleetSnapshot } from '../../../../index.js';

export interface ServerFacts {
  /** Base URL of the account's service, without credentials. */
  readonly service: string;
  /** Ids of databases that the server was started with, or that were created through it. */
  readonly ids: readonly string[];
  readonly mayCreate: boolean;
  /** Whether the server keeps the ids that are added on this page. Otherwise the browser keeps them. */
  readonly keepsIds: boolean;
  /** The options with which a command finds the same account, after a space; empty for none. */
  readonly commandArguments: string;
  /** Identifies one run of a demonstration, which keeps no data between runs: ids of other runs are unknown to it. */
  readonly run?: string;
  /** The last record of each resource that the server knows. A page that opens in an outage shows them. */
  readonly records?: FleetSnapshot;
}

/** Whether the server denies access. After another failure, a later request may succeed. */
export const isDenial = (status: number): boolean => [401, 403].includes(status);

const FOREIGN = 'Another program answered in its place, such as a proxy that asks for a login. Reload the page.';

/** @throws an error with the `status` of an answer without facts; the error of fetch if the server does not answer */
export async function readServerFacts(): Promise<ServerFacts> {
  const response = await fetch('known?records');
  const { ok, status } = response;
  const answer = parseJson(await response.text());
  if (ok && isObject(answer)) return answer as unknown as ServerFacts;
  // A proxy in front of the server answers without JSON: with an error, or with a login page and status 200.
  const otherwise = ok ? FOREIGN : `The server of this page answered ${status}.`;
  const { error = otherwise } = Object(answer) as { error?: string };
  throw Object.assign(new Error(error), { status });
}

export type IdChange = 'add' | 'remove';

/** @returns the ids that the server keeps, or `undefined` if it did not change them. Never rejects */
export async function changeKeptIds(change: IdChange, ids: readonly string[]): Promise<readonly string[] | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('known', { method: 'POST', headers, body: JSON.stringify({ [change]: ids }) });
    return ((await response.json()) as Partial<ServerFacts>).ids;
  } catch {
    return undefined;
  }
}

/**
 * Exchanges a token, or the printed address that contains it, for access.
 *
 * @returns the status of an answer that needs access, or 0 if the server does not answer or could not exchange the token
 */
export async function openWithToken(text: string): Promise<number> {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text.trim();
  try {
    const exchange = await fetch(`?token=${encodeURIComponent(token)}`);
    const { status } = await fetch('known');
    // A token that was not exchanged may still be valid.
    return exchange.ok || !isDenial(status) ? status : 0;
  } catch {
    return 0;
  }
}
