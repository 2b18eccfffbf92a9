import { X509Certificate } from 'node:crypto';
import type { Settings } from '../../../ground/kernel/runtime.ts';

type Format = Settings['mutualTls']['format'];

/** What proxies send for a connection without a certificate. Apache writes `(null)` for an empty variable. */
const NONE = new Set(['', '(null)', '-']);

/** The longest header. Node accepts 16 KiB of all headers together. */
const LENGTH_MAX = 16_384;

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether the proxy says that there is no certificate. */
export const isNone = (text: string | undefined): text is undefined => text === undefined || NONE.has(text.trim());

/** The one certificate in a header of this format; null if there is anything else. */
export function certificateIn(format: Format, text: string): X509Certificate | null {
  if (text.length > LENGTH_MAX) return null;
  const base64 = READERS[format](text);
  // Base64 of the usual kind alone: nothing may be skipped in it.
  if (base64 === null || !BASE64.test(base64)) return null;
  try {
    const der = Buffer.from(base64, 'base64');
    const certificate = new X509Certificate(der);
    return certificate.raw.equals(der) ? certificate : null;
  } catch {
    return null;
  }
}

/** The base64 of the DER, for each format. */
const READERS: Readonly<Record<Format, (text: string) => string | null>> = {
  // RFC 9440 §2.2: a byte sequence of RFC 8941 §3.3.5.
  rfc9440: (text) => /^ *:([^:]*): *$/.exec(text)?.[1] ?? null,
  nginx: (text) => ofPem(unescaped(text)),
  // mod_headers writes line breaks as blanks.
  apache: ofPem,
  haproxy: (text) => text.trim(),
  envoy: (text) => ofPem(unescaped(certOfEnvoy(text))),
};

function ofPem(given: string | null): string | null {
  const text = given?.trim();
  if (!text?.startsWith(BEGIN) || !text.endsWith(END)) return null;
  return text.slice(BEGIN.length, -END.length).replaceAll(/[ \r\n]/g, '');
}

function unescaped(text: string | null): string | null {
  if (text === null || text.includes(' ')) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// A value is quoted if it contains a comma, a semicolon or an equals sign; a quotation mark in it has a backslash.
const ENVOY_PAIR = /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))(;|,|$)/y;

/** The value of `Cert` in a header with one element. Several elements say that a proxy before Envoy has its word, too. */
function certOfEnvoy(text: string): string | null {
  const found: string[] = [];
  ENVOY_PAIR.lastIndex = 0;
  for (let at = 0; at < text.length; at = ENVOY_PAIR.lastIndex) {
    const [, name, quoted, plain, end] = ENVOY_PAIR.exec(text) ?? [];
    if (name === undefined || end === ',') return null;
    if (name.toLowerCase() === 'cert') found.push(quoted ?? plain ?? '');
  }
  return found.length === 1 ? found[0]! : null;
}
