import { useDatabaseEntry } from 'fleetglass/solid';
import { Show } from 'solid-js';
import { errorText } from '../error-text.js';

export function DatabaseRow(props: { id: string }) {
  const entry = useDatabaseEntry(() => props.id);
  return (
    <li>
      <Show when={entry().record} fallback={props.id}>
        {(database) => (
          <>
            {database().database_name}: {database().modifying_state || database().state}
          </>
        )}
      </Show>
      <Show when={entry().error}>{(reason) => <em> {errorText(reason())}</em>}</Show>
    </li>
  );
}
