import { systemClock } from '../../core/shared/clock.js';
import { createCell } from '../../core/state/cell.js';
import { createCommits } from '../../core/state/commits.js';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';
import type { Dashboard } from '../dashboard/server/start-dashboard.js';
import { createDemoCadence } from './demo-cadence.js';
import { demoCredentials } from './demo-credentials.js';
import { openDemoDashboard } from './demo-dashboard.js';
import { createDemoDirector } from './demo-director.js';
import type { DemoOptions } from './demo-options.js';
import { openDemoStage, type DemoStage } from './demo-stage.js';
import { stageOptionsOf } from './stage-options.js';
import { registerService } from '../local-services/register-service.js';
import { printable } from '../../format/printable.js';
import { renderDemoEnd } from './render-demo-end.js';
import { wrapText } from '../terminal/wrap-text.js';
import { logTransition, type LogEntry } from '../board/log-entry.js';
import { showBoard } from '../board/show-board.js';

/** The countdown is to be seen, and nobody is to wait for long. What is not on the screen has time. */
const POLLING = {
  cadence: createDemoCadence({ modifyingMs: 1000, observedMs: 6000, trackedMs: 30_000 }),
  perSecond: 50,
  burst: 50,
};

const LONGEST_LOG = 200;

/** Shows the demonstration as a board on the terminal, until somebody quits or the signal aborts. */
export async function showDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const commits = createCommits();
  const log = createCell<readonly LogEntry[]>(commits, []);
  const add = (entry: LogEntry): void => log.set([...log.view.value, entry].slice(-LONGEST_LOG));
  const note = (what: string, kind: LogEntry['kind'] = 'done'): void =>
    add({ at: systemClock.now(), who: 'note', what: printable(what), kind });
  const stage = await openDemoStage({
    ...stageOptionsOf(io, options),
    polling: POLLING,
    clock: systemClock,
    onNotice: (notice) => note(notice),
    onError: (error) => note(String(error), 'failed'),
  });
  let dashboard: Dashboard | undefined;
  let unregister: (() => Promise<void>) | undefined;
  try {
    unregister = await registerService(io, { url: stage.baseUrl, credentials: demoCredentials }, note);
    if (stage.movedFrom !== undefined) note(`Port ${stage.movedFrom} is in use: this is another one.`);
    stage.fleet.transitions.subscribe((transition) => add(logTransition(transition)));
    const director = createDemoDirector(stage, commits, (deed) =>
      add({ ...deed, at: systemClock.now(), what: printable(deed.what) }),
    );
    dashboard = await openDemoDashboard(stage, { onCreated: director.adopt, onNotice: note });
    if (dashboard.movedFrom !== undefined) note(`Port ${dashboard.movedFrom} is in use: the page is on another one.`);
    const { palette } = renderOptionsOf(io, io.stdout);
    const board = { log: log.view, palette, ...stage, pageUrl: dashboard.url, staged: director.staged };
    await showBoard(io, board, { ...director, ...pollingActions(stage) }, signal);
    director.stop();
  } finally {
    await dashboard?.close();
    await unregister?.();
    await stage.close();
  }
  const end = renderDemoEnd(log.view.value.filter(({ kind }) => kind === 'seen').length);
  io.stdout.write(`${wrapText(end, renderOptionsOf(io, io.stdout).columns).join('\n')}\n`);
}

function pollingActions({ fleet }: DemoStage): { pause(): void; refresh(): void } {
  return {
    pause() {
      const isPaused = fleet.polling.status.value.reason?.code === 'requested';
      if (isPaused) fleet.polling.resume();
      else fleet.polling.pause('Paused: p goes on.');
    },
    refresh() {
      // What fails is on the entries, and on the board.
      fleet.databases.refreshAll().catch(() => {});
      fleet.indices.refresh().catch(() => {});
    },
  };
}
