/** The configuration that the dashboard's server sends to the page. */
export interface ServerFacts {
  /** Base URL of the account's service, without credentials. */
  readonly service: string;
  /** Ids of databases that the server was started with, or that were created through it. */
  readonly ids: readonly string[];
  /** Whether the page may create databases. */
  readonly mayCreate: boolean;
  /** Whether the server keeps the ids that are added on this page. Otherwise the browser keeps them. */
  readonly keepsIds: boolean;
  /** Whether the service is a demonstration with simulated usage. */
  readonly isDemo: boolean;
  /** Identifies one run of a service that keeps no data between runs. Ids of other runs are unknown to it. Otherwise empty. */
  readonly run: string;
}

/** The dashboard's server refused a request. The message is for display. */
export class ServerRefusal extends Error {}

/**
 * Reads the configuration from the dashboard's server.
 *
 * @throws ServerRefusal if the server refuses the request; the error of fetch if it does not answer.
 */
export async function readServerFacts(signal?: AbortSignal, fetchFrom: typeof fetch = fetch): Promise<ServerFacts> {
  const response = await fetchFrom('known', signal === undefined ? {} : { signal });
  const body = (await response.json()) as Partial<ServerFacts & { error: string }>;
  if (!response.ok) throw new ServerRefusal(body.error ?? `The server of this page answered ${response.status}.`);
  const { service = '', ids = [], mayCreate = true, keepsIds = false, isDemo = false, run = '' } = body;
  return { service, ids, mayCreate, keepsIds, isDemo, run };
}

/** Ids that the server shall keep, and ids that it shall no longer keep. */
export type IdChange = Partial<Record<'add' | 'remove', readonly string[]>>;

/** Sends a change of the kept ids to the dashboard's server. @returns whether the server keeps it. Never rejects. */
export async function changeKeptIds(change: IdChange, fetchFrom: typeof fetch = fetch): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetchFrom('known', { method: 'POST', headers, body: JSON.stringify(change) }).catch(
    () => undefined,
  );
  return answer?.ok === true;
}
