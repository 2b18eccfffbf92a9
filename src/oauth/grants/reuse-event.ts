import { anonymous } from '../../kernel/access.ts';
import { RequestContext } from '../../kernel/context.ts';
import { auditRow } from '../../modules/audit/index.ts';
import type { TokenRequest } from './grant.ts';

/** The audit row, as JSON, of a code or refresh token used twice; the statement fills in which grant died of it. */
export function reuseEvent({ runtime, client, origin }: TokenRequest, action: string): string {
  const ctx = new RequestContext(runtime, anonymous, origin());
  const actor = { type: 'client', id: client.id } as const;
  return JSON.stringify(
    auditRow(ctx, { action, subjectType: 'grant', subjectId: '', customerId: client.customerId, actor }),
  );
}
