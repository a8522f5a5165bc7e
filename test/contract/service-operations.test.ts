import { beforeEach, describe, expect, it } from 'vitest';
import { document, operationNamed } from './api-document.js';
import { createDocumentedAnswers } from './documented-answers.js';
import { aRequest, createServiceUnderTest, documentedHeaders } from './service-under-test.js';

const service = await createServiceUnderTest({ strict: true });
const { create } = createDocumentedAnswers(service);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

beforeEach(() => service.control.reset());

describe('operations of the local service', () => {
  it.each(document.operations)('refuses to $name without the documented Authorization', async (operation) => {
    const { database_id: id } = await create(aRequest);
    const { Authorization: authorization = '', ...others } = documentedHeaders(operation);
    const statusWith = async (headers: Record<string, string>): Promise<number> => {
      const body = operation.hasBody ? { body: JSON.stringify(aRequest) } : {};
      return (await service.send(operation.name, { id: String(id), headers: { ...others, ...headers }, ...body }))
        .status;
    };
    expect(await statusWith({ authorization })).toBe(document.successStatus);
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ authorization: authorization.replace('Basic', 'Bearer') })).toBe(401);
    expect(await statusWith({ authorization: `Basic ${Buffer.from('other:other').toString('base64')}` })).toBe(401);
  });

  it('requires the documented Content-Type of a create request', async () => {
    const { 'Content-Type': type, ...others } = documentedHeaders(operationNamed('Create a database'));
    const statusWith = async (headers: Record<string, string>): Promise<number> => {
      return (await service.send('Create a database', { body: JSON.stringify(aRequest), headers })).status;
    };
    expect(await statusWith({ ...others, 'Content-Type': String(type) })).toBe(document.successStatus);
    expect(await statusWith({ ...others, 'Content-Type': 'text/plain' })).toBe(415);
  });

  it.each(document.operations)('refuses other methods on the path to $name', async (operation) => {
    for (const method of METHODS.filter((candidate) => candidate !== operation.method)) {
      const answer = await service.send(operation.name, { id: 'some-id', method });
      expect(answer).toMatchObject({ status: 405, value: { error: expect.any(String) as string } });
      expect(answer.headers.get('allow')).toBe(operation.method);
    }
  });

  it.each([
    '/',
    '/v2/redis/database/some-id/events',
    '/v2/redis/events',
    '/v1/vector/index',
    '/v2/vector/index/',
    '/v2/redis/database/',
  ])('has nothing at %s, beyond the three documented paths', async (path) => {
    const answer = await service.send('List vector indices', { path });
    expect(answer).toMatchObject({ status: 404, value: { error: expect.any(String) as string } });
  });

  it('answers an unknown id with 404 and an error message', async () => {
    const answer = await service.send('Get a database', { id: 'unknown-id' });
    expect(answer).toMatchObject({ status: 404, value: { error: expect.any(String) as string } });
  });

  it('answers an invalid body with 400 and an error that names every invalid path', async () => {
    const body = JSON.stringify({
      platform: 'other',
      primary_region: 1,
      read_regions: ['eu-west-1', 'other'],
      size: 'L',
    });
    const { status, value } = await service.send('Create a database', { body });
    expect(status).toBe(400);
    const { error } = value as { error: string };
    for (const path of ['database_name', 'platform', 'primary_region', 'read_regions[1]', 'size']) {
      expect(error).toContain(path);
    }
  });

  it('has no rate limit by default', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => service.send('List vector indices')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([document.successStatus]));
  });
});
