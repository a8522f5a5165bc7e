import { normalizeBaseUrl } from '../../core/api/base-url.js';
import type { Credentials } from '../../core/api/credentials.js';
import type { CommandIo } from '../terminal/command-io.js';
import type { ServiceOptions } from '../terminal/client-options.js';
import { baseUrlVariable, readVariable } from '../terminal/environment-variables.js';
import { findLocalService } from './find-local-service.js';
import { readAccountCredentials } from '../terminal/read-account-credentials.js';
import { UsageError } from '../terminal/usage-error.js';

/** The service that a command asks. */
export interface ChosenService {
  readonly baseUrl: string;
  /** Reads the credentials for this service, or asks for them on the terminal. */
  readCredentials(): Promise<Credentials>;
}

/**
 * Finds the service that a command asks. There is no default address: the account's password would go to any process
 * that listens there.
 *
 * @throws UsageError where no address is given, or no local service is found; FleetError for an address that is not safe.
 */
export async function findService(io: CommandIo, { baseUrl, local }: ServiceOptions): Promise<ChosenService> {
  if (local) {
    const service = await findLocalService(io, baseUrl === undefined ? undefined : normalizeBaseUrl(baseUrl));
    return { baseUrl: service.url, readCredentials: async () => service.credentials };
  }
  const address = baseUrl ?? readVariable(io.env, baseUrlVariable);
  if (address === '') {
    throw new UsageError(
      `No address of the service. Give --base-url, set ${baseUrlVariable}, or ask the service that fleetglass serve runs on this machine with --local.`,
    );
  }
  return { baseUrl: normalizeBaseUrl(address), readCredentials: () => readAccountCredentials(io) };
}
