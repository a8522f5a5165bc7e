import type { Clock } from '../../core/shared/clock.js';
import type { Account } from '../account/local-account.js';
import { createControlOperations } from './control-operations.js';
import { createTraffic, type InterceptedOperation } from '../traffic/traffic.js';
import { createScriptedChanges } from './script.js';

/** Options of {@link createControlApi}. */
export interface ControlApiOptions {
  readonly account: Account;
  readonly token: string;
  readonly clock: Clock;
  /** Returns numbers from 0 to just below 1. They select the requests of a fault with a `share`. */
  readonly random: () => number;
  readonly onNotice: (message: string) => void;
}

/** The control API of a service, and its effect on other requests. */
export interface ControlApi {
  /** Answers a request under `/control`. Never rejects. */
  answer(request: Request): Promise<Response>;
  /**
   * Answers a request under `/v2` by `operate`, applies the faults and logs the request.
   *
   * @throws ConnectionDropped when a fault drops the connection; the signal's reason when the caller aborts.
   */
  intercept(request: Request, operate: InterceptedOperation): Promise<Response>;
  /** Drops the connections of delayed requests, and cancels the waiting steps. The account stays open. */
  close(): Promise<void>;
}

/** Creates the control API of an account. */
export function createControlApi({ account, token, clock, random, onNotice }: ControlApiOptions): ControlApi {
  const traffic = createTraffic({ clock, random });
  const scripts = createScriptedChanges({
    clock,
    onFailure: (owner) => onNotice(`A scripted change of ${owner} could not be stored.`),
  });

  const close = async (): Promise<void> => {
    traffic.cancelDelays();
    await scripts.cancel();
  };
  const reset = async (): Promise<void> => {
    traffic.clearFaults();
    await close();
    await account.reset();
    traffic.log.clear();
  };

  return {
    answer: createControlOperations({ token, account, scripts, traffic, reset, onNotice }),
    intercept: (request, operate) => traffic.intercept(request, operate),
    close,
  };
}
