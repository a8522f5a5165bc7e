import type { LimitStatus } from '../../core/limits/measure-limit.js';
import type { Palette, Style } from '../terminal/palette.js';

/** The style of a limit with this status. */
export function limitStyle(status: LimitStatus, palette: Palette): Style {
  switch (status) {
    case 'exceeded':
      return (text) => palette.bold(palette.red(text));
    case 'critical':
      return palette.red;
    case 'warning':
      return palette.yellow;
    case 'ok':
      return palette.green;
    case 'unlimited':
    case 'unknown':
      return palette.dim;
  }
}
