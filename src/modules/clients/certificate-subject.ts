import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** The most characters of a subject. */
export const SUBJECT_MAX = 1024;

/** The kinds of names, as a subject begins with them (RFC 8705 §2.1.2): the subject itself, or an alternative name. */
export const SUBJECT_KINDS = ['dn', 'dns', 'uri', 'ip', 'email'] as const;
type SubjectKind = (typeof SUBJECT_KINDS)[number];

interface SubjectRule {
  readonly isValid: (name: string) => boolean;
  readonly matches: (name: string, certificate: X509Certificate) => boolean;
}

const HOST = /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
const EMAIL = /^[^\s@"]+@[^\s@"]+$/;

const RULES: Readonly<Record<SubjectKind, SubjectRule>> = {
  dn: {
    isValid: (name) => readName(name, ',') !== null,
    matches: (name, { subject }) => {
      // RFC 4514 §2.1 begins with the last part, and the certificate with the first.
      const wanted = readName(name, ',')?.toReversed();
      const found = readName(subject, '\n');
      return wanted !== undefined && found !== null && wanted.join('\n') === found.join('\n');
    },
  },
  dns: {
    isValid: (name) => HOST.test(name) && isIP(name) === 0,
    matches: (name, certificate) => certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined,
  },
  uri: {
    isValid: (name) => URL.canParse(name) && !/\s/.test(name),
    matches: (name, { subjectAltName = '' }) => alternativeNames(subjectAltName, 'URI').includes(name),
  },
  ip: {
    isValid: (name) => isIP(name) !== 0,
    matches: (name, certificate) => certificate.checkIP(name) !== undefined,
  },
  email: {
    isValid: (name) => EMAIL.test(name),
    matches: (name, certificate) => certificate.checkEmail(name, { subject: 'never' }) !== undefined,
  },
};

/** The kind and the name of a subject; null if it is none. Node throws for names that cannot be compared. */
function partsOf(subject: string): { readonly rule: SubjectRule; readonly name: string } | null {
  const colon = subject.indexOf(':');
  const kind = SUBJECT_KINDS.find((known) => known === subject.slice(0, colon));
  const name = subject.slice(colon + 1);
  return kind && subject.length <= SUBJECT_MAX && RULES[kind].isValid(name) ? { rule: RULES[kind], name } : null;
}

/** Whether a text says what the certificates of a client are for: a kind, a colon and a name. */
export const isSubject = (text: string): boolean => partsOf(text) !== null;

/** Whether the certificate is for this subject. */
export function isSubjectOf(subject: string, certificate: X509Certificate): boolean {
  const parts = partsOf(subject);
  return parts?.rule.matches(parts.name, certificate) ?? false;
}

/** The names of types of attributes that have several (RFC 4514 §3, RFC 4519 §2). */
const TYPES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'cn',
  '2.5.4.5': 'serialnumber',
  '2.5.4.6': 'c',
  '2.5.4.7': 'l',
  '2.5.4.8': 'st',
  '2.5.4.10': 'o',
  '2.5.4.11': 'ou',
  '2.5.4.97': 'organizationidentifier',
  '0.9.2342.19200300.100.1.1': 'uid',
  '0.9.2342.19200300.100.1.25': 'dc',
  '1.2.840.113549.1.9.1': 'emailaddress',
  e: 'emailaddress',
};

// RFC 4514 §3, with blanks around the signs, as RFC 2253 has them. `#` begins the DER of a value, which is not compared.
const ATTRIBUTE =
  / *([A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+) *= *((?!#)(?:[^\\,+;"<>\n]|\\(?:[0-9A-Fa-f]{2}|[ "#+,;<=>\\]))*?) *(\+|,|\n|$)/y;

/** The parts of a distinguished name, each in one spelling; null if it is none. */
function readName(text: string, separator: ',' | '\n'): string[] | null {
  const parts: string[][] = [[]];
  ATTRIBUTE.lastIndex = 0;
  for (;;) {
    const [, type, value, end] = ATTRIBUTE.exec(text) ?? [];
    if (type === undefined || value === undefined || value === '') return null;
    const name = type.toLowerCase();
    parts.at(-1)!.push(`${TYPES[name] ?? name}=${JSON.stringify(unescaped(value))}`);
    if (end === '') return parts.map((attributes) => attributes.toSorted().join('+'));
    if (end !== '+' && end !== separator) return null;
    if (end === separator) parts.push([]);
  }
}

const unescaped = (value: string): string =>
  Buffer.concat(
    [...value.matchAll(/\\([0-9A-Fa-f]{2})|\\(.)|([^\\]+)/g)].map(([, hex, sign, plain]) =>
      hex === undefined ? Buffer.from(sign ?? plain!) : Buffer.from(hex, 'hex'),
    ),
  ).toString();

// Node quotes a value, as JSON does, if it contains something that separates values.
const ALTERNATIVE = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^",]*)(?:, |$)/y;

/** The alternative names of one type. Without a doubt only: none if the text cannot be read to its end. */
function alternativeNames(text: string, wanted: string): string[] {
  const found: string[] = [];
  ALTERNATIVE.lastIndex = 0;
  for (let at = 0; at < text.length; at = ALTERNATIVE.lastIndex) {
    const [, type, value] = ALTERNATIVE.exec(text) ?? [];
    if (type === undefined || value === undefined) return [];
    if (type === wanted) found.push(value.startsWith('"') ? String(JSON.parse(value)) : value);
  }
  return found;
}
