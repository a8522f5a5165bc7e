import type { Commits } from '../../core/store/commits.js';
import { createDemoActions, type DemoAction, type DemoActions } from './demo-actions.js';
import { climbAt, waveAt } from './demo-load.js';
import type { DemoEnvironment } from './demo-environment.js';
import { startLoad } from './start-load.js';

export interface DemoControls extends Pick<DemoActions, 'adopt' | 'outage'> {
  create(): void;
  toggleState(id: string): void;
  toggleOutage(): void;
  stop(): void;
}

const SCRIPT = [
  { afterMs: 3_000, step: 'create' },
  { afterMs: 12_000, step: 'suspend' },
  { afterMs: 22_000, step: 'resume' },
  { afterMs: 34_000, step: 'outage' },
  { afterMs: 46_000, step: 'outage-end' },
] as const;

type Step = (typeof SCRIPT)[number]['step'];

export function createDemoControls(
  environment: DemoEnvironment,
  commits: Commits,
  onAction: (action: DemoAction) => void,
  onNotice: (notice: string) => void,
): DemoControls {
  const { fleet, clock } = environment;
  const actions = createDemoActions(environment, commits, onAction);
  const { outage, adopt } = actions;
  const startedMs = clock.monotonic();
  let scripted: string | undefined;
  let isTakenOver = false;

  const isCreated = (id: string): boolean => actions.createdMs(id) !== undefined;
  const shareOf = (id: string): number => {
    const since = actions.createdMs(id);
    const nowMs = clock.monotonic();
    return since === undefined ? waveAt(nowMs - startedMs, id) : climbAt(nowMs - since);
  };
  const stopLoad = startLoad(environment, { shareOf, isSimulated: isCreated, onNotice });

  function play(step: Step): void {
    // The script ends its outage even if the user took over.
    if (step === 'outage-end') return actions.setOutage('script', false);
    if (isTakenOver) return;
    if (step === 'create') actions.create('script', (id) => (scripted = id));
    else if (step === 'outage') actions.setOutage('script', true);
    else if (scripted !== undefined) actions.setState('script', scripted, step === 'suspend' ? 'suspended' : 'active');
  }

  const cancels = SCRIPT.map(({ afterMs, step }) => clock.schedule(() => play(step), afterMs));

  return {
    create() {
      isTakenOver = true;
      actions.create('you');
    },
    toggleState(id) {
      isTakenOver = true;
      actions.setState('you', id, fleet.databases.record(id).value?.state === 'active' ? 'suspended' : 'active');
    },
    toggleOutage() {
      isTakenOver = true;
      actions.setOutage('you', outage.value === undefined);
    },
    adopt,
    outage,
    stop() {
      stopLoad();
      for (const cancel of cancels) cancel();
    },
  };
}
