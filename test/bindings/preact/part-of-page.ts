import { createElement, type FunctionComponent } from 'preact';
import { Suspense } from 'preact/compat';
import * as hooks from '../../../src/bindings/preact/index.js';
import type { PartProps } from '../../contract/bindings/binding-under-test.js';
import { createPartOfPage } from '../hook-parts.js';

export const PartOfPage = createPartOfPage(
  { createElement, Suspense } as never,
  hooks as never,
) as unknown as FunctionComponent<PartProps>;
