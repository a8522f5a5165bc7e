import { toJsonSchema } from '@valibot/to-json-schema';
import { configSchema } from './config-schema.js';

export function createJsonSchema(): object {
  const schema = toJsonSchema(configSchema, {
    typeMode: 'input',
    // A check in code has no counterpart. The command reports what it finds.
    errorMode: 'ignore',
  });
  return { ...schema, title: 'The configuration of fleetglass watch' };
}
