import { apiCommands } from './api-commands.ts';
import { command } from './command.ts';
import { CUSTOMER } from './options.ts';
import { roleCommands } from './role-commands.ts';
import { start } from './start.ts';

const EMAIL = { value: '<address>', required: true, about: 'The email address of the user.' } as const;

/** Every command, in the order of the help. */
export const commands = [
  command('start', {
    summary: 'Runs the server',
    details:
      'Becomes the server, with the limits on memory that it is tried with. Without DATABASE_URL it starts an embedded ' +
      'PostgreSQL. At its first start, in development, it prints the credentials that it has generated.',
    options: {},
    run: async () => start(),
  }),
  command('migrate up', {
    summary: 'Applies the missing migrations',
    details: 'A server does the same when it starts.',
    options: {},
    run: async () => (await import('./migrate.ts')).migrateUp(),
  }),
  command('migrate down', {
    summary: 'Reverts the newest migration and deletes the data stored in it',
    details: 'Asks first on a terminal. Elsewhere it needs --yes. A server that starts applies the migration again.',
    options: { yes: { about: 'Do not ask.' } },
    run: async ({ yes }) => (await import('./migrate.ts')).migrateDown(yes),
  }),
  command('migrate plan', {
    summary: 'Shows what the missing migrations would lock, and for how long',
    details:
      'Tells for each statement which tables it locks, whether it reads or rewrites their rows, and an estimate by their ' +
      'sizes. Runs the migrations in a schema of its own without rows, which it drops, so nobody waits for it.',
    options: {},
    run: async () => (await import('./migrate.ts')).migratePlan(),
  }),
  command('migrate status', {
    summary: 'Lists the migrations and shows which are applied',
    details: 'Also lists migrations that the database has and this version does not know.',
    options: {},
    run: async () => (await import('./migrate.ts')).migrateStatus(),
  }),
  command('backup', {
    summary: 'Writes everything to one file',
    details:
      'The server keeps running: the file holds the database as it was at one moment. It also holds the SECRET_KEY if that ' +
      'is kept in DATA_DIR, so whoever has the file has everything. Only its owner can read it. Works on a PostgreSQL of ' +
      'your own too.',
    options: {
      file: {
        value: '<path>',
        required: true,
        positional: true,
        about: 'The file to write, such as guildhall.backup. One that exists is left alone.',
      },
    },
    run: async ({ file }) => (await import('./backup.ts')).backup(file),
  }),
  command('restore', {
    summary: 'Restores a backup into a new, empty database',
    details:
      'Fills the embedded database of an empty DATA_DIR, or the empty database that DATABASE_URL names, in one transaction. ' +
      'The backup may be of an older version: the migrations that it lacks are applied. Ids, passwords, keys, sessions and ' +
      'tokens are those of the moment of the backup.',
    options: {
      file: { value: '<path>', required: true, positional: true, about: 'The file that guildhall backup wrote.' },
    },
    run: async ({ file }) => (await import('./restore.ts')).restore(file),
  }),
  command('attach', {
    summary: 'Moves everything to another, empty PostgreSQL',
    details:
      'Creates the schema there, then copies every row unchanged, in one transaction. Ids, passwords, keys, ' +
      'sessions and tokens stay valid. Stop the servers first: the copy does not contain what they write later. ' +
      'You can leave the password out of the URL and set PGPASSWORD instead.',
    options: {
      url: {
        value: '<postgres URL>',
        required: true,
        about: 'The PostgreSQL to move to. The role must own its database.',
      },
    },
    run: async ({ url }) => (await import('./attach.ts')).attachTo(url),
  }),
  command('customer create', {
    summary: 'Creates a customer with an administrator and a service client',
    details:
      'Prints the customer’s id, the administrator’s email address and generated password, and the id and ' +
      'secret of a service client with the scopes read, write and admin. The password and the secret are shown only once.',
    options: {
      name: { value: '<name>', required: true, about: 'The customer’s name, unique on this server.' },
      'admin-email': { value: '<address>', required: true, about: 'The email address of its administrator.' },
    },
    run: async (given) => (await import('./customer.ts')).customerCreate(given.name, given['admin-email']),
  }),
  command('user set-password', {
    summary: 'Sets a user’s password and ends the user’s sessions',
    details:
      'Asks for the password twice on a terminal, without showing it. Elsewhere it reads one line from standard ' +
      'input. The password has to follow the rules for users’ passwords.',
    options: { email: EMAIL, customer: CUSTOMER },
    run: async ({ email, customer }) => (await import('./user.ts')).userSetPassword(email, customer),
  }),
  command('user reset-mfa', {
    summary: 'Removes a user’s second factor and ends the user’s sessions',
    details:
      'Use it for administrators who have lost their factor. They can do the same for other users over GraphQL. ' +
      'The user gets a mail.',
    options: { email: EMAIL, customer: CUSTOMER },
    run: async ({ email, customer }) => (await import('./user.ts')).userResetMfa(email, customer),
  }),
  command('user make-admin', {
    summary: 'Makes a user an administrator of the customer',
    details:
      'Applies from the user’s next request on. If administrators need a second factor, the user has to sign in again, with one.',
    options: { email: EMAIL, customer: CUSTOMER },
    run: async ({ email, customer }) => (await import('./user.ts')).userMakeAdmin(email, customer),
  }),
  command('import', {
    summary: 'Imports users from a CSV or JSON lines file',
    details:
      'A file whose name ends in .csv is CSV with the names of the columns in its first row. Any other file, and ' +
      'standard input (--file=-), has a JSON object on each line. Columns go by their names: email, given_name, groups, ' +
      'roles and so on. Acts with every right on the customer. Prints what became of the rows, and the faults of up to a ' +
      'thousand. The exit code is 1 if a row has a fault.',
    options: {
      file: { value: '<path>', required: true, positional: true, about: 'The file, or - for standard input.' },
      columns: {
        value: '<column=field,…>',
        about:
          'Which columns are which fields, such as Mail=email,Team=groups. Column= reads nothing from a column, and ' +
          'Locked=!isActive reads the opposite.',
      },
      format: {
        value: '<format>',
        choices: ['csv', 'jsonl', 'firebase'],
        about: 'The format, if the name of the file does not tell it. firebase is the CSV of firebase auth:export.',
      },
      'firebase-hash': {
        value: '<path>',
        about:
          'A file with the parameters of the hashes of a Firebase project, as its console shows them: hash_config { … }.',
      },
      encoding: {
        value: '<encoding>',
        about: 'The encoding of the file, such as windows-1250. By default it is found.',
      },
      delimiter: {
        value: '<character>',
        choices: [',', ';', 'tab', '|'],
        about: 'What separates the cells of CSV. By default what the first row has most often.',
      },
      existing: {
        value: '<what>',
        choices: ['update', 'skip', 'refuse'],
        about: 'What happens to users who exist already, by their addresses. They are updated by default.',
      },
      'dry-run': { about: 'Change nothing, and only report what would happen.' },
      customer: CUSTOMER,
    },
    run: async ({ 'dry-run': dryRun, 'firebase-hash': firebaseHash, ...given }) =>
      (await import('./import.ts')).importUsers({ dryRun, firebaseHash, ...given }),
  }),
  command('export', {
    summary: 'Exports users, groups, memberships, clients or the audit trail to a file',
    details:
      'Writes CSV if the name of the file ends in .csv, and a JSON object on each line otherwise. It has no passwords and ' +
      'no secrets. In CSV, a cell that a spreadsheet would run as a formula begins with a single quote.',
    options: {
      kind: {
        value: '<kind>',
        required: true,
        positional: true,
        choices: ['users', 'groups', 'memberships', 'clients', 'audit_events'],
        about: 'What to export.',
      },
      file: { value: '<path>', required: true, about: 'The file to write. One that exists is replaced.' },
      format: { value: '<format>', choices: ['csv', 'jsonl'], about: 'The format, whatever the name of the file.' },
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./export.ts')).exportTo(given),
  }),
  command('client list', {
    summary: 'Lists a customer’s clients',
    details: 'Shows ids, types, grant types and names. Secrets are stored as hashes and cannot be shown.',
    options: { customer: CUSTOMER },
    run: async ({ customer }) => (await import('./client.ts')).clientList(customer),
  }),
  command('client create', {
    summary: 'Creates a client and prints its secret once',
    details:
      'With --redirect-uri, creates an application that signs users in, as over REST. Without it, creates a ' +
      'service client with the scopes read, write and admin.',
    options: {
      name: { value: '<name>', required: true, about: 'The client’s name.' },
      'redirect-uri': { value: '<uri>', about: 'The address that authorization responses are sent to.' },
      documents: {
        value: '<names>',
        about: 'The only GraphQL documents that its tokens may run: names or ids of a manifest, separated by commas.',
      },
      customer: CUSTOMER,
    },
    run: async (given) =>
      (await import('./client.ts')).clientCreate(given.name, {
        redirectUri: given['redirect-uri'],
        documents: given.documents,
        customer: given.customer,
      }),
  }),
  command('client rotate-secret', {
    summary: 'Replaces a client’s secret and prints the new one once',
    details: 'Use it for a secret that is lost or has leaked. The old secret stops working at once.',
    options: {
      client: { value: '<client id>', required: true, positional: true, about: 'The client’s id.' },
      customer: CUSTOMER,
    },
    run: async ({ client, customer }) => (await import('./client.ts')).clientRotateSecret(client, customer),
  }),
  ...apiCommands,
  ...roleCommands,
  command('keys rotate', {
    summary: 'Generates the next signing key of each algorithm, or of one',
    details:
      'Nobody is logged out. The new key is published at once and signs ten minutes later, when everybody has ' +
      'read it. The previous key stays published until the last token it signed has expired. Running servers ' +
      'notice by themselves.',
    options: {
      algorithm: {
        value: '<algorithm>',
        choices: ['ES256', 'RS256', 'PS256', 'EdDSA'],
        about: 'Generate only the key of this algorithm.',
      },
    },
    run: async ({ algorithm }) => (await import('./keys.ts')).keysRotate(algorithm),
  }),
  command('keys list', {
    summary: 'Lists the signing keys and their states',
    details: 'A key is next (published, does not sign yet), signing, retiring (published, no longer signs) or retired.',
    options: {},
    run: async () => (await import('./keys.ts')).keysList(),
  }),
  command('keys revoke', {
    summary: 'Withdraws a signing key at once',
    details:
      'Use it for a key that somebody else may have. The key leaves the key set, and every token it signed is ' +
      'refused: by running servers at once, or within seconds behind a pooler, by applications once they read the key set again. If no ' +
      'other key signs for its algorithm, a new one does so at once. Applications use their refresh tokens; ' +
      'nobody has to log in again.',
    options: { kid: { value: '<kid>', required: true, positional: true, about: 'The key’s id.' } },
    run: async ({ kid }) => (await import('./keys.ts')).keysRevoke(kid),
  }),
  command('secret-key rotate', {
    summary: 'Re-encrypts everything under a new SECRET_KEY',
    details:
      'Reads the new key from SECRET_KEY and the previous one from SECRET_KEY_PREVIOUS. Restart the servers ' +
      'with both first. They keep running meanwhile, and you can run the command again. It re-encrypts signing ' +
      'keys, second factors and waiting mails. It keeps the key that backup codes were hashed with, encrypted ' +
      'with the new one.',
    options: {},
    run: async () => (await import('./secret-key.ts')).secretKeyRotate(),
  }),
  command('config show', {
    summary: 'Shows every setting, its value and its source',
    details: 'Secrets are masked. Invalid settings are listed too, and make the exit code 1.',
    options: {},
    run: async () => (await import('./config.ts')).configShow(),
  }),
  command('doctor', {
    summary: 'Checks what a server needs, and says what is wrong and how to fix it',
    details:
      'Checks the configuration, the files, the database, the migrations, the keys, the clock and the mail. ' +
      'Changes nothing. The exit code is 1 if anything is wrong; warnings alone leave it 0.',
    options: {
      isolation: {
        about:
          'Also ask every query of the GraphQL schema, as a service account of one customer, for what belongs to others. ' +
          'Takes up to a minute.',
      },
    },
    run: async ({ isolation }) => (await import('./doctor.ts')).doctor(isolation),
  }),
] as const;
