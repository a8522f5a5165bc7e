import { mentionsSecret } from '../api/mentions-secret.js';
import { hasShortSecret } from '../api/redact.js';
import { FleetError } from '../shared/fleet-error.js';

/**
 * Gives the failure of a request without the service's words, if they hold a secret that the service once sent with a
 * record, or may hold one that is too short to be found. The client, which shows these words, knows the account's
 * secrets only.
 */
export function hideSecrets(failure: unknown, secrets: readonly string[]): unknown {
  // Only the message of a refusal has words of the service in it.
  if (!(failure instanceof FleetError) || failure.status === undefined || failure.status < 300) return failure;
  if (!hasShortSecret(secrets) && !mentionsSecret(failure.message, secrets)) return failure;
  const { code, operation, status } = failure;
  return new FleetError(code, operation, `refused (status ${status}), in words that may hold a credential`, failure);
}
