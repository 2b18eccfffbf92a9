import { anonymous } from '../../kernel/access.ts';
import { type Origin, RequestContext } from '../../kernel/context.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { auditRow, type AuditEntry } from '../../modules/audit/index.ts';
import type { ClientRegistration } from '../../modules/clients/index.ts';

interface Acting {
  readonly runtime: Runtime;
  readonly client: ClientRegistration;
  readonly origin: () => Origin;
}

/** The audit row, as JSON, of what a client did at an endpoint of ours; statements may fill in the rest. */
export function clientEvent({ runtime, client, origin }: Acting, entry: AuditEntry): string {
  const ctx = new RequestContext(runtime, anonymous, origin());
  const actor = { type: 'client', id: client.id } as const;
  return JSON.stringify(auditRow(ctx, { ...entry, customerId: client.customerId, actor }));
}

/** The same of a grant that it ended; the statement knows which. */
export const grantEvent = (acting: Acting, action: string): string =>
  clientEvent(acting, { action, subjectType: 'grant', subjectId: '' });
