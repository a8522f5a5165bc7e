import { useDatabaseEntry } from 'fleetglass/solid';
import { Show } from 'solid-js';
import { errorText } from '../error-text.js';

export function DatabaseRow(props: { id: string }) {
  const record = useDatabaseEntry(
    () => props.id,
    (entry) => entry.record,
  );
  const error = useDatabaseEntry(
    () => props.id,
    (entry) => entry.error,
  );
  return (
    <li>
      <Show when={record()} fallback={props.id}>
        {(database) => (
          <>
            {database().database_name}: {database().modifying_state || database().state}
          </>
        )}
      </Show>
      <Show when={error()}>{(reason) => <em> {errorText(reason())}</em>}</Show>
    </li>
  );
}
