import { parentPort, workerData } from 'node:worker_threads';
import { simulateMonth } from './month.js';

const { seed, databases, indices } = workerData as { seed: number; databases: number; indices: number };
parentPort?.postMessage(await simulateMonth(seed, { databases, indices }));
