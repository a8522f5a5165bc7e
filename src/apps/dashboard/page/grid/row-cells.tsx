import type { ReactElement } from 'react';
import type { ResourceKind } from '../../../../index.js';
import { ShortId } from '../shell/copy.js';
import { placeOf, platformNameOf, textOf } from '../shell/names.js';
import { formatRoute } from '../shell/route.js';

export interface NameCellProps {
  readonly resource: ResourceKind;
  readonly id: string;
  /** Empty while it is not known. */
  readonly name: string;
}

export function NameCell({ resource, id, name }: NameCellProps): ReactElement {
  const href = formatRoute({ view: resource, selected: id, query: {} });
  return (
    <>
      <a className={name ? 'row-name cut' : 'row-name mono cut'} href={href} tabIndex={-1}>
        {name || textOf(id)}
      </a>
      {name && <ShortId id={id} />}
    </>
  );
}

export function RegionCell({ region }: { readonly region: string }): ReactElement {
  const place = placeOf(region);
  return (
    <>
      <div className="cut">{place || region}</div>
      {place && (
        <div className="note faint cut">
          {platformNameOf(region)} {region}
        </div>
      )}
    </>
  );
}
