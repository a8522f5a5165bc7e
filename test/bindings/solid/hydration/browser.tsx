/** @jsxImportSource solid-js */
import { hydrate } from 'solid-js/web';
import { createFleet } from '../../../../src/index.js';
import { Page } from './page.js';

// An hour passes only when the test says so.
const fleet = createFleet({ baseUrl: '/fleet', polling: { cadence: () => 3_600_000 } });
hydrate(() => <Page fleet={fleet} />, document);
