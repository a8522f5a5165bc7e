import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.js';

export interface CredentialsNoteProps {
  /** What prints them in a shell. */
  readonly command: string;
}

/** Why there is no password on this page, and where there is one. */
export function CredentialsNote({ command }: CredentialsNoteProps): ReactElement {
  return (
    <div className="detail-note">
      <p>
        Passwords and tokens are not shown, by design: they never reach this page. The service’s console has them, and
        this command prints them in a shell that has the account’s credentials:
      </p>
      <p className="detail-command">
        <code>{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </div>
  );
}
