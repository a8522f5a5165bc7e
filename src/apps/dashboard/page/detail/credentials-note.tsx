import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.js';

export interface CredentialsNoteProps {
  /** The shell command that prints the credentials. */
  readonly command: string;
}

/** Explains why the page shows no credentials, and where to find them. */
export function CredentialsNote({ command }: CredentialsNoteProps): ReactElement {
  return (
    <div className="detail-note">
      <p>
        This page never receives passwords and tokens. Find them in the console of the service, or print them in a shell
        that has the account’s credentials:
      </p>
      <p className="detail-command">
        <code>{command}</code>
        <CopyButton text={command} name="command" />
      </p>
    </div>
  );
}

/** Quotes a text as one word of a POSIX shell command. */
export function quoteForShell(text: string): string {
  return /^[\w.-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
