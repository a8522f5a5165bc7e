import { FleetError, type Operation } from '../shared/fleet-error.js';
import { checkCredentials, encodeCredentials, type Credentials, type CredentialsSource } from './credentials.js';
import { createEchoSearch, type SecretSearch } from './secret-search.js';

/** The `Authorization` header of a request, and the secrets in it that must never be shown. */
export interface Authorization {
  readonly header: string | undefined;
  readonly secrets: readonly string[];
  readonly isEcho?: SecretSearch;
}

export class Authorizer {
  readonly #source: CredentialsSource | undefined;
  #last: Credentials | undefined;
  #authorization: Authorization = { header: undefined, secrets: [] };

  constructor(source: CredentialsSource | undefined) {
    this.#source = source;
  }

  /** The authorization with the latest credentials. A function is not called: its credentials are known after a request. */
  get latest(): Authorization {
    return typeof this.#source === 'object' ? this.#encode(this.#source, 'configure') : this.#authorization;
  }

  /** @throws FleetError `unavailable` if the credentials function fails, `invalid-request` if its result is invalid */
  readonly authorize = (operation: Operation): Authorization | Promise<Authorization> => {
    if (typeof this.#source === 'object') return this.#encode(this.#source, operation);
    if (this.#source === undefined) return this.#authorization;
    return askForCredentials(this.#source, operation).then((given) => this.#encode(given, operation));
  };

  #encode(given: Credentials, operation: Operation): Authorization {
    const credentials = checkCredentials(given, operation);
    if (this.#last?.username !== credentials.username || this.#last.password !== credentials.password)
      this.#authorization = authorizationOf((this.#last = credentials));
    return this.#authorization;
  }
}

function authorizationOf(credentials: Credentials): Authorization {
  const encoded = encodeCredentials(credentials);
  // With no password, the user name is the key.
  const secrets = [encoded, credentials.password || credentials.username];
  return { header: `Basic ${encoded}`, secrets, isEcho: createEchoSearch(credentials) };
}

/** Calls a function that returns credentials. @throws FleetError `unavailable` where the function fails */
export async function askForCredentials<T>(source: () => T | Promise<T>, operation: Operation): Promise<T> {
  try {
    return await source();
  } catch {
    // The error of the function may contain the secret that it reads.
    throw new FleetError('unavailable', operation, 'the credentials function failed');
  }
}
