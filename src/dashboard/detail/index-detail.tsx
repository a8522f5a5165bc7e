import type { ReactElement } from 'react';
import { useVectorIndex } from '../../bindings/react/index.js';
import { Panel, type DetailProps } from '../shell/panel.js';

export function IndexDetail({ id, onClose }: DetailProps): ReactElement {
  const index = useVectorIndex(id);
  return <Panel title={index?.name ?? id} subtitle={id} onClose={onClose} />;
}
