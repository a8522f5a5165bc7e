import { type ComponentProps, type ReactElement, Suspense, useState } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { formatCount } from '../../../../format/quantities.js';
import type { ResourceKind } from '../../../../index.js';
import { copyText } from '../shell/copy.js';
import { Icon } from '../shell/icon.js';
import { part } from '../shell/part.js';
import { connectionLines, listAsCsv } from './list-texts.js';

const CompareDialog = part(async () => (await import('../compare/compare-dialog.js')).CompareDialog);

const MOST_IN_CHART = 6;

export interface ActionBarProps {
  readonly resource: ResourceKind;
  /** At least one, in the order of the list. */
  readonly ids: readonly string[];
  readonly onClear: () => void;
}

/** The actions for the selected rows. */
export function ActionBar({ resource, ids, onClear }: ActionBarProps): ReactElement {
  const fleet = useFleet();
  const key = ids.join(' ');
  const [outcome, setOutcome] = useState({ key, text: '' });
  // They stay in the dialog, also if one is removed meanwhile.
  const [compared, compare] = useState<readonly string[]>();
  const canConnect = ids.some((id) => connectionLines(fleet, resource, [id]).length > 0);
  const canCompare = ids.length > 1 && ids.length <= MOST_IN_CHART;

  async function copy(lines: readonly string[], what: string): Promise<void> {
    const isCopied = await copyText(lines.join('\n'));
    setOutcome({ key, text: isCopied ? describeCopied(lines.length, ids.length, what) : 'Copy failed' });
  }

  return (
    <div
      className="action-bar"
      role="toolbar"
      aria-label="Selected rows"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClear();
      }}
    >
      <strong>{formatCount(ids.length)} selected</strong>
      <Action
        disabled={!canCompare}
        title={canCompare ? undefined : `Select 2 to ${MOST_IN_CHART} rows`}
        onClick={() => compare(ids)}
      >
        Compare
      </Action>
      <Action onClick={() => void copy(ids, 'id')}>Copy ids</Action>
      <Action
        disabled={!canConnect}
        title={canConnect ? 'Without passwords and tokens' : 'None of these has an endpoint'}
        onClick={() => void copy(connectionLines(fleet, resource, ids), 'line')}
      >
        Copy {resource === 'database' ? 'redis-cli' : 'curl'} lines
      </Action>
      <Action onClick={() => save(listAsCsv(fleet, resource, ids), `${resource}.csv`)}>Save CSV</Action>
      <span role="status" className="muted">
        {outcome.key === key && outcome.text}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="Clear the selection"
        title="Clear (Esc)"
        onClick={onClear}
      >
        <Icon name="close" />
      </button>
      {compared && (
        <Suspense>
          <CompareDialog resource={resource} ids={compared} onClose={() => compare(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function describeCopied(count: number, all: number, what: string): string {
  const missing = count < all ? `; ${formatCount(all - count)} of ${formatCount(all)} have no endpoint` : '';
  return `Copied ${formatCount(count)} ${what}${count === 1 ? '' : 's'}${missing}`;
}

function Action(props: Omit<ComponentProps<'button'>, 'type' | 'className'>): ReactElement {
  return <button {...props} type="button" className="button quiet" />;
}

/** The first character tells spreadsheets that the text is UTF-8. */
function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
