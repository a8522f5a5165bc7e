import { mentionsSecret } from '../api/mentions-secret.js';
import { FleetError } from '../shared/fleet-error.js';

/**
 * Gives what a request failed with without the service's words, if they hold a secret that the service once sent with
 * a record: the client, which shows these words, knows the account's secrets only.
 */
export function hideSecrets(failure: unknown, secrets: readonly string[]): unknown {
  if (!(failure instanceof FleetError) || !mentionsSecret(failure.message, secrets)) return failure;
  return new FleetError(failure.code, failure.operation, 'refused, in words that hold a credential', failure);
}
