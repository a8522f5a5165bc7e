import { createService } from '../../src/service/index.js';

// Run as a process of its own: prints whether it could open the directory that its argument names.
const service = createService({
  credentials: { username: 'someone', password: 'something' },
  directory: process.argv[2] ?? '',
});
await service.listen().then(
  () => console.log('opened'),
  ({ message }: Error) => console.log(message),
);
await service.close();
