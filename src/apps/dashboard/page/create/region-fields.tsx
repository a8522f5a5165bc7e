import type { ReactElement } from 'react';
import { readRegions } from '../../../../core/records/regions.js';
import { regionPlaces, selectRegionsOn } from '../../../../format/regions.js';
import type { Draft } from './draft.js';
import { SelectField } from './field.js';

export interface RegionFieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

export function RegionFields({ draft, onChange, onBlur, error }: RegionFieldsProps): ReactElement {
  const { platform, primary_region: primary } = draft;
  return (
    <>
      <SelectField
        label="Primary region"
        hint="The region that accepts writes."
        error={error}
        none="Choose a region"
        required
        choices={selectRegionsOn(platform).map((region) => [region, `${region} · ${regionPlaces[region].place}`])}
        value={primary}
        onBlur={onBlur}
        onChange={(region) => onChange({ primary_region: region })}
      />
      <ReadRegions draft={draft} onChange={onChange} />
    </>
  );
}

type ReadRegion = Draft['read_regions'][number];

/** Read regions of other platforms stay in the form, disabled, so that the form does not change its height. */
function ReadRegions({ draft, onChange }: Pick<RegionFieldsProps, 'draft' | 'onChange'>): ReactElement {
  const { platform, read_regions: chosen } = draft;
  const offered = selectRegionsOn(platform, readRegions);
  const toggle = (region: ReadRegion): void =>
    onChange({ read_regions: offered.filter((each) => (each === region) !== chosen.includes(each)) });
  return (
    <details className="create-more">
      <summary>
        Read regions <span className="create-optional">{describeChoice(offered.length, chosen.length)}</span>
      </summary>
      <fieldset className="create-group" disabled={offered.length === 0}>
        <legend className="create-note">Regions with a copy of the data that answers reads.</legend>
        <div className="create-regions">
          {readRegions.map((region) => (
            <label key={region} className="create-region">
              <input
                type="checkbox"
                checked={chosen.includes(region)}
                disabled={!offered.includes(region)}
                onChange={() => toggle(region)}
              />
              <span>
                {region} <span className="create-place">{regionPlaces[region].place}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </details>
  );
}

function describeChoice(offered: number, chosen: number): string {
  if (offered === 0) return 'none on this platform';
  return chosen === 0 ? 'optional' : `optional, ${chosen} selected`;
}
