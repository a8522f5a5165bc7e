export type Packages = Awaited<ReturnType<typeof loadPackages>>;

const PROBLEM =
  'Sharing over Redis needs the packages bullmq and ioredis, which are not installed or do not load: ' +
  'run `npm install bullmq ioredis`.';

/** Imports the optional packages when a fleet joins its group. @throws Error that names the packages to install */
export async function loadPackages() {
  const imports = Promise.all([import('bullmq'), import('ioredis')]);
  const [{ Queue, Worker, createRedisBackend }, { Redis }] = await imports.catch((cause: unknown) => {
    throw new Error(PROBLEM, { cause });
  });
  return { Queue, Worker, createRedisBackend, Redis };
}
