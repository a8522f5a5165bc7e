import { useDatabaseEntry } from 'fleetglass/react';
import { errorText } from '../error-text.js';

export function DatabaseRow({ id }: { id: string }) {
  const { record, error } = useDatabaseEntry(id);
  return (
    <li>
      {record === undefined ? id : `${record.database_name}: ${record.modifying_state || record.state}`}
      {error && <em> {errorText(error)}</em>}
    </li>
  );
}
