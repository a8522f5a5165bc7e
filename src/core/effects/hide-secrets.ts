import { mentionsSecret } from '../api/mentions-secret.js';
import { hasShortSecret } from '../api/redact.js';
import { FleetError } from '../shared/fleet-error.js';

/**
 * Removes the service's message from the failure of a request if it contains one of `secrets`, or if a secret is too
 * short to search for. The client has searched the message for the account's own secrets only.
 */
export function hideSecrets(failure: unknown, secrets: readonly string[]): unknown {
  // Only the message of a refusal contains text of the service.
  if (!(failure instanceof FleetError) || failure.status === undefined || failure.status < 300) return failure;
  if (!hasShortSecret(secrets) && !mentionsSecret(failure.message, secrets)) return failure;
  const { code, operation, status } = failure;
  return new FleetError(code, operation, `refused (status ${status}): the message may contain a secret`, failure);
}
