import { createSecretSearch, isShort } from '../wire/secret-search.js';
import { FleetError } from '../shared/fleet-error.js';
import { secretValues, splitCredentials, type SplitOff } from '../records/split-credentials.js';

interface Kept<R> {
  /** The answer as it came. Absent, like `record`, if the store has the answer itself. */
  readonly answer?: R | undefined;
  readonly record?: R | undefined;
  readonly credentials: SplitOff;
}

/** The last answer for each id, with its credentials, in memory only. The next answer is compared with it. */
export class Answers<R extends object> {
  readonly #kept = new Map<string, Kept<R>>();

  split(id: string, answer: R): R {
    const kept = this.#kept.get(id);
    if (kept?.record !== undefined && kept.answer === answer) return kept.record;
    const { record, credentials } = splitCredentials(answer, kept && this.secrets(id));
    const all = { ...kept?.credentials, ...credentials };
    if (record !== answer) this.#kept.set(id, { answer, record, credentials: all });
    else if (kept !== undefined) this.#kept.set(id, { credentials: kept.credentials });
    return record;
  }

  /** Splits an answer that is older than the stored record: only unknown credentials are kept. */
  splitOlder(id: string, answer: R): R {
    const kept = this.#kept.get(id);
    const { record, credentials } = splitCredentials(answer, kept && this.secrets(id));
    if (credentials !== undefined)
      this.#kept.set(id, { ...kept, credentials: { ...credentials, ...kept?.credentials } });
    return record;
  }

  /** The last answer with its credentials; absent if the store has the answer itself. */
  whole(id: string): R | undefined {
    return this.#kept.get(id)?.answer;
  }

  credentials(id: string): SplitOff | undefined {
    return this.#kept.get(id)?.credentials;
  }

  /** All secrets that the service sent with an id, or with any id. */
  secrets(id?: string): string[] {
    const kept = id === undefined ? [...this.#kept.values()] : [this.#kept.get(id)];
    return kept.flatMap((each) => secretValues(each?.credentials));
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }
}

/** Removes the service's message from a failure if it contains a secret, or if one is too short to search for. */
export function hideSecrets(failure: FleetError, secrets: readonly string[]): FleetError {
  // Only the message of a refusal contains text of the service.
  if (failure.status === undefined || failure.status < 300) return failure;
  if (!secrets.some(isShort) && !createSecretSearch(secrets)(failure.message)) return failure;
  const { code, operation, status } = failure;
  return new FleetError(code, operation, `refused (status ${status}): the message may contain a secret`, failure);
}
