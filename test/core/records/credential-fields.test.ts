import { expect, test } from 'vitest';
import { isCredentialField } from '../../../src/core/records/credential-fields.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

const accepted = words(`
  password token rest_token read_only_rest_token read_only_token new_token client_secret _token _secret
  db_password userpassword Password REST_TOKEN adminPassword restToken readOnlyRestToken RESTToken rest-token
  rest.token tokens accessTokens secret secrets Secret clientSecret client-secret passwords passwd redis_pwd
  credential credentials dbCredentials api_key apiKey APIKey api-keys apikey X-API-Key aws_secret_access_key
  secretKey private_key connection_string connectionStrings Authorization passWord pass_word accesstoken
  refreshtoken resttoken clientsecret token1 token_2 restToken2 password2 password_ secret-1 api_key_2 pass
  redis_pass token_value tokenValue
`);

const rejected = words(`
  token_count tokenizer secret_id secretary password_set mytoken tokens_per_minute max_clients token_1_count
  passenger bypass passes value token_values_count port2 primary_key primaryKey key keys monkey max_keys string
  connection_strength endpoint
`);

test.each(accepted)('isCredentialField accepts %s', (name) => expect(isCredentialField(name)).toBe(true));

test.each(['', 'token\n', ...rejected])('isCredentialField rejects %j', (name) => {
  expect(isCredentialField(name)).toBe(false);
});
