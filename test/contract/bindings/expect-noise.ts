import { onTestFinished, vi } from 'vitest';

/** Frameworks print what components throw. */
export function expectNoise(): void {
  for (const method of ['error', 'warn'] as const) {
    const noise = vi.spyOn(console, method).mockImplementation(() => {});
    onTestFinished(() => noise.mockRestore());
  }
}
