import { defineEntity, p } from '@mikro-orm/core';

const ThrottleCounterSchema = defineEntity({
  name: 'ThrottleCounter',
  tableName: 'throttle_counters',
  properties: {
    /** The limit's name, and the hash of what is counted. */
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** When the window ends, in milliseconds since 1970. */
    expire: p.bigint().nullable(),
    /** The hash of the account whose secret is guessed: the counters of all its browsers have it. */
    account: p.text().nullable(),
  },
  indexes: [
    { name: 'throttle_counters_expire_index', properties: ['expire'] },
    {
      name: 'throttle_counters_account_index',
      expression:
        'create index "throttle_counters_account_index" on "throttle_counters" ("account") where "account" is not null',
    },
  ],
});

/** How often something was attempted. */
export class ThrottleCounter extends ThrottleCounterSchema.class {}
ThrottleCounterSchema.setClass(ThrottleCounter);
