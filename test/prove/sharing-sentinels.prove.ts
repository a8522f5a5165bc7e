import { expect, inject, test } from 'vitest';
import { connectClient, expectLost, expectShared, joinMember, startServer } from '../sharing/redis/test-member.js';
import { eventually } from '../support/eventually.js';

test.runIf(inject('hasRedisServer'))('the engine on Redis follows a failover that sentinels decide', async () => {
  const master = await startServer();
  const replica = await startServer({ replicaOf: master.port });
  const client = connectClient(replica);
  await eventually(async () => expect(await client.info('replication')).toContain('master_link_status:up'));
  const sentinel = await startServer({ isSentinel: true });
  const control = connectClient(sentinel);
  await control.call('SENTINEL', 'MONITOR', 'main', '127.0.0.1', String(master.port), '1');
  await control.call('SENTINEL', 'SET', 'main', 'down-after-milliseconds', '1000');
  // The sentinel finds the replica in the information of the master.
  await eventually(async () => expect(await control.call('SENTINEL', 'REPLICAS', 'main')).toHaveLength(1));
  const connection = { sentinels: [{ host: '127.0.0.1', port: sentinel.port }], name: 'main' };
  const members = [joinMember({ connection }), joinMember({ connection })] as const;
  await expectShared(...members);
  await master.kill();
  await expectLost(members[0], /./);
  await expectShared(...members);
  expect(await client.role()).toContain('master');
});
