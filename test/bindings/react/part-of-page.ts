import { createElement, Suspense } from 'react';
import * as hooks from '../../../src/bindings/react/index.js';
import { createPartOfPage } from '../hook-parts.js';

export const PartOfPage = createPartOfPage({ createElement, Suspense }, hooks);
