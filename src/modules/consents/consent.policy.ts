import type { Permit } from '../../kernel/access.ts';
import { ownerPolicy } from '../../kernel/owner.policy.ts';

export type ConsentRevoke = Permit<'consent:revoke'>;

export const consentPolicy = ownerPolicy('consent:revoke');
