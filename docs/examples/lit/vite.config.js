import { defineConfig } from 'vite';
import { localFleet } from '../local-fleet.js';

export default defineConfig({ plugins: [localFleet()] });
