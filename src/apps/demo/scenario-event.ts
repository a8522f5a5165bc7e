import type { EntryStatus, LimitUnit, LimitField, LimitStatus, PollingStatus } from '../../index.js';
import type { TransitionField } from '../../core/fleet/transition.js';

/** An action on the service, or a usage report. */
export type ScenarioAction = 'create' | 'suspend' | 'resume' | 'load' | 'outage' | 'outage-end';

/** A change that subscribers of the fleet's views saw. */
export type Observation =
  | {
      readonly event: 'transition';
      readonly id: string;
      readonly name: string;
      readonly field: TransitionField;
      /** `null` for at rest. */
      readonly from: string | null;
      readonly to: string | null;
    }
  | {
      readonly event: 'limit';
      readonly id: string;
      readonly name: string;
      readonly field: LimitField;
      readonly from: LimitStatus;
      readonly to: LimitStatus;
      readonly used?: number;
      readonly limit?: number | 'unlimited';
      readonly unit: LimitUnit;
      readonly ratio?: number;
    }
  | {
      readonly event: 'entry';
      readonly id: string;
      readonly name: string;
      readonly from: EntryStatus;
      readonly to: EntryStatus;
      readonly error?: string;
    }
  | { readonly event: 'polling'; readonly state: PollingStatus['state']; readonly reason?: string };

export type ScenarioEvent =
  | Observation
  | { readonly event: 'service'; readonly url: string; readonly movedFrom?: number }
  | { readonly event: 'dashboard'; readonly url: string; readonly movedFrom?: number }
  | { readonly event: 'notice'; readonly notice: string }
  | { readonly event: 'progress'; readonly loaded: number; readonly known: number }
  | { readonly event: 'action'; readonly action: ScenarioAction; readonly id?: string; readonly name?: string }
  | {
      readonly event: 'step';
      readonly step: string;
      readonly ok: boolean;
      readonly afterMs: number;
      readonly missing?: string;
    }
  | { readonly event: 'end'; readonly ok: boolean; readonly requestsLastMinute: number };
