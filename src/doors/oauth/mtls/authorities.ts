import { X509Certificate } from 'node:crypto';
import { isUnlimited } from './extensions.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

// RFC 5280 §4.2.1.12: what a certificate of a client is for.
const CLIENT_AUTH = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'];

/** The certificate authorities that certify clients. Each of them is trusted, intermediate ones as well. */
export class Authorities {
  private readonly trusted: readonly X509Certificate[];

  /**
   * Throws if a certificate cannot be read, if there is none, or if one is not of an authority for whatever names a client may
   * have.
   */
  constructor(pem: string) {
    this.trusted = (pem.match(PEM) ?? []).map((text) => new X509Certificate(text));
    if (this.trusted.length === 0 || !this.trusted.every((each) => each.ca && isForClients(each) && isUnlimited(each)))
      throw new Error('Not certificate authorities.');
  }

  /** Whether one of them has issued the certificate, for a client, and both are valid now. */
  certify(certificate: X509Certificate, now: Date): boolean {
    return (
      isCurrent(certificate, now) &&
      isForClients(certificate) &&
      this.trusted.some(
        (authority) =>
          isCurrent(authority, now) && certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
      )
    );
  }
}

function isForClients(certificate: X509Certificate): boolean {
  // Node calls the extended usage `keyUsage`. A certificate without it is for everything.
  const usages = certificate.keyUsage as readonly string[] | undefined;
  return usages === undefined || CLIENT_AUTH.some((usage) => usages.includes(usage));
}

/** Whether a certificate is valid at this time. */
export const isCurrent = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate;
