export { jupyterDisplay, type Display, type MimeBundle } from './display/display.js';
export type { History, HistoryColumn, HistoryRow } from './history/history.js';
