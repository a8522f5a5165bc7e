import { join } from 'node:path';
import { createBoardView } from '../../../../src/apps/board/board-view.js';
import { initialState } from '../../../../src/apps/board/board-state.js';
import { createPalette } from '../../../../src/apps/terminal/text.js';
import { createCell } from '../../../../src/core/store/cell.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { createFleet, refreshAll, reportUsage, systemClock } from '../../../../src/index.js';
import { openDirectory } from '../../../../src/persistence/directory/index.js';
import { startService } from '../../../support/start-service.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { runHere } from '../../cli/run-here.js';
import { terminalPage } from './terminal-page.js';

export const terminalPictures = [
  { name: 'board', colorScheme: 'dark' },
  { name: 'terminal', colorScheme: 'light' },
] as const;

/** The databases of the pictures: their plans, the used share of their memory, and what else the service says. */
const DATABASES = [
  ['sessions', 'free', 1.04],
  ['page-cache', 'fixed_1gb', 0.93],
  ['orders', 'payg', 0.61],
  ['carts', 'payg', 0.44],
  ['prices', 'fixed_1gb', 0.38],
  ['stock', 'payg', 0.22],
  ['search', 'payg', 0.17, { state: 'suspended' }],
  ['feature-flags', 'free', 0.08, { modifying_state: 'updating' }],
] as const;

const MINUTE_MS = 60_000;

/** The pages of the pictures: the board of a fleet, and what the command prints about it, which is kept on this machine. */
export async function terminalPages(): Promise<Readonly<Record<string, string>>> {
  const credentials = { username: 'me@example.com', password: 'secret' };
  const databases = DATABASES.map(
    ([database_name, plan]) => ({ database_name, plan, platform: 'aws', primary_region: 'eu-west-1' }) as const,
  );
  const indices = [{ id: 'articles-1', name: 'articles' }];
  const service = await startService({ credentials, redis: 'off', seed: { databases, indices } });
  const { baseUrl, control } = service;
  const state = join(await temporaryFolder(), 'state');
  const store = await openDirectory(state);
  const fleet = createFleet({ baseUrl, credentials, persistence: store });
  fleet.polling.pause();
  for (const record of await control.databases.list()) {
    const id = String(record['database_id']);
    const [, , share = 0, change] = DATABASES.find(([name]) => name === record['database_name']) ?? [];
    if (change !== undefined) await control.databases.set(id, change);
    fleet.databases.add([id]);
    await fleet.databases.refresh(id);
    const most = Number(fleet.databases.record(id).value?.db_memory_threshold);
    for (let minute = 56; minute >= 0; minute -= 8) {
      const used = Math.round(most * share * (1 - minute / 90));
      const at = Date.now() - minute * MINUTE_MS;
      reportUsage(fleet, 'database', id, { db_memory_threshold: used }, { at });
    }
  }
  await Promise.all([refreshAll(fleet), fleet.indices.refresh()]);
  fleet.polling.resume();
  const view = createBoardView({
    fleet,
    clock: systemClock,
    palette: createPalette({ FORCE_COLOR: '1' }, true),
    baseUrl: 'https://api.example.com',
    account: credentials.username,
    notes: createCell(new Commits(), []).view,
    howToAdd: '',
    howToKnow: '',
    browse: async () => '',
  });
  await refreshAll(fleet);
  const { lines } = view.render({ ...initialState, position: 2, pane: 'limits', isPaneAsked: true }, SIZE, undefined);
  view.stop();
  await fleet.flush();
  fleet.dispose();
  await store.close();
  const env = { FLEETGLASS_STATE: state, FORCE_COLOR: '1' };
  const columns = ['--columns', 'name,state,health,use,read'];
  const { stdout } = await runHere(['list', ...columns], env, SIZE.columns);
  const { stdout: ids } = await runHere(['list', '--problems', '--format', 'ids'], env);
  await service.close();
  const list = `$ fleetglass list ${columns.join(' ')}`;
  const printed = [list, stdout, '$ fleetglass list --problems --format ids', ids].join('\n');
  return { board: terminalPage(lines, 'dark'), terminal: terminalPage(printed.split('\n'), 'light') };
}

const SIZE = { columns: 100, rows: 28 };
