import { createContext } from '@lit/context';
import type { Fleet } from '../../../src/index.js';

export const fleetContext = createContext<Fleet | undefined>(Symbol('fleet'));
