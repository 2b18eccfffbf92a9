import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSubject, isSubjectOf } from '../../src/modules/clients/certificate-subject.ts';
import { certificateIn, isNone } from '../../src/doors/oauth/mtls/certificate-header.ts';
import { type Certified, Certificates, WRITTEN } from '../support/certificates.ts';

const FORMATS = ['rfc9440', 'nginx', 'apache', 'haproxy', 'envoy'] as const;
const RUNS = { numRuns: 300 };

let certificates: Certificates;
let mine: Certified;
beforeAll(async () => {
  certificates = await Certificates.open();
  mine = await certificates.make({
    subject: '/DC=com/DC=example/O=Acme, Inc. \\+ Co/OU=Ü+CN=second/CN=a client',
    names:
      'DNS:client.example.com,DNS:*.wild.example.com,URI:https://client.example.com/a,IP:192.0.2.7,email:a@example.com',
  });
});
afterAll(() => certificates.close());

describe('the header of a proxy', () => {
  it.each(FORMATS)('RFC 9440 §2.2: has the certificate as %s writes it, and in no other format', (format) => {
    const text = WRITTEN[format](mine);
    expect(certificateIn(format, text)?.fingerprint256).toBe(mine.x509.fingerprint256);
    for (const other of FORMATS) if (other !== format) expect(certificateIn(other, text)).toBeNull();
  });

  it.each(FORMATS)('is read whole, or not at all: cut, doubled and with more around it, from %s', (format) => {
    const text = WRITTEN[format](mine);
    const wrong = [text.slice(0, -9), text.slice(9), `${text}, ${text}`, `${text},${text}`, `"${text}`, `${text}x`];
    for (const each of wrong) expect(certificateIn(format, each)).toBeNull();
  });

  it('does not take the word of whoever came before Envoy', () => {
    const [mineWritten, none] = [WRITTEN.envoy(mine), 'Hash=00;Subject="CN=x"'];
    for (const text of [`${none},${mineWritten}`, `${mineWritten},${none}`, `${mineWritten};${mineWritten}`, none])
      expect(certificateIn('envoy', text)).toBeNull();
  });

  it('says that there is none', () => {
    for (const text of [undefined, '', ' ', '(null)', '-']) expect(isNone(text)).toBe(true);
    expect(isNone(WRITTEN.apache(mine))).toBe(false);
  });

  it('is never a fault, whatever it has', () => {
    const part = fc.constantFrom(
      ':',
      '"',
      'Cert=',
      ';',
      ',',
      '=',
      '%',
      '\\',
      '-----BEGIN CERTIFICATE-----',
      ' ',
      'MIIB',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), text, (format, said) => {
        expect(certificateIn(format, said)).toBeNull();
      }),
      RUNS,
    );
  });
});

describe('the subject of a certificate', () => {
  const DN = 'CN=a client,OU=Ü+CN=second,O=Acme\\, Inc. \\+ Co,DC=example,DC=com';

  it('RFC 8705 §2.1.2: is compared as RFC 4514 writes it, in any of its spellings', () => {
    const same = [
      DN,
      'cn=a client, ou=Ü + cn=second, o=Acme\\, Inc. \\+ Co, dc=example, dc=com',
      '2.5.4.3=a\\20client,CN=second+OU=\\C3\\9C,2.5.4.10=Acme\\2C Inc. \\2B Co,DC=example,0.9.2342.19200300.100.1.25=com',
    ];
    for (const name of same) expect([name, isSubjectOf(`dn:${name}`, mine.x509)]).toEqual([name, true]);
    const others = [
      'CN=a client',
      'DC=com,DC=example,O=Acme\\, Inc. \\+ Co,OU=Ü+CN=second,CN=a client',
      DN.replace('a client', 'A client'),
      DN.replace('+CN=second', ''),
      DN.replace('OU=Ü+CN=second', 'OU=Ü,CN=second'),
      `${DN},C=DE`,
      `C=DE,${DN}`,
    ];
    for (const name of others) expect([name, isSubjectOf(`dn:${name}`, mine.x509)]).toEqual([name, false]);
  });

  it('RFC 8705 §2.1.2: or one of its alternative names, of the kind that is registered', () => {
    const same = ['dns:client.example.com', 'uri:https://client.example.com/a', 'ip:192.0.2.7', 'email:a@example.com'];
    for (const subject of same) expect([subject, isSubjectOf(subject, mine.x509)]).toEqual([subject, true]);
    const others = [
      'dns:other.example.com',
      'dns:x.wild.example.com',
      'dns:example.com',
      'dns:a client',
      'uri:https://client.example.com/',
      'uri:client.example.com',
      'ip:192.0.2.8',
      'email:b@example.com',
      'dns:192.0.2.7',
    ];
    for (const subject of others) expect([subject, isSubjectOf(subject, mine.x509)]).toEqual([subject, false]);
  });

  it('is not made of the text of another name', async () => {
    // A name that looks like a list of names when it is written in one.
    const tricky = await certificates.make({
      subject: '/CN=x\\, URI:urn:a',
      extensions: ['subjectAltName=@names', '[names]', 'DNS.1=x.example', 'URI.1=urn:b, URI:urn:a'],
    });
    expect(isSubjectOf('uri:urn:a', tricky.x509)).toBe(false);
    expect(isSubjectOf('dn:CN=x', tricky.x509)).toBe(false);
  });

  it('has a kind and a name that can be compared', () => {
    for (const subject of [`dn:${DN}`, 'dns:a.example', 'uri:urn:x', 'ip:2001:db8::1', 'email:a@b.example'])
      expect([subject, isSubject(subject)]).toEqual([subject, true]);
    const wrong = [
      '',
      'dn:',
      'dn:nonsense',
      'dn:CN=',
      'dn:CN=a,',
      'dn:CN=#0c0161',
      'dn:CN=a\nO=b',
      'dns:*.example.com',
      'dns:.example.com',
      'dns:192.0.2.7',
      'ip:a.example',
      'uri:relative',
      'email:a',
      'a.example',
      'DNS:a.example',
      `dns:${'a'.repeat(1100)}`,
    ];
    for (const subject of wrong) expect([subject, isSubject(subject)]).toEqual([subject, false]);
  });

  it('is never a fault to read, and matches itself alone', () => {
    fc.assert(
      fc.property(fc.constantFrom('dn', 'dns', 'uri', 'ip', 'email'), fc.string({ unit: 'binary' }), (kind, name) => {
        isSubject(`${kind}:${name}`);
        expect(isSubjectOf(`${kind}:${name}`, mine.x509)).toBe(false);
      }),
      RUNS,
    );
  });
});
