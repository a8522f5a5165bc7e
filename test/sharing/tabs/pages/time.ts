/** The time that pages measure too. */
export const unixMs = (): number => performance.timeOrigin + performance.now();

/** Waits: pages and their server run in real time. */
export const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
