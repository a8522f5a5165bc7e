import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { FleetProvider } from '../../../src/bindings/react/index.js';
import { createNow, NowProvider } from '../../../src/apps/dashboard/page/shell/now.js';
import { createFleet, systemClock, type Fleet } from '../../../src/index.js';
import { createScriptedAnswers, type ScriptedAnswers } from './scripted-answers.js';

/** Renders a part of the dashboard in the page, with a fleet whose service is scripted. */
export interface Harness {
  readonly fleet: Fleet;
  readonly answers: ScriptedAnswers;
  show(part: ReactNode): void;
  end(): void;
}

const HOUR_MS = 3_600_000;

export async function createHarness(width = 1280): Promise<Harness> {
  await page.viewport(width, 844);
  await loadStyles();
  const answers = createScriptedAnswers();
  // Each observed id is polled once. Tests cause later requests.
  const fleet = createFleet({ baseUrl: '/fleet', fetch: answers.fetch, polling: { cadence: () => HOUR_MS } });
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  return {
    fleet,
    answers,
    show: (part) =>
      root.render(
        <NowProvider value={createNow(systemClock)}>
          <FleetProvider fleet={fleet}>{part}</FleetProvider>
        </NowProvider>,
      ),
    end() {
      root.unmount();
      place.remove();
      fleet.dispose();
      delete document.documentElement.dataset['theme'];
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
