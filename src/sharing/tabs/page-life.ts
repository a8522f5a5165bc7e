/** Tells when the page stops to run, and when it runs again. Workers and servers have no such events. */
export function listenToPageLife(stop: () => void, run: () => void): () => void {
  if (typeof addEventListener !== 'function') return () => {};
  const listeners = { freeze: stop, pagehide: stop, resume: run, pageshow: run };
  // `freeze` and `resume` are events of the document: the capture phase shows them to the page without its document.
  for (const [name, listener] of Object.entries(listeners))
    globalThis.addEventListener(name, listener, { capture: true });
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      globalThis.removeEventListener(name, listener, { capture: true });
  };
}
