import { type ReactElement, type SubmitEvent, useRef, useState } from 'react';
import { openWithToken } from './server-facts.js';
import { Button } from '../shell/button.js';

/** Asks for a token, for a browser that opens a link of another user. The page then shows the view of the link. */
export function TokenForm({ onOpened }: { readonly onOpened: () => void }): ReactElement {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const isPending = useRef(false);

  async function open(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    if (await openWithToken(text)) return onOpened();
    isPending.current = false;
    setRefused(true);
  }

  return (
    <form className="line wrap token-form" onSubmit={(event) => void open(event)}>
      <input
        className="input mono"
        type="password"
        aria-label="The printed address, or its token"
        aria-invalid={isRefused}
        placeholder="Paste the printed address, or its token"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setRefused(false);
        }}
      />
      <Button type="submit" look="primary" disabled={text.trim() === ''}>
        Open
      </Button>
      {isRefused && (
        <p>This token is not valid, or was already used. The command prints a new address after each use.</p>
      )}
    </form>
  );
}
