import { execFile } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate with its key, in files that belong to the test. */
export interface Certified {
  readonly x509: X509Certificate;
  readonly certificate: string;
  readonly key: string;
  /** RFC 8705 §3.1 */
  readonly thumbprint: string;
  /** The public key as a client registers it, with its certificate. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

interface Wish {
  readonly subject?: string;
  readonly names?: string;
  readonly extensions?: readonly string[];
  /** The authority; by default the certificate is its own. */
  readonly by?: Certified;
  readonly days?: number;
}

/** Makes certificates with openssl, in a folder of its own. */
export class Certificates {
  private made = 0;
  private constructor(readonly folder: string) {}

  static async open(): Promise<Certificates> {
    return new Certificates(await mkdtemp(join(tmpdir(), 'guildhall-certificates-')));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** An authority, with its certificate in a file. */
  authority(subject = '/CN=An Authority'): Promise<Certified> {
    return this.make({ subject, extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign'] });
  }

  async make({ subject = '/CN=client', names, extensions = [], by, days = 3650 }: Wish = {}): Promise<Certified> {
    const base = join(this.folder, `${(this.made += 1)}`);
    const [certificate, key] = [`${base}.pem`, `${base}.key`];
    const isOwn = extensions.some((extension) => extension.includes('CA:TRUE'));
    const added = [
      ...(isOwn ? [] : ['basicConstraints=CA:FALSE']),
      ...extensions,
      ...(names ? [`subjectAltName=${names}`] : []),
    ];
    await run(
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-noenc',
      '-utf8',
      '-subj',
      subject,
      '-keyout',
      key,
      '-out',
      `${base}.csr`,
    );
    await writeFile(`${base}.ext`, added.join('\n'));
    const signer = by ? ['-CA', by.certificate, '-CAkey', by.key, '-CAcreateserial'] : ['-signkey', key];
    await run(
      'x509',
      '-req',
      '-in',
      `${base}.csr`,
      '-extfile',
      `${base}.ext`,
      ...signer,
      '-days',
      String(days),
      '-out',
      certificate,
    );
    const x509 = new X509Certificate(await readFile(certificate));
    const x5c = [x509.raw.toString('base64')];
    const jwk = {
      ...createPublicKey(x509.publicKey.export({ type: 'spki', format: 'pem' })).export({ format: 'jwk' }),
      x5c,
    };
    const thumbprint = Buffer.from(x509.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
    return { x509, certificate, key, thumbprint, jwk };
  }
}

const run = (...parameters: string[]) => promisify(execFile)('openssl', parameters);

/** How each kind of proxy writes a certificate into its header. */
export const WRITTEN = {
  rfc9440: ({ x509 }: Certified) => `:${x509.raw.toString('base64')}:`,
  nginx: ({ x509 }: Certified) => encodeURIComponent(x509.toString()),
  apache: ({ x509 }: Certified) => x509.toString().replaceAll('\n', ' '),
  haproxy: ({ x509 }: Certified) => x509.raw.toString('base64'),
  envoy: ({ x509 }: Certified) =>
    `By=spiffe://proxy;Hash=${x509.fingerprint256.replaceAll(':', '').toLowerCase()};` +
    `Cert="${encodeURIComponent(x509.toString())}";Subject="CN=a \\"quoted\\", name;x=y"`,
} as const;
