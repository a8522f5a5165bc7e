import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { localFleet } from '../local-fleet.js';

export default defineConfig({ plugins: [svelte(), localFleet()] });
