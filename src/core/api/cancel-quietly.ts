/** Lets go of a body that nobody reads. In a promise, since one that is not quite standard may throw at once. */
export function cancelQuietly(body: { cancel(): unknown } | null): void {
  Promise.resolve()
    .then(() => body?.cancel())
    .catch(() => {});
}
