import type { Injector, ValueEqualityFn } from '@angular/core';

export interface InjectOptions {
  /** Where to inject from, and whose end ends it. @default the current injection context */
  readonly injector?: Injector | undefined;
}

export interface SelectOptions<Selected> extends InjectOptions {
  /** Keeps the last selection where it is equal to the new one. @default Object.is */
  readonly equal?: ValueEqualityFn<Selected> | undefined;
}
