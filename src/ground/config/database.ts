import * as format from './format.ts';
import { optional, type Section, variable } from './variable.ts';

/** The PostgreSQL, and the number of connections. */
export const database = {
  title: 'Database',
  variables: {
    url: optional('DATABASE_URL', format.postgresUrl, {
      about:
        'The PostgreSQL to use. Of several servers, such as `postgres://user@one:5432,two:5432/name`, the one that can be ' +
        'written to. `target_session_attrs` asks for `read-write`, `primary` or `any`.',
      format: 'a postgres:// or postgresql:// URL, special characters in its parts percent-encoded',
      secret: true,
      unset: { text: 'an embedded PostgreSQL in `DATA_DIR`', generated: () => false },
    }),
    readUrl: optional('DATABASE_READ_URL', format.postgresUrl, {
      about:
        'A streaming replica of that PostgreSQL. Lists, searches and the audit trail are read there whenever it has everything ' +
        'that was written before, and otherwise from DATABASE_URL. Of several servers, any.',
      format: 'a postgres:// or postgresql:// URL, special characters in its parts percent-encoded',
      secret: true,
      unset: { text: 'everything is read where it is written', generated: () => false },
    }),
    poolSize: variable('DATABASE_POOL_SIZE', format.wholeNumber(2, 1000), {
      about: 'The maximum number of connections of one process. The first start needs two.',
      format: 'a whole number from 2 to 1000',
      fallback: '10',
    }),
    connectSeconds: variable('DATABASE_CONNECT_TIMEOUT_SECONDS', format.duration(1, 1, 60), {
      about: 'How long to wait for a connection, whether new or in use by others.',
      format: 'a whole number of seconds from 1 to 60',
      fallback: '5',
    }),
    statementSeconds: variable('DATABASE_STATEMENT_TIMEOUT_SECONDS', format.duration(1, 1, 3600), {
      about:
        'How long a statement may take (`statement_timeout`). A second later its connection is dropped. ' +
        'Migrations may take longer.',
      format: 'a whole number of seconds from 1 to 3600',
      fallback: '8',
    }),
    lockSeconds: variable('DATABASE_LOCK_TIMEOUT_SECONDS', format.duration(1, 1, 3600), {
      about: 'How long a statement waits for a lock that others hold (`lock_timeout`).',
      format: 'a whole number of seconds from 1 to 3600',
      fallback: '5',
    }),
    idleTransactionSeconds: variable('DATABASE_IDLE_TRANSACTION_TIMEOUT_SECONDS', format.duration(1, 1, 3600), {
      about:
        'How long a node may leave a transaction idle before PostgreSQL ends it ' +
        '(`idle_in_transaction_session_timeout`).',
      format: 'a whole number of seconds from 1 to 3600',
      fallback: '30',
    }),
  },
} satisfies Section;
