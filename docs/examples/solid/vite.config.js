import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';
import { localFleet } from '../local-fleet.js';

export default defineConfig({ plugins: [solid(), localFleet()] });
