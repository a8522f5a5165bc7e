import type { ReactElement } from 'react';
import { Dialog } from '../shell/dialog.js';

export interface CreateDatabaseProps {
  readonly onClose: () => void;
  /** Called with the id of the new database. */
  readonly onCreated: (id: string) => void;
}

export function CreateDatabase({ onClose }: CreateDatabaseProps): ReactElement {
  return <Dialog title="New database" onClose={onClose} />;
}
