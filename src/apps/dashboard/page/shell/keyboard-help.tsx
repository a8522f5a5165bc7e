import type { ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { characterKeys } from './choice.js';
import { Dialog } from './dialog.js';

const SHORTCUTS: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['/'], 'Search the list'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
  [['Enter'], 'Open the details of the row'],
  [['n'], 'Create or add a database'],
  [['Ctrl K', '⌘ K'], 'Find databases, views and actions'],
  [['r'], 'Refresh everything'],
  [['?'], 'Show this help'],
  [['Esc'], 'Close the details or a dialog'],
];

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <label className="line wrap">
        <input type="checkbox" checked={useView(characterKeys) === 'on'} onChange={characterKeys.next} />
        Keys of one character
        <span className="note">Without them, the page uses Ctrl K, ⌘ K, Enter, Esc and the arrow keys.</span>
      </label>
      <dl className="stack shortcuts">
        {SHORTCUTS.map(([keys, action]) => (
          <div key={action}>
            <dt className="line tight">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
