import { type CreateDatabaseRequest, FleetError } from '../../../index.js';
import { NOT_SENT } from '../../../proxy/failure-answer.js';
import { Refused } from '../../../proxy/refused.js';
import type { Upstream } from '../../../proxy/upstream.js';

export interface KeptIds {
  readonly ids: readonly string[];
  /** Both resolve when the change is durable. @throws FleetError `storage` */
  add(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Records that a create is about to be sent. The returned function confirms the outcome: the id of the new database,
   * or no id if none was created.
   *
   * @throws FleetError `storage`
   */
  recordCreate(request: CreateDatabaseRequest): Promise<(id?: string) => Promise<void>>;
}

export interface CreateRecords {
  /** Keeps the ids of databases on the page. `DashboardOptions.ids` must return them. @default the browser does it */
  readonly kept?: KeptIds | undefined;
  /** Called with the id of each created database: the API does not list databases. */
  readonly onCreated: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Records each create before it is sent, and its id before the page gets it. A create that cannot be recorded is not
 * sent. A create stays unconfirmed exactly if its database may exist.
 */
export function recordCreates(upstream: Upstream, { kept, onCreated, onError }: CreateRecords): Upstream {
  return {
    ...upstream,
    async createDatabase(body, signal) {
      const confirm = await kept?.recordCreate(JSON.parse(body) as CreateDatabaseRequest).catch((error: unknown) => {
        onError(error);
        throw new Refused(NOT_SENT, 'not sent, because its id cannot be kept on this machine');
      });
      const answer = await upstream.createDatabase(body, signal).catch(async (error: unknown) => {
        if (!(error instanceof FleetError) || error.code !== 'outcome-unknown') await confirm?.();
        throw error;
      });
      // The upstream returns no record without a usable id.
      const { database_id: id } = JSON.parse(answer) as { readonly database_id: string };
      // The database exists, and the command prints its id.
      await confirm?.(id).catch(() => {});
      onCreated(id);
      return answer;
    },
  };
}
