import type { H3Event } from 'h3';
import type { RecordChange, StoredRecord } from '../account/stored-record.js';
import { readControlBody } from './control-body.js';
import { jsonAnswer, refuse } from '../http/json-answer.js';
import type { ScriptedChanges } from './scripted-changes.js';
import { inspectScript, type ScriptStep } from './script.js';
import { withoutCredentials } from '../http/without-credentials.js';

/** One kind of records that the control API changes. */
export interface ControlledKind {
  /** Such as `database`. */
  readonly name: string;
  readonly list: () => Promise<readonly StoredRecord[]>;
  readonly change: (id: string, change: RecordChange) => Promise<StoredRecord | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
}

/** The operations on one kind of records. */
export interface ControlRecords {
  list(): Promise<Response>;
  script(event: H3Event): Promise<Response>;
  remove(event: H3Event): Promise<Response>;
}

/** Creates the operations on one kind of records. The answers hold no credentials, because people read them. */
export function createControlRecords(
  { name, list, change, remove }: ControlledKind,
  scripts: ScriptedChanges,
): ControlRecords {
  const ownerOf = (id: string): string => `${name} ${id}`;
  const unknown = (): Response => refuse({ status: 404, error: `there is no ${name} with this id` });
  return {
    list: async () => jsonAnswer((await list()).map(withoutCredentials)),
    async script(event) {
      const id = idOf(event);
      const { steps } = await readControlBody<{ steps: ScriptStep[] }>(event.req, inspectScript);
      const record = await scripts.run(ownerOf(id), steps, (fields) => change(id, fields));
      return record === undefined ? unknown() : jsonAnswer(withoutCredentials(record));
    },
    async remove(event) {
      const id = idOf(event);
      await scripts.cancel(ownerOf(id));
      return (await remove(id)) ? new Response(null, { status: 204 }) : unknown();
    },
  };
}

function idOf(event: H3Event): string {
  return decodeURIComponent(event.context.params?.['id'] ?? '');
}
