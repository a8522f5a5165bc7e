import { showFleet, showLimits, showTimeline, showUsage, type Display } from '../../../../src/notebook/index.js';
import { createBusyFleet, ids, type SampleFleet } from '../../../notebook/sample-fleet.js';

export interface NotebookPicture {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly display: (sample: SampleFleet) => Display;
}

/** The pictures of displays in the documentation. */
export const notebookPictures: readonly NotebookPicture[] = [
  {
    name: 'notebook-fleet',
    colorScheme: 'light',
    display: ({ fleet }) => {
      const [index] = fleet.indices.all.value;
      fleet.polling.resume();
      return showFleet(fleet, { ids: [ids.sessions, ids.carts, ids.search, ids.orders, ids.gone, index?.id ?? ''] });
    },
  },
  { name: 'notebook-limits', colorScheme: 'light', display: ({ fleet }) => showLimits(fleet, { worst: 6 }) },
  { name: 'notebook-usage', colorScheme: 'dark', display: ({ fleet }) => showUsage(fleet, ids.carts) },
  { name: 'notebook-timeline', colorScheme: 'dark', display: ({ fleet }) => showTimeline(fleet) },
];

const COLOURS = { light: 'color: #212121; background: #ffffff', dark: 'color: #e0e0e0; background: #111111' };

/** A page that shows a display as a notebook does. */
export async function notebookPage({ colorScheme, display }: NotebookPicture): Promise<string> {
  const sample = await createBusyFleet('archived');
  const { bundle } = display(sample);
  sample.fleet.dispose();
  const style = `margin: 0; padding: 16px; ${COLOURS[colorScheme]}; font-family: sans-serif`;
  return `<!doctype html><html lang="en" style="color-scheme: ${colorScheme}"><body style="${style}">${bundle['text/html'] as string}</body></html>`;
}
