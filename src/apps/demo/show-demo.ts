import { transitionsOf, systemClock } from '../../index.js';
import { createCell } from '../../core/store/cell.js';
import { Commits } from '../../core/store/commits.js';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';
import type { Dashboard } from '../dashboard/server/start-dashboard.js';
import { createDemoCadence, startDemoEnvironment } from './demo-environment.js';
import { openDemoDashboard } from './demo-dashboard.js';
import { createDemoControls } from './demo-controls.js';
import { demoCredentials, environmentOptionsOf, type DemoOptions } from './demo-options.js';
import { openPage } from '../local-services/open-page.js';
import { registerLocal, registerService } from '../local-services/local-files.js';
import { printable } from '../../format/printable.js';
import { wrapText } from '../terminal/wrap-text.js';
import type { LogEntry } from '../board/render-log.js';
import type { RowRef } from '../board/row-facts.js';
import { showBoard } from '../board/show-board.js';

/** Fast for the databases on the screen, slow for the others. */
const POLLING = {
  cadence: createDemoCadence({ modifyingMs: 1000, observedMs: 6000, trackedMs: 30_000 }),
  perSecond: 50,
  burst: 50,
};

const MAX_NOTES = 200;

const HOW_TO_ADD = 'No databases yet. Press c to create one.';
const HOW_TO_KNOW = 'No use of limits is reported yet.';

export async function showDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const commits = new Commits();
  const notes = createCell<readonly LogEntry[]>(commits, []);
  const add = (entry: LogEntry): void => notes.set([...notes.view.value, entry].slice(-MAX_NOTES));
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
  let unregisterPage: (() => Promise<void>) | undefined;
  let seen = 0;
  try {
    unregister = await registerService(io, { url: environment.baseUrl, credentials: demoCredentials }, note);
    if (environment.movedFrom !== undefined)
      note(`Port ${environment.movedFrom} is in use. The service uses another port.`);
    const controls = createDemoControls(
      environment,
      commits,
      (action) => add({ ...action, at: systemClock.now() }),
      note,
    );
    dashboard = await openDemoDashboard(environment, { onCreated: controls.adopt, onNotice: note });
    if (dashboard.movedFrom !== undefined)
      note(`Port ${dashboard.movedFrom} is in use. The dashboard uses another port.`);
    transitionsOf(environment.fleet).subscribe(() => (seen += 1));
    const { palette } = renderOptionsOf(io, io.stdout);
    const { url: pageUrl } = dashboard;
    const page = { url: pageUrl, service: environment.baseUrl, account: demoCredentials.username };
    unregisterPage = await registerLocal(io, 'pages', page);
    // Stays in the terminal when the board ends.
    io.stdout.write(`The page of the demonstration: ${pageUrl}\n`);
    const words = { howToAdd: HOW_TO_ADD, howToKnow: HOW_TO_KNOW, account: demoCredentials.username };
    const demo = { pageUrl, outage: controls.outage };
    const browse = (row?: RowRef): Promise<string | undefined> => openPage(io, page, row);
    const board = { ...environment, ...words, palette, notes: notes.view, browse, demo };
    await showBoard(io, board, signal, controls);
    controls.stop();
  } finally {
    await unregisterPage?.();
    await dashboard?.close();
    await unregister?.();
    await environment.close();
  }
  const end = renderDemoEnd(seen);
  io.stdout.write(`${wrapText(end, renderOptionsOf(io, io.stdout).columns).join('\n')}\n`);
}

function renderDemoEnd(transitions: number): string {
  const seen = transitions === 1 ? '1 change was seen' : `${transitions} changes were seen`;
  return `${seen}. The service has stopped, and its data is gone.`;
}
