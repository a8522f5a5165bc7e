import type { ReactElement } from 'react';
import { formatCount } from '../../../../format/quantities.js';

export interface NothingMatchesProps {
  /** How many there are that do not match. */
  readonly count: number;
  readonly onClear: () => void;
}

/** In the place of rows, when what is looked for leaves none. */
export function NothingMatches({ count, onClear }: NothingMatchesProps): ReactElement {
  return (
    <div className="notice">
      <h2>Nothing matches</h2>
      <p>
        {count === 1 ? 'There is one, and it is not' : `There are ${formatCount(count)}, and none is`} what you look
        for.
      </p>
      <button type="button" className="button" onClick={onClear}>
        Show all
      </button>
    </div>
  );
}
