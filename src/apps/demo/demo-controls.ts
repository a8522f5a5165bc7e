import { FleetError } from '../../core/shared/fleet-error.js';
import { createCell } from '../../core/state/cell.js';
import type { Commits } from '../../core/state/commits.js';
import type { View } from '../../core/state/view.js';
import { climbAt, waveAt } from './demo-load.js';
import type { DemoEnvironment } from './demo-environment.js';
import { reportLoad } from './report-load.js';
import { scenarioRequest } from './scenario-steps.js';

/** An action on the service, by the user or by the script. */
export interface DemoAction {
  /** The author. */
  readonly label: 'you' | 'script';
  /** The action, and the error of a failed action. */
  readonly text: string;
  readonly kind: 'done' | 'failed';
}

/** Changes the service: a script runs until the user acts. */
export interface DemoControls {
  create(): void;
  toggleState(id: string): void;
  toggleOutage(): void;
  /** Tracks a database that was created on the page, and simulates its usage. */
  adopt(id: string): void;
  /** The name of the current outage, if there is one. */
  readonly outage: View<string | undefined>;
  stop(): void;
}

/** The script. Its actions apply to the database that it creates. */
const SCRIPT = [
  { afterMs: 3_000, step: 'create' },
  { afterMs: 12_000, step: 'suspend' },
  { afterMs: 22_000, step: 'resume' },
  { afterMs: 34_000, step: 'outage' },
  { afterMs: 46_000, step: 'outage-end' },
] as const;

type Step = (typeof SCRIPT)[number]['step'];

/** Starts the script and the simulated usage. @param onAction called for each action */
export function createDemoControls(
  environment: DemoEnvironment,
  commits: Commits,
  onAction: (action: DemoAction) => void,
): DemoControls {
  const { fleet, control, clock } = environment;
  const outage = createCell<string | undefined>(commits, undefined);
  const startedMs = clock.monotonic();
  /** The times at which databases were created after the start. */
  const created = new Map<string, number>();
  let scripted: string | undefined;
  let isTakenOver = false;

  const stopLoad = reportLoad(fleet, clock, (id) => {
    const since = created.get(id);
    const nowMs = clock.monotonic();
    return since === undefined ? waveAt(nowMs - startedMs, id) : climbAt(nowMs - since);
  });

  function attempt(label: DemoAction['label'], text: string, act: () => Promise<unknown>): void {
    act().then(
      () => onAction({ label, text, kind: 'done' }),
      (error: unknown) => {
        if (error instanceof FleetError && error.code === 'disposed') return;
        const message = error instanceof Error ? error.message : String(error);
        onAction({ label, text: `${text}: ${message}`, kind: 'failed' });
      },
    );
  }

  function create(label: DemoAction['label']): void {
    const usual = scenarioRequest.database_name;
    const name = created.size === 0 ? usual : `${usual}-${created.size + 1}`;
    attempt(label, `create ${name}`, async () => {
      const { database_id: id } = await fleet.databases.create({ ...scenarioRequest, database_name: name });
      created.set(id, clock.monotonic());
      if (label === 'script') scripted = id;
    });
  }

  function setState(label: DemoAction['label'], id: string, state: 'active' | 'suspended'): void {
    const name = fleet.databases.record(id).value?.database_name ?? id;
    const text = state === 'active' ? `resume ${name}` : `suspend ${name}`;
    attempt(label, text, () => control.databases.set(id, { state }));
  }

  function setOutage(label: DemoAction['label'], isOn: boolean): void {
    if (isOn === (outage.view.value !== undefined)) return;
    outage.set(isOn ? 'OUTAGE' : undefined);
    attempt(label, isOn ? 'start an outage: all requests get 503' : 'end the outage', () =>
      isOn ? control.faults.inject({ kind: 'status', status: 503 }) : control.faults.clear(),
    );
  }

  function play(step: Step): void {
    // The script ends its outage even if the user took over.
    if (step === 'outage-end') return setOutage('script', false);
    if (isTakenOver) return;
    if (step === 'create') create('script');
    else if (step === 'outage') setOutage('script', true);
    else if (scripted !== undefined) setState('script', scripted, step === 'suspend' ? 'suspended' : 'active');
  }

  const cancels = SCRIPT.map(({ afterMs, step }) => clock.schedule(() => play(step), afterMs));

  return {
    create() {
      isTakenOver = true;
      create('you');
    },
    toggleState(id) {
      isTakenOver = true;
      setState('you', id, fleet.databases.record(id).value?.state === 'active' ? 'suspended' : 'active');
    },
    toggleOutage() {
      isTakenOver = true;
      setOutage('you', outage.view.value === undefined);
    },
    adopt(id) {
      created.set(id, clock.monotonic());
      fleet.databases.add(id);
      onAction({ label: 'you', text: 'create a database on the page', kind: 'done' });
    },
    outage: outage.view,
    stop() {
      stopLoad();
      for (const cancel of cancels) cancel();
    },
  };
}
