import { createService } from '../../src/service/index.js';

// Runs as a separate process: prints whether it could open the directory in its argument.
const service = createService({
  credentials: { username: 'someone', password: 'something' },
  directory: process.argv[2] ?? '',
});
await service.listen().then(
  () => console.log('opened'),
  ({ message }: Error) => console.log(message),
);
await service.close();
