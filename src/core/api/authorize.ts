import { FleetError, type Operation } from '../shared/fleet-error.js';
import { createEchoCheck } from './credential-echo.js';
import { checkCredentials, encodeCredentials, type Credentials, type CredentialsSource } from './credentials.js';
import type { SecretSearch } from './mentions-secret.js';

/** What proves who asks, and what must therefore never be shown. */
export interface Authorization {
  readonly header: string | undefined;
  readonly secrets: readonly string[];
  /** Finds the credentials in a response; absent without credentials. */
  readonly isEcho?: SecretSearch;
}

/**
 * Asks for the credentials, and encodes them if they are others than the last time. Behind a proxy there are none: the
 * proxy adds them.
 *
 * @throws FleetError `unavailable` where the credentials function fails, `invalid-request` for what it gives.
 */
export type Authorizer = (operation: Operation) => Authorization | Promise<Authorization>;

export function createAuthorizer(source: CredentialsSource | undefined): Authorizer {
  let last: Credentials | undefined;
  let authorization: Authorization = { header: undefined, secrets: [] };

  function encode(given: Credentials, operation: Operation): Authorization {
    const credentials = checkCredentials(given, operation);
    if (last?.username !== credentials.username || last.password !== credentials.password)
      authorization = authorizationOf((last = credentials));
    return authorization;
  }

  return (operation) => {
    if (source === undefined) return authorization;
    if (typeof source !== 'function') return encode(source, operation);
    return ask(source, operation).then((given) => encode(given, operation));
  };
}

function authorizationOf(credentials: Credentials): Authorization {
  const encoded = encodeCredentials(credentials);
  // With no password, the user name is the key.
  const secrets = [encoded, credentials.password || credentials.username];
  return { header: `Basic ${encoded}`, secrets, isEcho: createEchoCheck(credentials) };
}

async function ask(source: () => Credentials | Promise<Credentials>, operation: Operation): Promise<Credentials> {
  try {
    return await source();
  } catch {
    // What the function threw may hold the secret that it was after.
    throw new FleetError('unavailable', operation, 'the credentials function failed');
  }
}
