import { createContext } from '@lit/context';
import type { Fleet } from 'fleetglass';

export const fleetContext = createContext<Fleet>(Symbol('fleet'));
