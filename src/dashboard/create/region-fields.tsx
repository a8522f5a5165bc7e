import type { ReactElement } from 'react';
import { primaryRegions, readRegions } from '../../api/regions.js';
import type { Draft } from './draft.js';
import { Field } from './field.js';
import { regionPlaces, selectRegionsOn } from './region-places.js';

export interface RegionFieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onLeave: () => void;
  /** What is wrong with the primary region. */
  readonly error: string | undefined;
}

/** Where the database is: its primary region, and those to read from. */
export function RegionFields({ draft, onChange, onLeave, error }: RegionFieldsProps): ReactElement {
  const { platform, primary_region: primary } = draft;
  return (
    <>
      <Field label="Primary region" hint="Where writes go." error={error}>
        {(control) => (
          <select
            {...control}
            className="select"
            required
            value={primary}
            onBlur={onLeave}
            onChange={(event) => onChange({ primary_region: event.target.value as Draft['primary_region'] })}
          >
            <option value="">Choose a region</option>
            {selectRegionsOn(platform, primaryRegions).map((region) => (
              <option key={region} value={region}>
                {region} · {regionPlaces[region].place}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ReadRegions draft={draft} onChange={onChange} />
    </>
  );
}

type ReadRegion = Draft['read_regions'][number];

function ReadRegions({ draft, onChange }: Pick<RegionFieldsProps, 'draft' | 'onChange'>): ReactElement {
  const { platform, read_regions: chosen } = draft;
  const regions = selectRegionsOn(platform, readRegions);
  const toggle = (region: ReadRegion): void =>
    onChange({ read_regions: regions.filter((each) => (each === region) !== chosen.includes(each)) });
  return (
    <fieldset className="create-group">
      <legend>
        Read regions
        <span className="create-optional"> optional{chosen.length > 0 && `, ${chosen.length} chosen`}</span>
      </legend>
      {regions.length === 0 ? (
        <p className="create-hint">Of the regions that the API documents for reading, none is one of this platform.</p>
      ) : (
        <div className="create-regions">
          {regions.map((region) => (
            <label key={region} className="create-region">
              <input type="checkbox" checked={chosen.includes(region)} onChange={() => toggle(region)} />
              <span>
                {region} <span className="create-place">{regionPlaces[region].place}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
