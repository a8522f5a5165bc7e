import { type ReactElement, Suspense, useState } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { formatCount } from '../../../../format/quantities.js';
import type { ResourceKind } from '../../../../index.js';
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

/** What can be done with the selected rows. */
export function ActionBar({ resource, ids, onClear }: ActionBarProps): ReactElement {
  const fleet = useFleet();
  const [outcome, setOutcome] = useState('');
  const [isComparing, setComparing] = useState(false);
  const canCompare = ids.length > 1 && ids.length <= MOST_IN_CHART;

  const copy = (lines: readonly string[], what: string): void =>
    // Browsers allow it in secure contexts only, so not over http from another machine.
    void navigator.clipboard.writeText(lines.join('\n')).then(
      () => setOutcome(`Copied ${formatCount(lines.length)} ${what}`),
      () => setOutcome('Copy failed'),
    );

  return (
    <div className="action-bar" role="toolbar" aria-label="Selected rows">
      <strong>{formatCount(ids.length)} selected</strong>
      <button
        type="button"
        className="button quiet"
        disabled={!canCompare}
        title={canCompare ? undefined : `Select 2 to ${MOST_IN_CHART} rows`}
        onClick={() => setComparing(true)}
      >
        Compare
      </button>
      <button type="button" className="button quiet" onClick={() => copy(ids, ids.length === 1 ? 'id' : 'ids')}>
        Copy ids
      </button>
      <button
        type="button"
        className="button quiet"
        title="Without passwords and tokens"
        onClick={() => copy(connectionLines(fleet, resource, ids), 'lines')}
      >
        Copy {resource === 'database' ? 'redis-cli' : 'curl'} lines
      </button>
      <button
        type="button"
        className="button quiet"
        onClick={() => save(listAsCsv(fleet, resource, ids), `${resource}.csv`)}
      >
        Save CSV
      </button>
      <span role="status" className="muted">
        {outcome}
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
      {isComparing && canCompare && (
        <Suspense>
          <CompareDialog resource={resource} ids={ids} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
