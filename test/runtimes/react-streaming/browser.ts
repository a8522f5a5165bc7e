import { hydrateRoot } from 'react-dom/client';
import { createFleet } from '../../../src/index.js';
import { createPage } from './page.js';

// An hour passes only when the test advances the clock.
const fleet = createFleet({ baseUrl: '/fleet', polling: { cadence: () => 3_600_000 } });
const textOf = (id: string): string => document.getElementById(`snapshot-${id}`)?.textContent ?? '';
hydrateRoot(document.body, createPage(fleet, ['a', 'b'], textOf));
