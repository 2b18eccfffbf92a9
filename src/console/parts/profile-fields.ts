import type { PlainKey } from '../messages/index.ts';

interface ProfileField {
  readonly name: string;
  readonly label: PlainKey;
  readonly help?: PlainKey;
  /** Whether it is asked for when a user is created. */
  readonly isAsked?: true;
}

/** What users may change of themselves, in the order of forms. A test compares it with the server's. */
export const PROFILE_FIELDS: readonly ProfileField[] = [
  { name: 'name', label: 'user.name' },
  { name: 'givenName', label: 'user.givenName', isAsked: true },
  { name: 'familyName', label: 'user.familyName', isAsked: true },
  { name: 'username', label: 'user.username', isAsked: true },
  { name: 'phoneNumber', label: 'user.phoneNumber', help: 'user.phoneHelp' },
  { name: 'picture', label: 'user.picture', help: 'user.pictureHelp' },
];
