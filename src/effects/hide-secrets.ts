import { mentionsSecret } from '../api/mentions-secret.js';
import { FleetError } from '../shared/fleet-error.js';

/**
 * Has a request fail without the service's words, if they hold a secret that the service once sent with a record: the
 * client, which shows these words, knows the account's secrets only.
 *
 * @param secrets asked for when there is a failure.
 */
export async function hideSecrets<T>(request: Promise<T>, secrets: () => readonly string[]): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof FleetError) || !mentionsSecret(error.message, secrets())) throw error;
    throw new FleetError(error.code, error.operation, 'refused, in words that hold a credential', error);
  }
}
