import { asyncValues } from '../../core/store/async-values.js';
import { describeLive } from './describe-live.js';
import { toElement } from './display-element.js';
import type { LiveRun, LiveState } from './live-run.js';

/** Makes a node that shows the state at each moment. It ends with the run, or at the first redraw after it left the page. */
export function liveElement(run: LiveRun): HTMLElement {
  const element = document.createElement('div');
  let wasInPage = false;
  const hasLeft = (): boolean => {
    const isInPage = element.isConnected;
    if (isInPage) wasInPage = true;
    return wasInPage && !isInPage;
  };
  run.subscribe({ next: (state) => element.replaceChildren(...nodesOf(state)), hasLeft });
  // Most callers put the node in the page now or in this frame, and may remove it before the next drawing.
  queueMicrotask(hasLeft);
  requestAnimationFrame(hasLeft);
  return element;
}

/** Iterates over nodes that show the state. A slow reader gets the latest state. */
export function liveElements(run: LiveRun): AsyncIterableIterator<HTMLElement> {
  return asyncValues((next, complete) => {
    const show = (state: LiveState): void => {
      const element = document.createElement('div');
      element.append(...nodesOf(state));
      next(element);
    };
    return run.subscribe({ next: show, complete });
  }, 'latest');
}

/** The line tells why something ended or failed. In a page it would be noise otherwise. */
function nodesOf(state: LiveState): HTMLElement[] {
  const nodes = state.display === undefined ? [] : [toElement(state.display)];
  if (state.end === undefined && state.problem === undefined) return nodes;
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = describeLive(state);
  return [...nodes, line];
}
