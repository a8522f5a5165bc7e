import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from './execute.js';

/** Makes a certificate that signs itself, and the file for `NODE_EXTRA_CA_CERTS`. */
export async function makeCertificate(folder: string, host: string) {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await execute('openssl', [...kind, ...subject, '-keyout', key, '-out', file]);
  return { key: await readFile(key), cert: await readFile(file), file };
}
