import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Display } from '../display/display.js';
import { isDisplay } from './is-display.js';

/**
 * Makes a node of a page that shows a display: its HTML, or its text if it has no HTML.
 *
 * @throws FleetError `invalid-request` for anything else, also for a live display, whose method `element` makes a node
 * @example
 * ```js
 * document.body.append(toElement(showFleet(fleet)));
 * ```
 */
export function toElement(display: Display): HTMLElement {
  refuseIssues('configure', issueUnless(isDisplay(display), 'display', EXPECTED));
  const html = display.bundle['text/html'];
  const element = document.createElement(typeof html === 'string' ? 'div' : 'pre');
  if (typeof html === 'string') element.innerHTML = html;
  else element.textContent = display.toString();
  return element;
}

const EXPECTED =
  'expected a display, such as showFleet returns. To show a live display, call its method `element()` instead of toElement';
