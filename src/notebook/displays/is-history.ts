import { hasMethods } from '../../core/api/has-methods.js';
import type { History } from '../history/history.js';

/** Whether a source of a display is a history. The other source is a fleet, which is checked where it is read. */
export function isHistory(source: unknown): source is History {
  return hasMethods('column', 'row', 'rows')(source);
}
