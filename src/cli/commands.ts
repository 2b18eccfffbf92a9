/**
 * The command line, `guildhall`: what operators do that no request may. This table says what there is; parsing, help and
 * the reference page derive from it, and each command's work stands in the file it loads. Commands put the rooms together
 * as the server does, on the same environment, and leave every decision to the modules.
 */
import { command } from './command.ts';

const CUSTOMER = {
  value: '<id or name>',
  about: 'The customer; needed only where there are several.',
} as const;

const EMAIL = { value: '<address>', required: true, about: 'The e-mail address of the user.' } as const;

/** Every command, in the order of the help. */
export const commands = [
  command('migrate up', {
    summary: 'Brings the database schema up to this version',
    details: 'A server does the same when it starts.',
    options: {},
    run: async () => (await import('./migrate.ts')).migrateUp(),
  }),
  command('migrate down', {
    summary: 'Takes the newest migration back, with the data it made room for',
    details: 'Asks first on a terminal; elsewhere it needs --yes. A server that starts applies the migration again.',
    options: { yes: { about: 'Go ahead without asking.' } },
    run: async ({ yes }) => (await import('./migrate.ts')).migrateDown(yes),
  }),
  command('migrate status', {
    summary: 'Lists the migrations and which of them the database has',
    details: 'Also names those that the database has and this version does not know.',
    options: {},
    run: async () => (await import('./migrate.ts')).migrateStatus(),
  }),
  command('database copy-to', {
    summary: 'Copies everything into another PostgreSQL, which is empty',
    details:
      'Brings the schema there up to this version, then copies every row as it is, so that ids, passwords, keys, ' +
      'sessions and tokens stay good: all of it or nothing. Stop the servers first: what they write afterwards is not ' +
      'in the copy. A password may be left out of the URL and given as PGPASSWORD.',
    options: {
      url: { value: '<postgres URL>', required: true, about: 'The PostgreSQL to copy to; the role owns its database.' },
    },
    run: async ({ url }) => (await import('./database.ts')).databaseCopyTo(url),
  }),
  command('customer create', {
    summary: 'Makes a customer with an administrator and a service client',
    details:
      'Prints the customer’s id, the administrator’s e-mail address and generated password, and the id and secret of ' +
      'a service client that may use every scope. Both secrets are shown this once.',
    options: {
      name: { value: '<name>', required: true, about: 'The customer’s name, unique on this server.' },
      'admin-email': { value: '<address>', required: true, about: 'The e-mail address of its administrator.' },
    },
    run: async (given) => (await import('./customer.ts')).customerCreate(given.name, given['admin-email']),
  }),
  command('user set-password', {
    summary: 'Sets a user’s password and ends the user’s sessions',
    details:
      'Asks for the password twice on a terminal, without showing it; elsewhere it is read from standard input, up to ' +
      'the end of its only line. It has to be one that the user might have chosen.',
    options: { email: EMAIL, customer: CUSTOMER },
    run: async ({ email, customer }) => (await import('./user.ts')).userSetPassword(email, customer),
  }),
  command('user reset-mfa', {
    summary: 'Takes a user’s second factor away and ends the user’s sessions',
    details:
      'For administrators who have lost theirs; they do the same for others over GraphQL. The user is told by mail.',
    options: { email: EMAIL, customer: CUSTOMER },
    run: async ({ email, customer }) => (await import('./user.ts')).userResetMfa(email, customer),
  }),
  command('user make-admin', {
    summary: 'Makes a user an administrator of the customer',
    details: 'Holds from the user’s next request on; nobody has to log in again.',
    options: { email: EMAIL, customer: CUSTOMER },
    run: async ({ email, customer }) => (await import('./user.ts')).userMakeAdmin(email, customer),
  }),
  command('client list', {
    summary: 'Lists a customer’s clients',
    details: 'Their ids, types, grants and names; secrets are stored as hashes and cannot be shown.',
    options: { customer: CUSTOMER },
    run: async ({ customer }) => (await import('./client.ts')).clientList(customer),
  }),
  command('client create', {
    summary: 'Makes a client, and prints its secret once',
    details:
      'With --redirect-uri an application that signs users in, as one registered over REST; without, a service client ' +
      'that may use every scope.',
    options: {
      name: { value: '<name>', required: true, about: 'The client’s name.' },
      'redirect-uri': { value: '<uri>', about: 'Where answers are sent.' },
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./client.ts')).clientCreate(given.name, given['redirect-uri'], given.customer),
  }),
  command('client rotate-secret', {
    summary: 'Gives a client a new secret, and prints it once',
    details: 'For a secret that is lost or has leaked: the one before is dead at once.',
    options: {
      client: { value: '<client id>', required: true, positional: true, about: 'The client’s id.' },
      customer: CUSTOMER,
    },
    run: async ({ client, customer }) => (await import('./client.ts')).clientRotateSecret(client, customer),
  }),
  command('keys rotate', {
    summary: 'Makes the next signing key of each algorithm, or of one',
    details:
      'Nobody is logged out: the new key is published at once and signs ten minutes later, when everybody has read it; ' +
      'the one before stays published until the last token it signed has expired. Running servers notice by themselves.',
    options: {
      algorithm: { value: '<algorithm>', choices: ['ES256', 'RS256'], about: 'Only this algorithm’s key.' },
    },
    run: async ({ algorithm }) => (await import('./keys.ts')).keysRotate(algorithm),
  }),
  command('keys list', {
    summary: 'Lists the signing keys and what each is there for',
    details: 'A key is next (published, does not sign yet), signing, retiring (published, signs no more) or retired.',
    options: {},
    run: async () => (await import('./keys.ts')).keysList(),
  }),
  command('keys revoke', {
    summary: 'Withdraws a signing key at once',
    details:
      'For a key that somebody else may have. It leaves the key set, and every token it signed is refused: by running ' +
      'servers within seconds, by applications once they read the key set again. Where no other key signs for its ' +
      'algorithm, a new one does at once. Applications use their refresh tokens; nobody has to log in again.',
    options: { kid: { value: '<kid>', required: true, positional: true, about: 'The key’s id.' } },
    run: async ({ kid }) => (await import('./keys.ts')).keysRevoke(kid),
  }),
  command('secret-key rotate', {
    summary: 'Seals everything anew under a new SECRET_KEY',
    details:
      'Takes the new key from SECRET_KEY and the one before from SECRET_KEY_PREVIOUS. Restart the servers with both ' +
      'first; they serve on while this runs, and it can be run again. Signing keys, second factors and waiting mails are ' +
      'sealed anew; the key that backup codes were hashed with is kept, sealed with the new one.',
    options: {},
    run: async () => (await import('./secret-key.ts')).secretKeyRotate(),
  }),
  command('config show', {
    summary: 'Shows every setting, its value and where that comes from',
    details: 'Secrets are starred out. Faults of the environment are listed too, and make the exit code 1.',
    options: {},
    run: async () => (await import('./config.ts')).configShow(),
  }),
  command('doctor', {
    summary: 'Checks what a server needs, and says what is wrong and what to do',
    details:
      'Looks at the configuration, the files, the database, the migrations, the keys, the clock and the mail. Changes ' +
      'nothing. The exit code is 1 when anything is wrong; warnings alone leave it 0.',
    options: {},
    run: async () => (await import('./doctor.ts')).doctor(),
  }),
] as const;
