import { useId, type ReactElement } from 'react';
import { chartRanges, type ChartRange } from './usage-chart.js';

export interface RangeChoiceProps {
  readonly range: ChartRange;
  readonly onChange: (range: ChartRange) => void;
}

/** The choice of the period that the charts show. */
export function RangeChoice({ range, onChange }: RangeChoiceProps): ReactElement {
  const name = useId();
  return (
    <fieldset className="detail-ranges">
      <legend className="visually-hidden">Period of the charts</legend>
      {(Object.keys(chartRanges) as ChartRange[]).map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === range} onChange={() => onChange(each)} />
          {each}
        </label>
      ))}
    </fieldset>
  );
}
