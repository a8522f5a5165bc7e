import { normalizeBaseUrl } from '../../core/wire/base-url.js';
import type { Credentials } from '../../core/wire/credentials.js';
import type { CommandIo } from '../terminal/command-io.js';
import type { AddressOptions } from '../terminal/client-options.js';
import { baseUrlVariable, readVariable } from '../terminal/environment-variables.js';
import { findLocalService } from './find-local-service.js';
import { readAccountCredentials, readAccountUsername } from '../terminal/read-account-credentials.js';
import { UsageError } from '../terminal/command-errors.js';

export interface ChosenService {
  readonly baseUrl: string;
  /** Reads the credentials for the service, or asks for them on the terminal. */
  readCredentials(): Promise<Credentials>;
  /** Reads only the user name, for a command that sends no request. */
  readUsername(): Promise<string>;
}

/**
 * Finds the service that a command sends its requests to. There is no default address, because the account's password
 * would go to any process that listens there.
 *
 * @throws UsageError if there is no address, or no local service.
 * @throws FleetError if the address is not safe.
 */
export async function findService(io: CommandIo, { baseUrl, local }: AddressOptions): Promise<ChosenService> {
  if (local) {
    const service = await findLocalService(io, baseUrl === undefined ? undefined : normalizeBaseUrl(baseUrl));
    const { url, credentials } = service;
    return { baseUrl: url, readCredentials: async () => credentials, readUsername: async () => credentials.username };
  }
  const address = baseUrl ?? readVariable(io.env, baseUrlVariable);
  if (address === '') {
    throw new UsageError(
      `No address of the service. Pass --base-url, set ${baseUrlVariable}, or pass --local to use the service that \`fleetglass serve\` runs on this machine.`,
    );
  }
  return {
    baseUrl: normalizeBaseUrl(address),
    readCredentials: () => readAccountCredentials(io),
    readUsername: () => readAccountUsername(io),
  };
}
