import { transitionsOf, systemClock } from '../../index.js';
import { createCell } from '../../core/store/cell.js';
import { Commits } from '../../core/store/commits.js';
import { printable } from '../../format/printable.js';
import type { LogEntry } from '../board/render-log.js';
import { showBoard } from '../board/show-board.js';
import { openPage } from '../local-services/open-page.js';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';
import { wrapText } from '../terminal/text.js';
import { createDemoCadence, openDemo, type DemoOptions } from './demo-environment.js';
import { type DemoAction, DemoControls } from './demo-controls.js';

/** Fast for the databases on the screen, slow for the others. */
const POLLING = {
  cadence: createDemoCadence({ modifyingMs: 1000, observedMs: 6000, trackedMs: 30_000 }),
  perSecond: 50,
  burst: 50,
};

const MAX_NOTES = 200;

export async function showDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const notes = createCell<readonly LogEntry[]>(new Commits(), []);
  const add = (entry: DemoAction): void =>
    notes.set([...notes.view.value, { ...entry, at: systemClock.now() }].slice(-MAX_NOTES));
  const note = (text: string, kind: LogEntry['kind'] = 'done'): void =>
    add({ label: 'note', text: printable(text), kind });
  let controls: DemoControls | undefined;
  const given = {
    ...options,
    polling: POLLING,
    clock: systemClock,
    onNotice: (notice: string) => note(notice),
    onError: (error: unknown) => note(String(error), 'failed'),
  };
  const demo = await openDemo(io, given, (id) => controls?.adopt(id));
  let seen = 0;
  try {
    const { fleet, movedFrom, ids, page } = demo;
    if (movedFrom !== undefined) note(`Port ${movedFrom} is in use. The service uses another port.`);
    if (page.movedFrom !== undefined) note(`Port ${page.movedFrom} is in use. The dashboard uses another port.`);
    fleet.databases.add(ids);
    fleet.indices.track();
    controls = new DemoControls(demo, add, note);
    transitionsOf(fleet).subscribe(() => (seen += 1));
    // Stays in the terminal when the board ends.
    io.stdout.write(`The page of the demonstration: ${page.url}\n`);
    const board = {
      ...demo,
      palette: renderOptionsOf(io, io.stdout).palette,
      account: page.account,
      notes: notes.view,
      howToAdd: 'No databases yet. Press c to create one.',
      howToKnow: 'No use of limits is reported yet.',
      browse: (row?: Parameters<typeof openPage>[2]) => openPage(io, page, row),
      demo: { pageUrl: page.url, outage: controls.outage },
    };
    await showBoard(io, board, signal, controls);
  } finally {
    controls?.stop();
    await demo.close();
  }
  const changes = seen === 1 ? '1 change was seen' : `${seen} changes were seen`;
  const end = `${changes}. The service has stopped, and its data is gone.`;
  io.stdout.write(`${wrapText(end, renderOptionsOf(io, io.stdout).columns).join('\n')}\n`);
}
