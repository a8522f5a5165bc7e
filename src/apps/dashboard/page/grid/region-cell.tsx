import type { ReactElement } from 'react';
import { placeOf, platformNameOf } from '../shell/names.js';

/** The place of a region, and below it the platform and its name for the region. */
export function RegionCell({ region }: { readonly region: string }): ReactElement {
  const place = placeOf(region);
  return (
    <div role="gridcell" data-column="region">
      <span className="cell-line cut">{place || region}</span>
      {place && (
        <span className="cell-note cut">
          {platformNameOf(region)} {region}
        </span>
      )}
    </div>
  );
}
