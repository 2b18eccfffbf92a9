import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes a certificate for localhost of a day, which is its own authority. */
export async function makeCertificate({ certificate, key }: { certificate: string; key: string }): Promise<void> {
  const request = 'req -x509 -newkey rsa:2048 -noenc -days 1 -subj /CN=localhost'.split(' ');
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await promisify(execFile)('openssl', [...request, ...names, '-keyout', key, '-out', certificate]);
}
