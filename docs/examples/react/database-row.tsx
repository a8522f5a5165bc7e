import { useDatabaseEntry } from 'fleetglass/react';

export function DatabaseRow({ id }: { id: string }) {
  const { record, error } = useDatabaseEntry(id);
  return (
    <li>
      {record === undefined ? id : `${record.database_name}: ${record.modifying_state || record.state}`}
      {error && <em> {error.message}</em>}
    </li>
  );
}
