import type { ReactElement } from 'react';
import { useDatabase } from '../../bindings/react/index.js';
import { Panel, type DetailProps } from '../shell/panel.js';

export function DatabaseDetail({ id, onClose }: DetailProps): ReactElement {
  const database = useDatabase(id);
  return <Panel title={database?.database_name ?? id} subtitle={id} onClose={onClose} />;
}
