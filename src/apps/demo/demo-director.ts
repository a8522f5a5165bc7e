import { FleetError } from '../../core/shared/fleet-error.js';
import { createCell } from '../../core/state/cell.js';
import type { Commits } from '../../core/state/commits.js';
import type { View } from '../../core/state/view.js';
import { climbAt, waveAt } from './demo-load.js';
import type { DemoStage } from './demo-stage.js';
import { reportLoad } from './report-load.js';
import { storyRequest } from './story-steps.js';

/** Something that was done, or tried, at the board. */
export interface Deed {
  readonly who: 'you' | 'script';
  readonly what: string;
  readonly kind: 'done' | 'failed';
}

/** Lets things happen to the service: what a person asks for, and until then what is in its script. */
export interface DemoDirector {
  create(): void;
  toggle(id: string): void;
  outage(): void;
  /** Lets the use of a database climb that was created elsewhere. */
  adopt(id: string): void;
  /** What is being done to the service, in words. */
  readonly staged: View<string | undefined>;
  stop(): void;
}

/** What happens by itself, and when: about the database that it creates. */
const SCRIPT = [
  { afterMs: 3_000, cue: 'create' },
  { afterMs: 12_000, cue: 'suspend' },
  { afterMs: 22_000, cue: 'resume' },
  { afterMs: 34_000, cue: 'outage' },
  { afterMs: 46_000, cue: 'outage-end' },
] as const;

type Cue = (typeof SCRIPT)[number]['cue'];

/** Starts the script, and the made-up use of everything. @param onDeed hears of all that is done */
export function createDemoDirector(stage: DemoStage, commits: Commits, onDeed: (deed: Deed) => void): DemoDirector {
  const { fleet, control, clock } = stage;
  const staged = createCell<string | undefined>(commits, undefined);
  const startedMs = clock.monotonic();
  /** When each database was created that was not there at first. */
  const created = new Map<string, number>();
  let scripted: string | undefined;
  let isTakenOver = false;

  const stopLoad = reportLoad(fleet, clock, (id) => {
    const since = created.get(id);
    const nowMs = clock.monotonic();
    return since === undefined ? waveAt(nowMs - startedMs, id) : climbAt(nowMs - since);
  });

  function attempt(who: Deed['who'], what: string, act: () => Promise<unknown>): void {
    act().then(
      () => onDeed({ who, what, kind: 'done' }),
      (error: unknown) => {
        if (error instanceof FleetError && error.code === 'disposed') return;
        const message = error instanceof Error ? error.message : String(error);
        onDeed({ who, what: `${what}: ${message}`, kind: 'failed' });
      },
    );
  }

  function create(who: Deed['who']): void {
    const usual = storyRequest.database_name;
    const name = created.size === 0 ? usual : `${usual}-${created.size + 1}`;
    attempt(who, `create ${name}`, async () => {
      const { database_id: id } = await fleet.databases.create({ ...storyRequest, database_name: name });
      created.set(id, clock.monotonic());
      if (who === 'script') scripted = id;
    });
  }

  function setState(who: Deed['who'], id: string, state: 'active' | 'suspended'): void {
    const name = fleet.databases.record(id).value?.database_name ?? id;
    const what = state === 'active' ? `let ${name} go on` : `suspend ${name}`;
    attempt(who, what, () => control.databases.set(id, { state }));
  }

  function setOutage(who: Deed['who'], isOn: boolean): void {
    if (isOn === (staged.view.value !== undefined)) return;
    staged.set(isOn ? 'OUTAGE' : undefined);
    attempt(who, isOn ? 'outage: every request gets a 503' : 'end of the outage', () =>
      isOn ? control.faults.inject({ kind: 'status', status: 503 }) : control.faults.clear(),
    );
  }

  function play(cue: Cue): void {
    // An outage that it began it ends, whoever took over meanwhile.
    if (cue === 'outage-end') return setOutage('script', false);
    if (isTakenOver) return;
    if (cue === 'create') create('script');
    else if (cue === 'outage') setOutage('script', true);
    else if (scripted !== undefined) setState('script', scripted, cue === 'suspend' ? 'suspended' : 'active');
  }

  const cancels = SCRIPT.map(({ afterMs, cue }) => clock.schedule(() => play(cue), afterMs));

  return {
    create() {
      isTakenOver = true;
      create('you');
    },
    toggle(id) {
      isTakenOver = true;
      setState('you', id, fleet.databases.record(id).value?.state === 'active' ? 'suspended' : 'active');
    },
    outage() {
      isTakenOver = true;
      setOutage('you', staged.view.value === undefined);
    },
    adopt(id) {
      created.set(id, clock.monotonic());
      fleet.databases.add(id);
      onDeed({ who: 'you', what: 'create a database on the page', kind: 'done' });
    },
    staged: staged.view,
    stop() {
      stopLoad();
      for (const cancel of cancels) cancel();
    },
  };
}
