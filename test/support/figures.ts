import { getCurrentTest } from 'vitest/suite';

/** A figure of a test for the page of proofs, in the words of the page. */
export interface Figures {
  /** How often it tried, such as `200 kills, 179 breaches`. */
  readonly tried: string;
  /** What was lost or repeated. @default nothing */
  readonly lost?: string;
}

declare module 'vitest' {
  export interface TaskMeta {
    figures?: Figures;
  }
}

/** Prints the figures of the running test, which are on the page of proofs too. */
export function recordFigures(figures: Figures): void {
  const test = getCurrentTest();
  if (test !== undefined) test.meta.figures = figures;
  console.log(figures.lost === undefined ? figures.tried : `${figures.tried}; ${figures.lost}`);
}
