import type { EntryStatus } from '../../core/state/entry.js';
import type { LimitField, LimitUnit } from '../../core/limits/catalogue.js';
import type { LimitStatus } from '../../core/limits/measure-limit.js';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import type { TransitionField } from '../../core/transitions/transition.js';

/** What was done to the service, or reported to the fleet. */
export type StoryAction = 'create' | 'suspend' | 'resume' | 'load' | 'outage' | 'outage-end';

/** What subscribers of the fleet's views were told. */
export type Sighting =
  | {
      readonly event: 'transition';
      readonly id: string;
      readonly name: string;
      readonly field: TransitionField;
      /** `null` for at rest, as for what is empty. */
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
      /** The code of the error. */
      readonly error?: string;
    }
  | { readonly event: 'polling'; readonly state: PollingStatus['state']; readonly reason?: string };

/** One thing that happens in the story. */
export type StoryEvent =
  | Sighting
  | { readonly event: 'service'; readonly url: string; readonly movedFrom?: number }
  /** The page of the fleet, to be opened in a browser. */
  | { readonly event: 'dashboard'; readonly url: string; readonly movedFrom?: number }
  | { readonly event: 'notice'; readonly notice: string }
  | { readonly event: 'progress'; readonly loaded: number; readonly known: number }
  | { readonly event: 'action'; readonly action: StoryAction; readonly id?: string; readonly name?: string }
  | {
      readonly event: 'step';
      readonly step: string;
      readonly ok: boolean;
      /** How long it took until it was seen, milliseconds. */
      readonly afterMs: number;
      /** What was waited for in vain. */
      readonly missing?: string;
    }
  | { readonly event: 'end'; readonly ok: boolean; readonly requestsLastMinute: number };
