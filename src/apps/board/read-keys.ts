import { emitKeypressEvents, type Interface } from 'node:readline';
import type { PressedKey } from './key-command.js';

/** How long a sequence of bytes may take to arrive. The Escape key alone is known after this time. */
const ESCAPE_MS = 60;

/**
 * Reads single keys from a terminal, without showing them.
 *
 * @param onEnd called when the terminal is closed
 * @returns a function that restores the mode of the terminal.
 */
export function readKeys(stdin: NodeJS.ReadStream, onKey: (key: PressedKey) => void, onEnd: () => void): () => void {
  const press = (_: string | undefined, key: PressedKey): void => onKey(key);
  // Of an interface, only this member is read.
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  stdin.on('keypress', press);
  stdin.once('end', onEnd);
  stdin.setRawMode(true);
  stdin.resume();
  return () => {
    stdin.off('keypress', press);
    stdin.off('end', onEnd);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
