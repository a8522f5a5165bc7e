/** A promise that a test resolves. */
export function createGate(): { readonly opened: Promise<void>; open(this: void): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
