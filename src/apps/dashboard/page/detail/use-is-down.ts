import { usePollingStatus } from '../../../../bindings/react/index.js';

const DOWN: readonly (string | undefined)[] = ['outage', 'offline', 'unauthorized', 'forbidden'];

/** Whether no request is answered, so that no record is current. */
export function useIsDown(): boolean {
  return usePollingStatus(({ reason }) => DOWN.includes(reason?.code));
}
