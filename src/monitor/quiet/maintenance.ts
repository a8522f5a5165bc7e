import { Cron } from 'croner';
import * as v from 'valibot';
import { finite } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import { aName, checkNames } from '../rules/check-members.js';
import type { MaintenanceWindow } from './quiet.js';
import { createSelector, selectorEntries } from './select-alerts.js';

const MAX_WINDOWS = 100;
const A_CRON = 'five fields for minute, hour, day of the month, month and day of the week, such as "30 2 * * SUN"';
const A_ZONE = 'a time zone of the IANA database, such as Europe/Berlin';

/** @param durationName how the duration is named: in a configuration file, or in a program */
export function windowList(durationName: 'duration' | 'durationMs', duration: v.GenericSchema<unknown, number>) {
  const window = v.pipe(
    v.strictObject({
      name: v.pipe(aName, v.description('Identifies the window.')),
      cron: v.pipe(
        v.string(A_CRON),
        v.check((cron) => /^\S+( +\S+){4}$/.test(cron) && nextRunOf(cron, 'UTC') !== undefined, A_CRON),
        v.description('When the window begins: minute, hour, day of the month, month, day of the week.'),
      ),
      timezone: v.pipe(
        v.string(A_ZONE),
        v.check((zone) => zone !== '' && nextRunOf('* * * * *', zone) !== undefined, A_ZONE),
        v.description('The time zone of cron, such as Europe/Berlin.'),
      ),
      [durationName]: v.pipe(duration, v.description('How long the window lasts.')),
      ...selectorEntries,
    }),
    v.transform((given) => {
      const { [durationName]: durationMs, ...others } = given as Record<string, unknown>;
      return { ...others, durationMs } as unknown as MaintenanceWindow;
    }),
  );
  return v.pipe(
    v.array(window, 'a list of windows'),
    v.maxLength(MAX_WINDOWS, `at most ${MAX_WINDOWS} windows`),
    checkNames('maintenance'),
  );
}

/** The longest duration of a window and of a silence. */
export const longestQuiet = finite(
  'milliseconds, more than 0 and at most 52 weeks',
  (ms) => ms > 0 && ms <= 52 * 7 * 24 * 3_600_000,
);

export const maintenance = windowList('durationMs', longestQuiet);

/** @throws FleetError `invalid-request`, whose `issues` name each invalid member, such as `maintenance[1].cron` */
export function parseMaintenance(given: readonly MaintenanceWindow[]): readonly MaintenanceWindow[] {
  return parseOptions(v.strictObject({ maintenance }), { maintenance: given }).maintenance;
}

export type OpenWindow = ReturnType<typeof createWindow>;

export function createWindow(window: MaintenanceWindow) {
  const { name, cron, timezone, durationMs } = window;
  // Lists of times follow the rules of a single time when summer time begins and ends.
  const job = new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' });
  // The result of the last search: a search takes 0.1 ms, and each alert calls `endsAt`.
  let from = Infinity;
  let to = -Infinity;
  let end: number | undefined;
  function search(now: number): void {
    const start = job.nextRun(new Date(now - durationMs))?.getTime() ?? Infinity;
    from = now;
    end = start <= now ? start + durationMs : undefined;
    to = end ?? start;
  }
  return {
    name,
    selects: createSelector(window),
    /** @returns when the window ends, Unix milliseconds; `undefined` if it is not open */
    endsAt(now: number): number | undefined {
      if (now < from || now >= to) search(now);
      return end;
    },
  };
}

/** @returns `undefined` if the expression or the zone is wrong, or the time never comes */
function nextRunOf(cron: string, timezone: string): Date | undefined {
  try {
    return new Cron(cron, { timezone, mode: '5-part' }).nextRun() ?? undefined;
  } catch {
    return undefined;
  }
}
