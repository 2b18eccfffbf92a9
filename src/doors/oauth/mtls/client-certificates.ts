import { createHash, type X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Runtime, Settings } from '../../../ground/kernel/runtime.ts';
import { Authorities } from './authorities.ts';
import { certificateIn, isNone } from './certificate-header.ts';

/** The certificate with which a client has opened its connection to the proxy. */
export interface ClientCertificate {
  readonly x509: X509Certificate;
  /** RFC 8705 §3.1: the SHA-256 of the DER, in base64url. */
  readonly thumbprint: string;
}

const REMEMBERED = 1000;

/** Reads the certificates of clients from the header of a trusted proxy (RFC 8705 §6.5, RFC 9440). */
export class ClientCertificates {
  /** The authorities that certify clients by name; null if none is configured. */
  readonly authorities: Authorities | null;
  private readonly settings: Settings['mutualTls'];
  private readonly known = new LRUCache<string, ClientCertificate>({ max: REMEMBERED });

  /** Throws if the file of the authorities cannot be read. */
  constructor(private readonly runtime: Runtime) {
    this.settings = runtime.settings.mutualTls;
    const { authorities } = this.settings;
    this.authorities = authorities === undefined ? null : new Authorities(readFileSync(authorities, 'utf8'));
  }

  /** The certificate of this request; null without one. */
  of(request: Request): ClientCertificate | null {
    const { header, format } = this.settings;
    const sent = header === undefined ? undefined : request.headers[header];
    const text = typeof sent === 'string' ? sent : undefined;
    // A client could send the header itself. Only what a proxy of TRUST_PROXY sends counts.
    if (isNone(text) || !isTrusted(request)) return null;
    const known = this.known.get(text);
    if (known) return known;
    const x509 = certificateIn(format, text);
    if (!x509) {
      this.runtime.log.warn({ header, format }, 'The header of the proxy has no certificate in this format.');
      return null;
    }
    const found = { x509, thumbprint: createHash('sha256').update(x509.raw).digest('base64url') };
    this.known.set(text, found);
    return found;
  }
}

/** Whether the other end of the connection is a proxy of TRUST_PROXY. */
function isTrusted({ app, socket }: Request): boolean {
  const trusts = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  return trusts(socket.remoteAddress, 0);
}
