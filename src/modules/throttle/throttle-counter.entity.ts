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
  },
  indexes: [{ name: 'throttle_counters_expire_index', properties: ['expire'] }],
});

/** How often something was attempted. */
export class ThrottleCounter extends ThrottleCounterSchema.class {}
ThrottleCounterSchema.setClass(ThrottleCounter);
