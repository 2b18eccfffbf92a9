import { domainToASCII, domainToUnicode } from 'node:url';
import { fault } from '../../ground/kernel/errors.ts';
import { normalForm, readText } from '../../ground/kernel/text.ts';

/** The most characters of an address (RFC 5321 §4.5.3.1.3, without the angle brackets). */
export const EMAIL_MAX = 254;

// A dot-string in any script (RFC 6531 §3.3). Quoted local parts are rejected: nobody has one, and parsers disagree.
const LOCAL = /^[^\s"(),:;<>@[\\\]\p{C}\p{Z}]{1,64}$/u;
const LABEL = '[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'u');
const ADDRESS_LITERAL = /(?:^|\.)\d+$/;

/** The key by which addresses are compared: case, Unicode form and the domain's script make no difference. */
export function emailKey(email: string): string {
  const address = normalForm(email.trim()).toLowerCase();
  const at = address.lastIndexOf('@');
  // Nobody has a longer address. Its domain would take long to write in ASCII.
  const domain = address.length > 2 * EMAIL_MAX ? '' : domainToASCII(address.slice(at + 1));
  return at > 0 && domain ? `${address.slice(0, at)}@${domain}` : address;
}

/** An address, or the beginning of one, with the domain in its own letters. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return address.slice(0, at + 1) + ((domain.includes('xn--') && domainToUnicode(domain)) || domain);
}

/** An address as it is stored: in NFC, trimmed. `invalid` if no mail could be sent to it. */
export function readEmail(field: string, value: string): string {
  const email = readText(field, value, { max: EMAIL_MAX });
  const [local = '', domain = '', ...more] = email.split('@');
  const named = DOMAIN.test(domain) && !ADDRESS_LITERAL.test(domain) && domainToASCII(domain) !== '';
  if (more.length > 0 || !LOCAL.test(local) || !named) throw fault(field, 'email');
  return email;
}
