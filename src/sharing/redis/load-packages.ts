export type Packages = Awaited<ReturnType<typeof importPackages>>;

/** Imports the optional packages when a fleet joins its group. @throws Error that names the packages to install */
export function loadPackages(): Promise<Packages> {
  return importPackages().catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const problem = isMissing ? 'are not all installed' : 'do not all load on this platform';
    throw new Error(
      `Sharing over Redis needs the packages bullmq and ioredis, which ${problem}: run \`npm install bullmq ioredis\`.`,
      { cause: error },
    );
  });
}

async function importPackages() {
  const [{ Queue, Worker, createRedisBackend }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
  return { Queue, Worker, createRedisBackend, Redis };
}
