import type { ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { Icon } from '../shell/icon.js';
import { createWritable } from '../shell/writable.js';

/** Whether the details take the place of the list. The choice is kept while the page is open. */
const isExpanded = createWritable(false);

/** Gives the details the whole page, or their place beside the list. The style sheet reads `aria-pressed`. */
export function ExpandButton(): ReactElement {
  const expanded = useView(isExpanded);
  const name = expanded ? 'Show the list' : 'Hide the list';
  return (
    <button
      type="button"
      className="icon-button detail-expand"
      aria-label="Expand details"
      aria-pressed={expanded}
      title={name}
      onClick={() => isExpanded.set(!expanded)}
    >
      <Icon name={expanded ? 'collapse' : 'expand'} />
    </button>
  );
}
