/** Handles the rejection of a value that may be a promise: an unhandled rejection ends a kernel and a Node process. */
export function ignoreRejection(value: unknown): void {
  void Promise.resolve(value).catch(() => {});
}
