import { AsyncLocalStorage } from 'node:async_hooks';
import { aroundEach, expect, onTestFinished as onLatestTestFinished, type TestContext } from 'vitest';

const running = new AsyncLocalStorage<TestContext>();

/** Call this in a file whose tests run at the same time: it ties the functions of this module to the test that calls them. */
export function useConcurrentTests(): void {
  aroundEach((runTest, context) => running.run(context, runTest));
}

/** Vitest's `onTestFinished`, also while other tests of the file run. */
export const onTestFinished: typeof onLatestTestFinished = (...args) =>
  (running.getStore()?.onTestFinished ?? onLatestTestFinished)(...args);

/** `expect.poll`, also while other tests of the file run. */
export const poll: typeof expect.poll = (...args) => (running.getStore()?.expect ?? expect).poll(...args);
