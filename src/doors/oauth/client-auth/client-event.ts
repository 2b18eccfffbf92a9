import { anonymous } from '../../../ground/kernel/access.ts';
import { type Origin, RequestContext } from '../../../ground/kernel/context.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { auditRow, type AuditEntry, type AuditRow } from '../../../modules/audit/index.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';

export interface Acting {
  readonly runtime: Runtime;
  readonly client: ClientRegistration;
  readonly origin: () => Origin;
}

/** The audit row of what a client did. The statement may complete it. */
export function clientEvent({ runtime, client, origin }: Acting, entry: AuditEntry): AuditRow {
  const ctx = new RequestContext(runtime, anonymous, origin());
  const actor = { type: 'client', id: client.id } as const;
  return auditRow(ctx, { ...entry, customerId: client.customerId, actor });
}

/** The same for a grant that ended. The statement adds the grant's id. */
export const grantEvent = (acting: Acting, action: string): AuditRow =>
  clientEvent(acting, { action, subjectType: 'grant', subjectId: '' });
