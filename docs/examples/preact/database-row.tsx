import { useDatabaseEntry } from 'fleetglass/preact/signals';
import { errorText } from '../error-text.js';

/** By signals, where the others use hooks. A signal in the JSX is a text that changes alone: the row renders once. */
export function DatabaseRow({ id }: { id: string }) {
  const text = useDatabaseEntry(id, ({ record }) =>
    record === undefined ? id : `${record.database_name}: ${record.modifying_state || record.state}`,
  );
  const error = useDatabaseEntry(id, (entry) => entry.error && errorText(entry.error));
  return (
    <li>
      {text} <em>{error}</em>
    </li>
  );
}
