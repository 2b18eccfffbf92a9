import type { X509Certificate } from 'node:crypto';

/** An extension of a certificate (RFC 5280 §4.1). */
interface Extension {
  /** The bytes of its object identifier, as hex. */
  readonly id: string;
  readonly isCritical: boolean;
  readonly value: Buffer;
}

const KEY_USAGE = '551d0f';
const NAME_CONSTRAINTS = '551d1e';

/** The extensions that this server processes: basic constraints, the usages of the key, and alternative names. */
const PROCESSED = new Set(['551d13', KEY_USAGE, '551d25', '551d11']);

/** The bits for signatures and for key agreement (RFC 5280 §4.2.1.3), in the first byte of the usage. */
const SIGNS_OR_AGREES = 0x80 | 0x08;

const [BOOLEAN, BIT_STRING, OCTET_STRING, OBJECT_IDENTIFIER, SEQUENCE, EXTENSIONS] = [1, 3, 4, 6, 0x30, 0xa3];

/**
 * Whether a client's certificate demands nothing that this server does not process (RFC 5280 §4.2), and its key is one that
 * proves a connection.
 */
export function isUnderstood(certificate: X509Certificate): boolean {
  const extensions = extensionsOf(certificate);
  const usage = extensions?.find(({ id }) => id === KEY_USAGE);
  return extensions !== null && extensions.every(isProcessed) && (usage === undefined || isForConnections(usage));
}

/** The same of an authority. Names that it may not certify are not looked at here, so it must not be limited to some. */
export function isUnlimited(authority: X509Certificate): boolean {
  const extensions = extensionsOf(authority);
  return extensions?.every((extension) => isProcessed(extension) && extension.id !== NAME_CONSTRAINTS) ?? false;
}

const isProcessed = ({ id, isCritical }: Extension): boolean => !isCritical || PROCESSED.has(id);

function isForConnections({ value }: Extension): boolean {
  const [bits] = elementsOf(value);
  return bits?.tag === BIT_STRING && ((bits.content[1] ?? 0) & SIGNS_OR_AGREES) !== 0;
}

/** The extensions of a certificate; null if they cannot be read, or if one is there twice. */
function extensionsOf({ raw }: X509Certificate): Extension[] | null {
  try {
    const [certificate] = elementsOf(raw);
    const [signed] = elementsOf(contentOf(certificate, SEQUENCE));
    const wrapped = elementsOf(contentOf(signed, SEQUENCE)).find(({ tag }) => tag === EXTENSIONS);
    if (!wrapped) return [];
    const [list] = elementsOf(wrapped.content);
    const extensions = elementsOf(contentOf(list, SEQUENCE)).map((each) => extensionIn(contentOf(each, SEQUENCE)));
    return new Set(extensions.map(({ id }) => id)).size === extensions.length ? extensions : null;
  } catch (fault) {
    if (fault instanceof RangeError) return null;
    throw fault;
  }
}

function extensionIn(content: Buffer): Extension {
  const [id, second, third] = elementsOf(content);
  const isFlagged = second?.tag === BOOLEAN;
  return {
    id: contentOf(id, OBJECT_IDENTIFIER).toString('hex'),
    isCritical: isFlagged && second.content[0] !== 0,
    value: contentOf(isFlagged ? third : second, OCTET_STRING),
  };
}

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

function contentOf(element: Element | undefined, tag: number): Buffer {
  if (element?.tag === tag) return element.content;
  throw new RangeError('The certificate has something else here.');
}

/** The elements of DER, one after the other (X.690 §8.1). Throws a RangeError for anything else. */
function elementsOf(der: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < der.length;) {
    const first = der.readUInt8(at + 1);
    const more = first < 0x80 ? 0 : first & 0x7f;
    // Indefinite lengths are not DER.
    if (first === 0x80 || more > 4) throw new RangeError('The length cannot be read.');
    const start = at + 2 + more;
    const end = start + (more === 0 ? first : der.readUIntBE(at + 2, more));
    if (end > der.length) throw new RangeError('The element is cut off.');
    found.push({ tag: der.readUInt8(at), content: der.subarray(start, end) });
    at = end;
  }
  return found;
}
