import { AsyncLocalStorage } from 'node:async_hooks';
import { aroundEach, expect, onTestFinished as onLatestTestFinished, type TestContext } from 'vitest';

const running = new AsyncLocalStorage<TestContext>();

/** Lets the functions of this module know their test in a file whose tests run at the same time. */
export function useConcurrentTests(): void {
  aroundEach((runTest, context) => running.run(context, runTest));
}

/** As of Vitest, also while other tests of the file run. */
export const onTestFinished: typeof onLatestTestFinished = (...args) =>
  (running.getStore()?.onTestFinished ?? onLatestTestFinished)(...args);

/** `expect.poll`, also while other tests of the file run. */
export const poll: typeof expect.poll = (...args) => (running.getStore()?.expect ?? expect).poll(...args);
