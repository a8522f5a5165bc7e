import type { ReactElement } from 'react';
import { useVectorIndices } from '../../bindings/react/index.js';

export function IndexList(): ReactElement {
  const indices = useVectorIndices();
  return (
    <ul>
      {indices.map(({ id, name }) => (
        <li key={id}>
          <a href={`#/indices/${encodeURIComponent(id)}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
