import { deepEqual } from '../core/shared/deep-equal.js';

/** A read that failed for a known reason. Its message contains no secret, no address and no text of the server. */
export class ReadFailure extends Error {
  /** Why the server refused: the status of an answer, or the first word of an error of Redis, such as `WRONGPASS`. */
  declare readonly code?: number | string;

  constructor(message: string, code?: number | string) {
    super(message);
    if (code !== undefined) this.code = code;
  }
}

/**
 * Reads with a credential. After one of the refusals, it reads again if the refreshed credential differs: a second
 * attempt with the same wrong credential could block the user.
 */
export async function readWithRefresh<C, T>(
  credential: C,
  read: (credential: C) => Promise<T>,
  refresh: () => Promise<C>,
  refusals: readonly (number | string | undefined)[],
): Promise<T> {
  try {
    return await read(credential);
  } catch (error) {
    if (!(error instanceof ReadFailure && refusals.includes(error.code))) throw error;
    const next = await refresh();
    if (deepEqual(next, credential)) throw error;
    return read(next);
  }
}

/** @throws ReadFailure that names the option if it throws. The user's error may hold a secret, so only its class is shown. */
export async function callOption<T>(name: string, option: () => T): Promise<Awaited<T>> {
  try {
    return await option();
  } catch (error) {
    if (error instanceof ReadFailure) throw error;
    const kind = error instanceof Error && /^[A-Z][A-Za-z]{2,40}$/.test(error.name) ? error.name : 'an error';
    throw new ReadFailure(`the option \`${name}\` threw ${kind}`);
  }
}
