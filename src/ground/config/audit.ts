import { DAY_SECONDS } from '../kernel/clock.ts';
import * as format from './format.ts';
import { variable, type Section } from './variable.ts';

/** How long the audit trail is kept. */
export const audit = {
  title: 'Audit trail',
  variables: {
    retentionSeconds: variable('AUDIT_RETENTION_DAYS', format.duration(DAY_SECONDS, 0, 36_500), {
      about: 'How long events of the audit trail are kept. With 0, they are kept forever. Counts by day stay.',
      format: 'a whole number of days from 0 to 36500',
      fallback: '0',
    }),
  },
} satisfies Section;
