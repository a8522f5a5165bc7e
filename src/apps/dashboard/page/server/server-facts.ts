/** What the dashboard's server says of itself. */
export interface ServerFacts {
  /** Base URL of the account's service, without credentials. */
  readonly service: string;
  /** Ids of databases that it was given, or made. */
  readonly ids: readonly string[];
  /** Whether databases may be created from here. */
  readonly mayCreate: boolean;
  /** Whether the service is a demonstration, and usage made up. */
  readonly isDemo: boolean;
  /** Names one run of a service that forgets: what was remembered of another run is no use. */
  readonly run: string;
}

/** The dashboard's server answered, and not with what was asked for. Its message is for people. */
export class ServerRefusal extends Error {}

/**
 * Asks the dashboard's server what there is.
 *
 * @throws ServerRefusal where it refuses; what fetch throws where it does not answer
 */
export async function readServerFacts(signal?: AbortSignal, fetchFrom: typeof fetch = fetch): Promise<ServerFacts> {
  const response = await fetchFrom('known', signal === undefined ? {} : { signal });
  const body = (await response.json()) as Partial<ServerFacts & { error: string }>;
  if (!response.ok) throw new ServerRefusal(body.error ?? `The server of this page answered ${response.status}.`);
  const { service = '', ids = [], mayCreate = true, isDemo = false, run = '' } = body;
  return { service, ids, mayCreate, isDemo, run };
}
