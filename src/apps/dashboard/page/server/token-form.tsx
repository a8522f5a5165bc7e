import { type ReactElement, type SubmitEvent, useRef, useState } from 'react';
import { isDenial, openWithToken } from './server-facts.js';
import { Button } from '../shell/button.js';

const OK = 200;

/** Asks for a token, for a browser that opens a link of another user. The page then shows the view of the link. */
export function TokenForm({ onOpened }: { readonly onOpened: () => void }): ReactElement {
  const [text, setText] = useState('');
  const [status, setStatus] = useState(OK);
  const isPending = useRef(false);

  async function open(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    const answered = await openWithToken(text);
    if (answered === OK) return onOpened();
    isPending.current = false;
    setStatus(answered);
  }

  return (
    <form className="line wrap token-form" onSubmit={(event) => void open(event)}>
      <input
        className="input mono"
        type="password"
        aria-label="The printed address, or its token"
        aria-invalid={isDenial(status)}
        placeholder="Paste the printed address, or its token"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setStatus(OK);
        }}
      />
      <Button type="submit" look="primary" disabled={text.trim() === ''}>
        Open
      </Button>
      {status !== OK && (
        <p>
          {isDenial(status)
            ? 'This token is not valid, or was already used. The command prints a new address after each use.'
            : 'The server of this page does not answer. Start the command again, and paste the address that it prints.'}
        </p>
      )}
    </form>
  );
}
