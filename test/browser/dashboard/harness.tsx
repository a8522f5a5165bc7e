import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { FleetProvider } from '../../../src/bindings/react/index.js';
import type { PageAlerts } from '../../../src/apps/dashboard/page/server/alerts.js';
import type { PageFleet } from '../../../src/apps/dashboard/page/server/page-fleet.js';
import { PageContext } from '../../../src/apps/dashboard/page/server/use-page.js';
import { createWritable } from '../../../src/apps/dashboard/page/shell/writable.js';
import { createFleet, type UsageSourceStatus } from '../../../src/index.js';
import { databaseText } from './sample-records.js';
import { createScriptedAnswers } from './scripted-answers.js';

export type Harness = Awaited<ReturnType<typeof createHarness>>;

const HOUR_MS = 3_600_000;

/** Renders parts of the dashboard in the page, with a fleet whose service is scripted. */
export async function createHarness() {
  await page.viewport(1280, 844);
  await loadStyles();
  const answers = createScriptedAnswers();
  // Each observed id is polled once. Tests cause later requests.
  const fleet = createFleet({ baseUrl: '/fleet', fetch: answers.fetch, polling: { cadence: () => HOUR_MS } });
  const sources = createWritable<readonly UsageSourceStatus[] | undefined>(undefined);
  /** The ids whose history was loaded. */
  const loaded: string[] = [];
  const [added, removed]: [string[], string[]] = [[], []];
  const loadHistory = async (_: unknown, id: string): Promise<void> => void loaded.push(id);
  const usage: PageFleet['usage'] = { sources, loadHistory, stop() {} };
  const alerts = createWritable<PageAlerts>({ status: 'none' });
  const changeProblem = createWritable<string | undefined>(undefined);
  const ids: Pick<PageFleet, 'addDatabases' | 'isAdded' | 'removeDatabase'> = {
    addDatabases(given) {
      added.push(...given);
      fleet.databases.add(given);
    },
    isAdded: () => true,
    removeDatabase: (id) => void removed.push(id),
  };
  // The parts use no other member, and do not write the alerts.
  const facts = { mayCreate: true, commandArguments: ' --local' };
  const parts = { fleet, usage, changeProblem, ...ids, facts, alerts: alerts as PageFleet['alerts'] };
  const shown = parts as PageFleet;
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  return {
    fleet,
    answers,
    sources,
    loaded,
    added,
    removed,
    alerts,
    /** Reads a database that has these fields from now on. */
    async read(id: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
      answers.databases.set(id, databaseText({ database_id: id, ...fields }));
      fleet.databases.add([id]);
      await fleet.databases.refresh(id);
    },
    show: (part: ReactNode): void =>
      root.render(
        <PageContext value={shown}>
          <FleetProvider fleet={fleet}>{part}</FleetProvider>
        </PageContext>,
      ),
    end(): void {
      root.unmount();
      place.remove();
      fleet.dispose();
    },
  };
}

/** Loads the styles of the page, for tests of contrast and layout. */
async function loadStyles(): Promise<void> {
  if (document.querySelector('link[rel=stylesheet]') !== null) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/src/apps/dashboard/page/styles/page.css';
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
  document.head.append(link);
  await loaded;
}
