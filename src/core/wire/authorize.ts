import { FleetError, type Operation } from '../shared/fleet-error.js';
import { checkCredentials, encodeCredentials, type Credentials, type CredentialsSource } from './credentials.js';
import { createEchoSearch, type SecretSearch } from './secret-search.js';

/** The `Authorization` header of a request, and the secrets in it that must never be shown. */
export interface Authorization {
  readonly header: string | undefined;
  readonly secrets: readonly string[];
  readonly isEcho?: SecretSearch;
}

export interface Authorizer {
  /** The authorization of the last request, or of the given credentials before it. Calls no credentials function. */
  readonly latest: Authorization;
  /** @throws FleetError `unavailable` if the credentials function fails, `invalid-request` if its result is invalid */
  authorize(operation: Operation): Authorization | Promise<Authorization>;
}

export function createAuthorizer(source: CredentialsSource | undefined): Authorizer {
  let last: Credentials | undefined;
  let latest: Authorization = { header: undefined, secrets: [] };

  function encode(given: Credentials, operation: Operation): Authorization {
    const credentials = checkCredentials(given, operation);
    if (last?.username !== credentials.username || last.password !== credentials.password)
      latest = authorizationOf((last = credentials));
    return latest;
  }

  if (typeof source === 'object') encode(source, 'configure');
  return {
    get latest() {
      return latest;
    },
    authorize(operation) {
      if (typeof source !== 'function') return latest;
      return askForCredentials(source, operation).then((given) => encode(given, operation));
    },
  };
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
