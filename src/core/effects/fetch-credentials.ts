import { FleetError } from '../shared/fleet-error.js';

/**
 * Decides which reads of databases ask for credentials: by default none does. A caller who wants the credentials of a
 * database makes its next read ask for them.
 */
export interface CredentialReads {
  /** Whether the read that starts now asks for credentials. */
  isWanted(id: string): boolean;
  /** To be called when the credentials of an answer are stored. */
  answered(id: string): void;
  /**
   * Reads a database with its credentials. Callers with the same id share one request.
   *
   * @param request requests the id, or joins its request in flight
   * @throws FleetError any error of `request`; `forbidden` without an account
   */
  fetch(id: string, request: () => Promise<unknown>): Promise<void>;
}

/** @param hasAccount whether the fleet has credentials of an account. Behind a proxy it has none. */
export function createCredentialReads(hasAccount: () => boolean): CredentialReads {
  /** By id, the number of callers who wait, and whether a read has stored credentials for all of them. */
  const wanted = new Map<string, { callers: number; isAnswered: boolean }>();

  function leave(id: string): void {
    const want = wanted.get(id);
    if (want !== undefined && (want.callers -= 1) === 0) wanted.delete(id);
  }

  return {
    isWanted: (id) => wanted.has(id),
    answered(id) {
      const want = wanted.get(id);
      if (want !== undefined) want.isAnswered = true;
    },
    async fetch(id, request) {
      if (!hasAccount())
        throw new FleetError(
          'forbidden',
          'get-database',
          'credentials are not available without an account: behind a proxy they stay on the server. Call fetchCredentials there',
        );
      const want = wanted.get(id) ?? { callers: 0, isAnswered: false };
      want.callers += 1;
      wanted.set(id, want);
      try {
        // The call may join a request that does not ask for credentials, or a newer record may replace the answer.
        do await request();
        while (!want.isAnswered);
      } finally {
        leave(id);
      }
    },
  };
}
