import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { asyncValues } from '../../core/store/async-values.js';
import { isDisplay, type Display } from '../display/display.js';
import { describeLive, type LiveRun, type LiveState } from './live-run.js';

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

/** Makes a node that shows the state at each moment. It ends with the run, or at the first redraw after it left the page. */
export function liveElement(run: LiveRun): HTMLElement {
  const element = document.createElement('div');
  let wasInPage = false;
  const hasLeft = (): boolean => {
    wasInPage ||= element.isConnected;
    return wasInPage && !element.isConnected;
  };
  run.subscribe({ next: (state) => element.replaceChildren(...nodesOf(run, state)), hasLeft });
  // Notes whether the node is in the page: most callers insert it in this frame, and may remove it before the next drawing.
  queueMicrotask(hasLeft);
  requestAnimationFrame(hasLeft);
  return element;
}

/** Iterates over nodes that show the state. A slow reader gets the latest state. */
export function liveElements(run: LiveRun): AsyncIterableIterator<HTMLElement> {
  return asyncValues((next, complete) => {
    const show = (state: LiveState): void => {
      const element = document.createElement('div');
      element.append(...nodesOf(run, state));
      next(element);
    };
    return run.subscribe({ next: show, complete });
  }, 'latest');
}

/** The drawing, and a line that says why the display ended or why a drawing failed. Without a reason, a page shows no line. */
function nodesOf(run: LiveRun, state: LiveState): HTMLElement[] {
  const nodes = state.display === undefined ? [] : [toElement(state.display)];
  if (state.end === undefined && state.problem === undefined) return nodes;
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = describeLive(state, run.zone);
  return [...nodes, line];
}
