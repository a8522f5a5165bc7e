import type { Commits } from '../core/store/commits.js';
import { createSource, type Source } from '../core/store/source.js';
import type { AlertTable } from './alerts/alert-table.js';
import { idempotencyKeyOf } from './alerts/step-alert.js';
import type { Deliveries } from './channels/deliveries.js';
import type { GroupMember } from './group/group-member.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import type { Silence } from './quiet/quiet.js';
import { QuietStep } from './quiet/quiet-step.js';
import { Silences } from './quiet/silences.js';
import type { CheckedRule } from './rules/checked-rule.js';
import type { TargetKind } from './rules/rule.js';
import type { StateJournal } from './state/state-journal.js';

export interface QuietParts {
  readonly quiet: QuietStep;
  readonly silences: Silences;
  readonly silenceList: Source<readonly Silence[]>;
}

export interface QuietPartsOptions {
  readonly settings: MonitorSettings;
  readonly rules: ReadonlyMap<string, CheckedRule>;
  readonly commits: Commits;
  readonly table: AlertTable;
  readonly journal: StateJournal;
  readonly deliveries: Deliveries;
  readonly member: () => GroupMember | undefined;
  /** The alerts of a target are to be looked at soon. */
  readonly lookAt: (kind: TargetKind, id: string) => void;
}

export function createQuietParts(options: QuietPartsOptions): QuietParts {
  const { settings, rules, commits, table, journal, deliveries, member, lookAt } = options;
  const { clock, log, maintenance } = settings;
  const { write } = journal;
  const silences = new Silences({
    clock,
    log,
    write,
    onChanged() {
      commits.commit(silenceList.changed);
      lookAt('fleet', '');
      quiet.lookAtHeld();
    },
  });
  const silenceList = createSource(commits, { read: () => silences.list });
  const quiet = new QuietStep({
    clock,
    log,
    table,
    silences,
    write,
    lookAt,
    deliver(event, channels) {
      const release = deliveries.enqueue(event, channels);
      commits.afterCommit(() => journal.afterSave(release));
    },
    hasRoom: (channels) => deliveries.hasRoom(channels),
    isKnown: (key) => deliveries.knows(key),
    giveUp: (event) => deliveries.giveUp(event),
    isFiring: (key) => member()?.isFiring(key) ?? table.get(key)?.alert.state === 'firing',
    firedEventOf: (state) =>
      member()?.firedEventOf(state) ?? { idempotencyKey: idempotencyKeyOf(state.alert, state.fingerprint, 'fired') },
  });
  quiet.setRules(rules);
  quiet.setMaintenance(maintenance);
  return { quiet, silences, silenceList };
}
