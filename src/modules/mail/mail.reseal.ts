import { type Resealed, resealColumn, sealedColumn } from '../../kernel/reseal.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { PURPOSE } from './outbox.ts';

const bodies = sealedColumn({
  room: 'mail',
  table: 'outbox_mails',
  key: { id: 'uuid' },
  column: 'sealed_body',
  purpose: PURPOSE,
});

/** Seals the bodies of mails with SECRET_KEY. */
export const resealMails = (runtime: Runtime): Promise<Resealed> => resealColumn(runtime, bodies);
