import type { Display } from '../display/display.js';

/**
 * Makes a node of a page that shows a display: its HTML, or its text if it has no HTML.
 *
 * @example
 * ```js
 * document.body.append(toElement(showFleet(fleet)));
 * ```
 */
export function toElement(display: Display): HTMLElement {
  const html = display.bundle['text/html'];
  const element = document.createElement(typeof html === 'string' ? 'div' : 'pre');
  if (typeof html === 'string') element.innerHTML = html;
  else element.textContent = display.toString();
  return element;
}
