export { jupyterDisplay, type Display, type MimeBundle } from './display/display.js';
export type { History, HistoryColumn, HistoryRow } from './history/history.js';
export { generateHistory, type GenerateHistoryOptions } from './history/generate-history.js';
