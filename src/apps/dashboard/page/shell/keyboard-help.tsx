import { Fragment, type ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { characterKeys } from './choice.js';
import { Dialog } from './dialog.js';

const SHORTCUTS: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['/'], 'Search the list'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
  [['PgUp', 'PgDn'], 'A page of rows up or down'],
  [['Home', 'End'], 'First or last row'],
  [['Enter'], 'Open the details of the row'],
  [['Space'], 'Select the row, or leave it out'],
  [['Shift'], 'With ↓, ↑ or a click: select a range of rows'],
  [['Ctrl A', '⌘ A'], 'Select all rows of the list'],
  [['n'], 'Create or add a database'],
  [['Ctrl K', '⌘ K'], 'Find databases, indices, views and actions'],
  [['r'], 'Refresh everything'],
  [['?'], 'Show this help'],
  [['Esc'], 'Clear the selection, close the details or a dialog'],
];

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <label className="line wrap">
        <input type="checkbox" checked={useView(characterKeys) === 'on'} onChange={characterKeys.next} />
        Keys of one character
        <span className="note">Without them, /, j, k, n, r and ? do nothing.</span>
      </label>
      <dl className="stack baseline shortcuts">
        {SHORTCUTS.map(([keys, action]) => (
          <Fragment key={action}>
            <dt className="line tight">
              {keys.map((key) => (
                <kbd key={key} className="faint key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
