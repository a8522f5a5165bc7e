import type { ReactElement } from 'react';
import { formatCount } from '../../../../format/quantities.js';

export interface NothingMatchesProps {
  /** The number of rows without search and filters. */
  readonly count: number;
  readonly onClear: () => void;
}

/** Shown in place of rows when no row matches the search and the filters. */
export function NothingMatches({ count, onClear }: NothingMatchesProps): ReactElement {
  return (
    <div className="notice">
      <h2>No matches</h2>
      <p>
        {count === 1 ? 'The only row does not match' : `None of the ${formatCount(count)} rows match`} your search and
        filters.
      </p>
      <button type="button" className="button" onClick={onClear}>
        Clear search and filters
      </button>
    </div>
  );
}
