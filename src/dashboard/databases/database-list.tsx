import type { ReactElement } from 'react';
import { useDatabases } from '../../bindings/react/index.js';

export function DatabaseList(): ReactElement {
  const databases = useDatabases();
  return (
    <ul>
      {databases.map(({ database_id: id, database_name: name }) => (
        <li key={id}>
          <a href={`#/databases/${encodeURIComponent(id)}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
