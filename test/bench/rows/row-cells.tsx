import type { Database } from '../../../src/index.js';

export function RowCells({ database }: { database: Database | undefined }) {
  return (
    <div>
      <span>{database?.database_name}</span> <span>{database?.state}</span> <span>{database?.db_max_clients}</span>
    </div>
  );
}
