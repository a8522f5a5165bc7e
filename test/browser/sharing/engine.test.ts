import { expect, vi } from 'vitest';
import { systemClock } from '../../../src/core/shared/clock.js';
import { describeSharingEngine, type EngineGroup, type EngineHost } from '../../sharing/engine-contract.js';
import type { EnginePage } from './engine-page.js';

async function openFrame(scope: string, frames: Set<HTMLIFrameElement>): Promise<EngineHost> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  frames.add(frame);
  const script = frame.contentDocument?.createElement('script') ?? expect.unreachable('the frame has a document');
  script.type = 'module';
  script.src = new URL('./engine-page.ts', import.meta.url).href;
  frame.contentDocument?.body.append(script);
  const page = frame.contentWindow as EnginePage;
  const createEngine = await vi.waitUntil(() => page.createEngine, { timeout: 15_000 });
  const dispatch = (name: string) => () => void page.document.dispatchEvent(new Event(name));
  return { engine: createEngine(scope), kill: () => frame.remove(), cut: dispatch('freeze'), heal: dispatch('resume') };
}

function createGroup(): EngineGroup {
  const scope = `test:${crypto.randomUUID()}`;
  const frames = new Set<HTMLIFrameElement>();
  return {
    clock: systemClock,
    advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    createHost: () => openFrame(scope, frames),
    createStranger: () => openFrame(`${scope}:other`, frames),
    async destroy() {
      for (const frame of frames) frame.remove();
      // The browser gives up the locks of a frame a moment after its end.
      await vi.waitFor(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        expect([...held, ...pending].filter(({ name }) => name?.includes(scope))).toEqual([]);
      }, 15_000);
    },
  };
}

describeSharingEngine('of tabs', createGroup, { kill: true, cut: true, isSlow: true });
