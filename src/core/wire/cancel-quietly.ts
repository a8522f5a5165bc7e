/** Cancels an unread body and ignores errors. The promise also catches a non-standard body that throws synchronously. */
export function cancelQuietly(body: { cancel(): unknown } | null): void {
  Promise.resolve()
    .then(() => body?.cancel())
    .catch(() => {});
}
