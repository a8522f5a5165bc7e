import { systemClock } from '../../core/shared/clock.js';
import { createCell } from '../../core/state/cell.js';
import { createCommits } from '../../core/state/commits.js';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';
import type { Dashboard } from '../dashboard/server/start-dashboard.js';
import { createDemoCadence } from './demo-cadence.js';
import { demoCredentials } from './demo-credentials.js';
import { openDemoDashboard } from './demo-dashboard.js';
import { createDemoControls } from './demo-controls.js';
import type { DemoOptions } from './demo-options.js';
import { startDemoEnvironment, type DemoEnvironment } from './demo-environment.js';
import { environmentOptionsOf } from './environment-options.js';
import { registerService } from '../local-services/register-service.js';
import { printable } from '../../format/printable.js';
import { wrapText } from '../terminal/wrap-text.js';
import { logTransition, type LogEntry } from '../board/log-entry.js';
import { showBoard } from '../board/show-board.js';

/** Fast for the databases on the screen, slow for the others. */
const POLLING = {
  cadence: createDemoCadence({ modifyingMs: 1000, observedMs: 6000, trackedMs: 30_000 }),
  perSecond: 50,
  burst: 50,
};

const MAX_LOG_ENTRIES = 200;

/** Shows the demonstration as a board on the terminal, until the user quits or the signal aborts. */
export async function showDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const commits = createCommits();
  const log = createCell<readonly LogEntry[]>(commits, []);
  const add = (entry: LogEntry): void => log.set([...log.view.value, entry].slice(-MAX_LOG_ENTRIES));
  const note = (text: string, kind: LogEntry['kind'] = 'done'): void =>
    add({ at: systemClock.now(), label: 'note', text: printable(text), kind });
  const environment = await startDemoEnvironment({
    ...environmentOptionsOf(io, options),
    polling: POLLING,
    clock: systemClock,
    onNotice: (notice) => note(notice),
    onError: (error) => note(String(error), 'failed'),
  });
  let dashboard: Dashboard | undefined;
  let unregister: (() => Promise<void>) | undefined;
  try {
    unregister = await registerService(io, { url: environment.baseUrl, credentials: demoCredentials }, note);
    if (environment.movedFrom !== undefined)
      note(`Port ${environment.movedFrom} is in use. The service uses another port.`);
    environment.fleet.transitions.subscribe((transition) => add(logTransition(transition)));
    const controls = createDemoControls(environment, commits, (action) =>
      add({ ...action, at: systemClock.now(), text: printable(action.text) }),
    );
    dashboard = await openDemoDashboard(environment, { onCreated: controls.adopt, onNotice: note });
    if (dashboard.movedFrom !== undefined)
      note(`Port ${dashboard.movedFrom} is in use. The dashboard uses another port.`);
    const { palette } = renderOptionsOf(io, io.stdout);
    const board = { log: log.view, palette, ...environment, pageUrl: dashboard.url, outage: controls.outage };
    await showBoard(io, board, { ...controls, ...pollingActions(environment) }, signal);
    controls.stop();
  } finally {
    await dashboard?.close();
    await unregister?.();
    await environment.close();
  }
  const end = renderDemoEnd(log.view.value.filter(({ kind }) => kind === 'seen').length);
  io.stdout.write(`${wrapText(end, renderOptionsOf(io, io.stdout).columns).join('\n')}\n`);
}

function pollingActions({ fleet }: DemoEnvironment): { pause(): void; refresh(): void } {
  return {
    pause() {
      const isPaused = fleet.polling.status.value.reason?.code === 'requested';
      if (isPaused) fleet.polling.resume();
      else fleet.polling.pause('Paused. Press p to resume.');
    },
    refresh() {
      // The entries on the board show failures.
      fleet.databases.refreshAll().catch(() => {});
      fleet.indices.refresh().catch(() => {});
    },
  };
}

/** Renders the message after the board is closed. */
function renderDemoEnd(transitions: number): string {
  const seen = transitions === 1 ? '1 transition was seen' : `${transitions} transitions were seen`;
  return `${seen}. The service has stopped, and its data is gone.`;
}
