import { onTestFinished, vi } from 'vitest';

/** Silences the console until the end of the test, because frameworks print the errors of components. */
export function expectNoise(): void {
  for (const method of ['error', 'warn'] as const) {
    const noise = vi.spyOn(console, method).mockImplementation(() => {});
    onTestFinished(() => noise.mockRestore());
  }
}
