import { type ReactElement, type SubmitEvent, useRef, useState } from 'react';
import { isDenial, openWithToken } from './server-facts.js';
import { Button } from '../shell/button.js';

/** Asks for a token, for a browser that opens a link of another user. The page then shows the view of the link. */
export function TokenForm({ onOpened }: { readonly onOpened: () => void }): ReactElement {
  const [text, setText] = useState('');
  const [status, setStatus] = useState<number>();
  const isPending = useRef(false);

  async function open(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    const answered = await openWithToken(text);
    // After any other answer, the start of the page says what is wrong.
    if (answered !== 0 && !isDenial(answered)) return onOpened();
    isPending.current = false;
    setStatus(answered);
  }

  return (
    <form className="line wrap token-form" onSubmit={(event) => void open(event)}>
      <input
        className="input mono"
        type="password"
        aria-label="The printed address, or its token"
        aria-invalid={status !== undefined && isDenial(status)}
        placeholder="Paste the printed address, or its token"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setStatus(undefined);
        }}
      />
      <Button type="submit" look="primary" disabled={text.trim() === ''}>
        Open
      </Button>
      {status !== undefined && (
        <p>
          {isDenial(status)
            ? 'This token is not valid, or was already used. The command prints a new address after each use.'
            : 'The server of this page does not answer. Start the command again, and paste the address that it prints.'}
        </p>
      )}
    </form>
  );
}
