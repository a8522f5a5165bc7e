import { useDatabaseEntry } from 'fleetglass/preact/signals';
import { errorText } from '../error-text.js';

/** Uses signals; the other components use hooks. A signal in the JSX updates only its text: the row renders once. */
export function DatabaseRow({ id }: { id: string }) {
  const text = useDatabaseEntry(id, {
    select: ({ record }) =>
      record === undefined ? id : `${record.database_name}: ${record.modifying_state || record.state}`,
  });
  const error = useDatabaseEntry(id, { select: (entry) => entry.error && errorText(entry.error) });
  return (
    <li>
      {text} <em>{error}</em>
    </li>
  );
}
