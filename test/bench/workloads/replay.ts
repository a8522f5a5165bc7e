import { generateHistory, replay as replayOf } from '../../../src/notebook/index.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { compare } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';

const TEXT = JSON.stringify(sampleDatabase);

/**
 * Measures the polls of a replay: 1,000 databases for a quarter of an hour, relative to `JSON.parse` of as many records. A
 * replayed poll runs the whole fleet without its client.
 */
export async function replay(effort: Effort): Promise<void> {
  const history = generateHistory({ seed: 1, databases: 1000, days: 1 / 96 });
  const { requests } = await replayOf(history);
  await compare(
    {
      title: `Replay ${requests.total.toLocaleString('en')} polls of 1,000 databases`,
      candidates: [
        {
          name: 'JSON.parse of as many records',
          run() {
            let last: unknown;
            for (let poll = 0; poll < requests.total; poll++) last = JSON.parse(TEXT);
            return last;
          },
        },
        { name: 'fleetglass: replay', run: () => replayOf(history) },
      ],
    },
    effort,
  );
}
