import { defineConfig } from 'vite';
import { localFleet } from '../local-fleet.js';
import { angularCompiler } from './angular-compiler.js';

export default defineConfig({ plugins: [angularCompiler(), localFleet()] });
