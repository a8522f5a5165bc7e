import type { ReactElement } from 'react';
import { planNames } from '../../../../format/plans.js';
import { platformNames } from '../../../../format/regions.js';
import { Field, SelectField } from './field.js';
import type { Draft, DraftState } from './draft.js';
import { RegionFields } from './region-fields.js';

export function CreateFields(state: Pick<DraftState, 'draft' | 'change' | 'touch' | 'errorOf'>): ReactElement {
  const { draft, change, touch, errorOf } = state;
  return (
    <>
      <Field label="Name" hint="Your name for it in lists. Clients use the endpoint." error={errorOf('database_name')}>
        {(control) => (
          <input
            {...control}
            className="input"
            required
            autoComplete="off"
            spellCheck={false}
            value={draft.database_name}
            onBlur={() => touch('database_name')}
            onChange={(event) => change({ database_name: event.target.value })}
          />
        )}
      </Field>
      <Platform draft={draft} onChange={change} />
      <RegionFields
        draft={draft}
        onChange={change}
        onBlur={() => touch('primary_region')}
        error={errorOf('primary_region')}
      />
      <OptionalFields {...state} />
    </>
  );
}

const PLANS = Object.entries(planNames) as [Exclude<Draft['plan'], ''>, string][];

/** The default leaves the field out of the request. */
const ON_OR_OFF = {
  none: 'Default of the service',
  choices: [
    ['on', 'On'],
    ['off', 'Off'],
  ],
} as const;

function OptionalFields({
  draft,
  change,
  touch,
  errorOf,
}: Pick<DraftState, 'draft' | 'change' | 'touch' | 'errorOf'>): ReactElement {
  return (
    <div className="create-pair">
      <SelectField
        label="Plan"
        isOptional
        hint="Sets the limits and the cost."
        error={errorOf('plan')}
        none="Default of the account"
        choices={PLANS}
        value={draft.plan}
        onChange={(plan) => change({ plan })}
      />
      <Field label="Budget" isOptional hint="Money for a month, as a whole number." error={errorOf('budget')}>
        {(control) => (
          <input
            {...control}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            value={draft.budget}
            onBlur={() => touch('budget')}
            onChange={(event) => change({ budget: event.target.value })}
          />
        )}
      </Field>
      <SelectField
        {...ON_OR_OFF}
        label="Eviction"
        hint="Removes entries when the database is full."
        value={draft.eviction}
        onChange={(eviction) => change({ eviction })}
      />
      <SelectField
        {...ON_OR_OFF}
        label="TLS"
        hint="Encrypts the connections of clients."
        value={draft.tls}
        onChange={(tls) => change({ tls })}
      />
    </div>
  );
}

interface PlatformProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

function Platform({ draft, onChange }: PlatformProps): ReactElement {
  return (
    <fieldset className="create-group">
      <legend>Platform</legend>
      <div className="create-platforms">
        {Object.entries(platformNames).map(([platform, name]) => (
          <label key={platform}>
            <input
              type="radio"
              name="platform"
              checked={draft.platform === platform}
              onChange={() => onChange({ platform: platform as Draft['platform'] })}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
