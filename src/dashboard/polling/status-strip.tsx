import type { ReactElement } from 'react';
import { usePollingStatus } from '../../bindings/react/index.js';

export function StatusStrip(): ReactElement {
  const { state } = usePollingStatus();
  return <div className="status-strip">{state}</div>;
}
