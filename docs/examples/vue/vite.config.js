import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { localFleet } from '../local-fleet.js';

export default defineConfig({ plugins: [vue(), localFleet()] });
