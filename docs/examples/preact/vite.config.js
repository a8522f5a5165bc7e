import { defineConfig } from 'vite';
import { localFleet } from '../local-fleet.js';

// Whose JSX it is stands in tsconfig.json. With `@preact/preset-vite`, changes show without a reload too.
export default defineConfig({ plugins: [localFleet()] });
