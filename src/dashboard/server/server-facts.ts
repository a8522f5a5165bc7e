/** What the dashboard's server says of itself. */
export interface ServerFacts {
  /** Base URL of the account's service, without credentials. */
  readonly service: string;
  /** Names one run of a service that forgets: what was remembered of another run is no use. */
  readonly run?: string;
  /** Ids of databases that it was given, or made. */
  readonly ids: readonly string[];
}

/** @throws Error where the server does not answer, or not like this */
export async function readServerFacts(fetchFrom: typeof fetch = fetch): Promise<ServerFacts> {
  const response = await fetchFrom('known', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The dashboard's server answered ${response.status}.`);
  const { service, run, ids } = (await response.json()) as Partial<ServerFacts>;
  return {
    service: typeof service === 'string' ? service : '',
    ...(typeof run === 'string' && { run }),
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  };
}
