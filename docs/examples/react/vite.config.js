import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { localFleet } from '../local-fleet.js';

export default defineConfig({ plugins: [react(), localFleet()] });
