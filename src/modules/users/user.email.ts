import { domainToASCII } from 'node:url';

/** What two spellings of one address have in common: case, Unicode form and the domain's script make no difference. */
export function emailKey(email: string): string {
  const address = email.trim().normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return at > 0 && domain ? `${address.slice(0, at)}@${domain}` : address;
}
