import type { Events } from '../core/store/events.js';
import type { AlertEvent } from './alerts/alert.js';
import type { OnAlertChange } from './alerts/alert-steps.js';
import { ALERT_PREFIX, alertText } from './alerts/alert-texts.js';
import type { GroupMember } from './group/group-member.js';
import type { MonitorLog } from './log/monitor-log.js';
import type { QuietStep } from './quiet/quiet-step.js';
import type { StateJournal } from './state/state-journal.js';

export interface AlertReporterParts {
  readonly journal: StateJournal;
  readonly quiet: Pick<QuietStep, 'pass'>;
  readonly events: Events<AlertEvent>;
  readonly log: MonitorLog;
  readonly group?: Pick<GroupMember, 'raise'> | undefined;
}

/**
 * Makes a function that saves each changed alert and reports its event. It is to be called inside a commit: subscribers
 * and channels get the event when all alerts of the commit are in place.
 *
 * The alert and its undelivered event are one batch of the journal, because both are written in one turn.
 */
export function createAlertReporter(parts: AlertReporterParts): OnAlertChange {
  const { journal, group } = parts;
  const report = createEventReporter(parts);
  return (change) => {
    const { key, state, event, channels } = change;
    journal.write(ALERT_PREFIX + key, state && alertText(state));
    if (event === undefined) return;
    const raised = group?.raise(change, event) ?? { event, isNew: true };
    report(raised.event, channels, raised.isNew);
  };
}

/** Reports an event inside a commit. Its parameters are those of `QuietStep.pass`. */
export type ReportEvent = QuietStep['pass'];

export function createEventReporter({
  quiet,
  events,
  log,
}: Omit<AlertReporterParts, 'group' | 'journal'>): ReportEvent {
  return (event, channels, isNew, isSent) => {
    if (isNew) {
      logEvent(log, event);
      events.emit(event);
    }
    quiet.pass(event, channels, isNew, isSent);
  };
}

function logEvent(log: MonitorLog, event: AlertEvent): void {
  const { rule, resource, id, name, field, summary, severity } = event.alert;
  const facts = { rule, resource, id, name, field, summary };
  if (event.kind === 'fired') log('warn', 'alert-fired', { ...facts, severity });
  else log('info', 'alert-cleared', { ...facts, reason: event.reason, durationMs: event.durationMs });
}
