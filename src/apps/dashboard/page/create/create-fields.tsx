import { Fragment, type ReactElement, useState } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { planNames, type Plan } from '../../../../format/plans.js';
import { platformNames, regionPlaces, selectRegionsOn } from '../../../../format/regions.js';
import { Field, type FieldsProps, groupsOf, SelectField } from './field.js';
import { selectReadRegions, type Draft } from './draft.js';
import { describeLimit } from '../../../../format/describe-use.js';
import { formatCount } from '../../../../format/quantities.js';
import { type Database, readRegions } from '../../../../index.js';

export function CreateFields(state: FieldsProps): ReactElement {
  const { platform } = state.draft;
  return (
    <>
      <Field {...state} name="database_name" label="Name" hint="Your name for it in lists. Clients use the endpoint.">
        {(control) => <input {...control} className="input" required autoComplete="off" spellCheck={false} />}
      </Field>
      <Platform {...state} />
      <SelectField
        {...state}
        name="primary_region"
        label="Primary region"
        hint="The region that accepts writes."
        none="Choose a region"
        required
        choices={selectRegionsOn(platform).map((region) => [region, `${region} · ${regionPlaces[region].place}`])}
        groupOf={continentOf}
      />
      <ReadRegions {...state} />
      <OptionalFields {...state} />
    </>
  );
}

const PLANS = Object.entries(planNames) as [Plan, string][];

/** The default leaves the field out of the request. */
const ON_OR_OFF = {
  none: 'Default of the service',
  choices: [
    ['true', 'On'],
    ['false', 'Off'],
  ],
} as const;

function OptionalFields(state: FieldsProps): ReactElement {
  const { all } = useFleet().databases;
  const [plans] = useState(() =>
    PLANS.map(([plan, name]) => [plan, [name, describePlan(plan, all.value)].filter(Boolean).join(': ')] as const),
  );
  return (
    <div className="create-pair">
      <SelectField
        {...state}
        name="plan"
        label="Plan"
        isOptional
        hint="Sets the cost and the limits, here those of your databases."
        none="Default of the account"
        choices={plans}
      />
      <Field
        {...state}
        name="budget"
        label="Budget"
        isOptional
        hint="Whole US dollars a month. The API names no currency."
        unit="$"
      >
        {(control) => <input {...control} className="input" inputMode="numeric" autoComplete="off" />}
      </Field>
      <SelectField
        {...state}
        {...ON_OR_OFF}
        name="eviction"
        label="Eviction"
        hint="Removes entries when the database is full."
      />
      <SelectField {...state} {...ON_OR_OFF} name="tls" label="TLS" hint="Encrypts the connections of clients." />
    </div>
  );
}

function Platform({ draft, change }: FieldsProps): ReactElement {
  return (
    <fieldset className="stack tight create-group">
      <legend>Platform</legend>
      <div className="stack halves">
        {Object.entries(platformNames).map(([platform, name]) => (
          <label key={platform} className="line create-choice">
            <input
              type="radio"
              name="platform"
              checked={draft.platform === platform}
              onChange={() => change({ platform: platform as Draft['platform'] })}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Regions that cannot be chosen stay in the form, disabled, so that the form does not change its height. */
function ReadRegions({ draft, change }: FieldsProps): ReactElement {
  const { read_regions: chosen } = draft;
  const offered = selectReadRegions(draft);
  const toggle = (region: (typeof offered)[number]): void =>
    change({ read_regions: offered.filter((each) => (each === region) !== chosen.includes(each)) });
  return (
    <details className="create-more">
      <summary>
        Read regions <span className="faint">{describeChoice(offered.length, chosen.length)}</span>
      </summary>
      <fieldset className="stack tight create-group" disabled={offered.length === 0}>
        <legend className="note">Regions with a copy of the data that answers reads.</legend>
        <div className="stack create-regions">
          {groupsOf(readRegions, continentOf).map(([continent, regions]) => (
            <Fragment key={continent}>
              <h3 className="note">{continent}</h3>
              {regions.map((region) => (
                <label key={region} className="line create-choice">
                  <input
                    type="checkbox"
                    checked={chosen.includes(region)}
                    disabled={!offered.includes(region)}
                    onChange={() => toggle(region)}
                  />
                  <span>
                    {region} <span className="faint wide-only">{regionPlaces[region].place}</span>
                  </span>
                </label>
              ))}
            </Fragment>
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

/**
 * Describes what a plan gives: `1 GiB memory, 10,000 commands/s`. The API documents no limits of plans, so the limits
 * are those of databases that have the plan.
 *
 * @returns `undefined` if no database with the plan has such a limit
 */
export function describePlan(plan: Plan, records: readonly Partial<Database>[]): string | undefined {
  const like = records.filter((record) => hasPlan(record, plan));
  const memory = rangeOf(like, 'db_memory_threshold', (bytes) => describeLimit(bytes, 'bytes'));
  const commands = rangeOf(like, 'db_max_commands_per_second', (count) =>
    count >= 2 ** 53 ? 'unlimited' : formatCount(count),
  );
  const parts = [memory && `${memory} memory`, commands && `${commands} commands/s`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The type of a record names no size, so a fixed plan is recognised by its memory. */
function hasPlan({ type, db_memory_threshold: memory }: Partial<Database>, plan: Plan): boolean {
  const [, digits = '', unit] = /^fixed_(\d+)(mb|gb)$/.exec(plan) ?? [];
  if (digits === '') return type === plan;
  const power = unit === 'gb' ? 3 : 2;
  const sizes = [1024, 1000].map((base) => Number(digits) * base ** power);
  return (type === 'pro' || type === 'paid') && sizes.includes(Number(memory));
}

function rangeOf(
  records: readonly Partial<Database>[],
  field: 'db_memory_threshold' | 'db_max_commands_per_second',
  format: (limit: number) => string,
): string | undefined {
  const limits = records.map((record): unknown => record[field]).filter((limit) => typeof limit === 'number');
  if (limits.length === 0) return undefined;
  const [low, high] = [format(Math.min(...limits)), format(Math.max(...limits))];
  return low === high ? low : `${low} to ${high}`;
}

/** The beginnings of the names of regions. */
const CONTINENTS = {
  'North America': ['us', 'ca', 'northamerica'],
  'South America': ['sa', 'southamerica'],
  Europe: ['eu', 'europe'],
  'Asia Pacific': ['ap', 'asia', 'australia'],
  Africa: ['af', 'africa'],
} as const;

export function continentOf(region: string): string {
  const [start = ''] = region.split('-');
  return Object.entries(CONTINENTS).find(([, names]) => names.some((name) => name === start))?.[0] ?? 'Other';
}
