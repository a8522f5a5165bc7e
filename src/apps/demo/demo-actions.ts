import { createDatabase, FleetError, type View } from '../../index.js';
import { createCell } from '../../core/store/cell.js';
import type { Commits } from '../../core/store/commits.js';
import { printable } from '../../format/printable.js';
import { describeFailure } from '../../format/describe-failure.js';
import type { DemoEnvironment } from './demo-environment.js';
import { scenarioRequest } from './scenario.js';

/** An action on the service, by the user or by the script. */
export interface DemoAction {
  readonly label: 'you' | 'script';
  readonly text: string;
  readonly details?: string;
  readonly kind: 'done' | 'failed';
}

type Label = DemoAction['label'];

export interface DemoActions {
  /** @param onCreated called with the id of the new database */
  create(label: Label, onCreated?: (id: string) => void): void;
  setState(label: Label, id: string, state: 'active' | 'suspended'): void;
  /** Starts or ends an outage. Does nothing without a change. */
  setOutage(label: Label, isOn: boolean): void;
  adopt(id: string): void;
  /** When a database was created after the start, monotonic; `undefined` for other databases. */
  createdMs(id: string): number | undefined;
  readonly outage: View<string | undefined>;
}

export function createDemoActions(
  { fleet, control, clock }: Pick<DemoEnvironment, 'fleet' | 'control' | 'clock'>,
  commits: Commits,
  onAction: (action: DemoAction) => void,
): DemoActions {
  const outage = createCell<string | undefined>(commits, undefined);
  const created = new Map<string, number>();

  function attempt(label: Label, text: string, act: () => Promise<unknown>): void {
    act().then(
      () => onAction({ label, text, kind: 'done' }),
      (error: unknown) => {
        if (error instanceof FleetError && error.code === 'disposed') return;
        const message = printable(error instanceof Error ? error.message : String(error));
        const reason = error instanceof FleetError ? describeFailure(error) : message;
        onAction({ label, text: `${text}: failed, ${reason}`, details: message, kind: 'failed' });
      },
    );
  }

  return {
    create(label, onCreated) {
      const usual = scenarioRequest.database_name;
      const name = created.size === 0 ? usual : `${usual}-${created.size + 1}`;
      attempt(label, `create ${name}`, async () => {
        const { database_id: id } = await createDatabase(fleet, { ...scenarioRequest, database_name: name });
        created.set(id, clock.monotonic());
        onCreated?.(id);
      });
    },
    setState(label, id, state) {
      const name = fleet.databases.record(id).value?.database_name ?? id;
      const text = printable(state === 'active' ? `resume ${name}` : `suspend ${name}`);
      attempt(label, text, () => control.databases.set(id, { state }));
    },
    setOutage(label, isOn) {
      if (isOn === (outage.view.value !== undefined)) return;
      outage.set(isOn ? 'OUTAGE' : undefined);
      attempt(label, isOn ? 'start an outage: all requests get 503' : 'end the outage', () =>
        isOn ? control.faults.inject({ kind: 'status', status: 503 }) : control.faults.clear(),
      );
    },
    adopt(id) {
      created.set(id, clock.monotonic());
      fleet.databases.add(id);
      onAction({ label: 'you', text: 'create a database on the page', kind: 'done' });
    },
    createdMs: (id) => created.get(id),
    outage: outage.view,
  };
}
