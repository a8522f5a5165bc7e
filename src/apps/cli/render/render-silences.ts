import { describeDuration } from '../../../format/describe-duration.js';
import { formatValue } from '../../../format/format-value.js';
import { describeSelection, type ShownSilence } from '../../../format/shown-alerts.js';
import type { RenderOptions } from '../../terminal/palette.js';
import { renderTable, type TableColumn } from './render-table.js';

/** @param now Unix milliseconds */
export function renderSilences(silences: readonly ShownSilence[], now: number, options: RenderOptions): string {
  if (silences.length === 0) return 'No silences.';
  const columns: readonly TableColumn<ShownSilence>[] = [
    // An id is never narrowed, so that it can be copied.
    { heading: 'silence', show: ({ id }) => formatValue(id), leastColumns: Infinity },
    { heading: 'ends in', show: ({ endsAt }) => describeDuration(Date.parse(endsAt) - now), leastColumns: 7 },
    { heading: 'alerts', show: (silence) => formatValue(describeSelection(silence)), leastColumns: 12 },
    { heading: 'comment', show: ({ comment }) => formatValue(comment), leastColumns: 12 },
  ];
  return renderTable(silences, columns, options).lines.join('\n');
}
