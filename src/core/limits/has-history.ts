import { limitNamed, type LimitField } from './catalogue.js';

/** Whether a limit has a history. A rate says nothing of what comes, and what a ceiling or timeout holds for is over. */
export function hasHistory(field: LimitField): boolean {
  const { kind } = limitNamed[field];
  return kind === 'level' || kind === 'quota';
}
