import { fault } from '../../ground/kernel/errors.ts';
import type { Values } from './columns.ts';

/** How a project of Firebase hashes passwords, as its console shows it. Firebase keeps this apart from the hashes. */
export interface FirebaseHash {
  /** In base64. */
  readonly signerKey: string;
  /** In base64. */
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memoryCost: number;
}

export const FIREBASE_MAX = { signerKey: 256, saltSeparator: 64, rounds: 8, memoryCost: 14 } as const;
export const BASE64_PATTERN = '[A-Za-z0-9+/_-]*={0,2}';
/** What the parameters are sealed for, as long as the file is not there. */
export const SEALED_FOR = 'parameters of imported hashes';

const provider = (name: string): string[] =>
  ['ID', 'Email', 'Display Name', 'Photo URL'].map((each) => `${name} ${each}`);

/** The columns of `firebase auth:export users.csv`, which has no row of names. */
export const FIREBASE_COLUMNS: readonly string[] = [
  'UID',
  'Email',
  'Email Verified',
  'Password Hash',
  'Password Salt',
  'Name',
  'Photo URL',
  ...['Google', 'Facebook', 'Twitter', 'GitHub'].flatMap(provider),
  'User Creation Time',
  'Last Sign-In Time',
  'Phone Number',
  'Disabled',
  'Custom Attributes',
];

/** The parameters as a caller gave them. `invalid` if no hash can have them. */
export function readFirebase(given: FirebaseHash): FirebaseHash {
  for (const name of ['signerKey', 'saltSeparator'] as const)
    if (!new RegExp(`^${BASE64_PATTERN}$`).test(given[name]) || given[name].length > FIREBASE_MAX[name])
      throw fault(`firebase.${name}`, 'base64', { max: FIREBASE_MAX[name] });
  if (given.signerKey === '') throw fault('firebase.signerKey', 'empty');
  for (const name of ['rounds', 'memoryCost'] as const)
    if (!Number.isInteger(given[name]) || given[name] < 1 || given[name] > FIREBASE_MAX[name])
      throw fault(`firebase.${name}`, 'range', { min: 1, max: FIREBASE_MAX[name] });
  const { signerKey, saltSeparator, rounds, memoryCost } = given;
  return { signerKey, saltSeparator, rounds, memoryCost };
}

/** The values of a row with its hash as one text, which has the salt and the parameters. */
export function withWholeHash(values: Values, firebase: FirebaseHash | null): Values {
  const { passwordSalt: salt, ...others } = values;
  const { passwordHash: hash } = others;
  if (!firebase || typeof hash !== 'string' || typeof salt !== 'string' || hash.startsWith('$')) return others;
  const { signerKey, saltSeparator, rounds, memoryCost } = firebase;
  const parameters = `v=1,n=${memoryCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}`;
  return { ...others, passwordHash: `$fbscrypt$${parameters}$${salt.trim()}$${hash.trim()}` };
}
