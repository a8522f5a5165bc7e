import { createSecretSearch, isShort } from '../wire/secret-search.js';
import { FleetError } from '../shared/fleet-error.js';
import { secretValues, splitCredentials, type SplitOff } from '../records/split-credentials.js';

/**
 * The last answer for each id, with its credentials, in memory only. The next answer is compared with it. A record of
 * the store cannot be used for that: it has no credentials, so it differs from every answer.
 */
export interface Answers<R extends object> {
  /** Splits off and keeps the credentials of an answer. Strings that contain one of the id's credentials are masked. */
  split(id: string, answer: R): R;
  /** Splits an answer that is older than the stored record. Only credentials that are not known yet are kept. */
  splitOlder(id: string, answer: R): R;
  /** The last answer as it came. Absent if nothing was split off or masked: then the store has the same record. */
  whole(id: string): R | undefined;
  /** The latest credentials of an id, by field. */
  credentials(id: string): SplitOff | undefined;
  /** All secrets that the service sent with an id, or with any id. No message may contain them. */
  secrets(id?: string): string[];
  forget(id: string): void;
}

interface Kept<R> {
  /** Absent, like `record`, if the store has the last answer as it came. */
  readonly answer: R | undefined;
  readonly record: R | undefined;
  readonly credentials: SplitOff;
}

export function createAnswers<R extends object>(): Answers<R> {
  const answers = new Map<string, Kept<R>>();
  const secretsOf = (kept: Kept<R> | undefined): string[] => secretValues(kept?.credentials);

  return {
    split(id, answer) {
      const kept = answers.get(id);
      if (kept?.record !== undefined && kept.answer === answer) return kept.record;
      const { record, credentials } = splitCredentials(answer, kept && secretsOf(kept));
      if (record !== answer) answers.set(id, { answer, record, credentials: { ...kept?.credentials, ...credentials } });
      else if (kept !== undefined) answers.set(id, { ...kept, answer: undefined, record: undefined });
      return record;
    },
    splitOlder(id, answer) {
      const kept = answers.get(id);
      const { record, credentials } = splitCredentials(answer, kept && secretsOf(kept));
      if (credentials !== undefined)
        answers.set(id, {
          answer: undefined,
          record: undefined,
          ...kept,
          credentials: { ...credentials, ...kept?.credentials },
        });
      return record;
    },
    whole: (id) => answers.get(id)?.answer,
    credentials: (id) => answers.get(id)?.credentials,
    secrets: (id) => (id === undefined ? [...answers.values()].flatMap(secretsOf) : secretsOf(answers.get(id))),
    forget(id) {
      answers.delete(id);
    },
  };
}

/**
 * Removes the service's message from the failure of a request if it contains one of `secrets`, or if a secret is
 * too short to search for. The client has searched the message for the account's own secrets only.
 */
export function hideSecrets(failure: unknown, secrets: readonly string[]): unknown {
  // Only the message of a refusal contains text of the service.
  if (!(failure instanceof FleetError) || failure.status === undefined || failure.status < 300) return failure;
  if (!secrets.some(isShort) && !createSecretSearch(secrets)(failure.message)) return failure;
  const { code, operation, status } = failure;
  return new FleetError(code, operation, `refused (status ${status}): the message may contain a secret`, failure);
}
