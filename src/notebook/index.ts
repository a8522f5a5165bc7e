export { jupyterDisplay, type Display, type MimeBundle } from './display/display.js';
export type { History, HistoryColumn, HistoryRow } from './history/history.js';
export { generateHistory, type GenerateHistoryOptions } from './history/generate-history.js';
export { toElement } from './live/display-element.js';
export { live, type Live } from './live/live.js';
export type { LiveEnd } from './live/live-run.js';
export type { Draw, LiveOptions } from './live/live-options.js';
