import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

/**
 * Signing keys are the server's own. Administrators and auditors of the operator's customer see how old they are. Only the command line
 * rotates and revokes them.
 */
export const signingKeyPolicy = {
  read: (viewer: Viewer, isOperator: boolean): Permit<'signing-key:read'> =>
    permit('signing-key:read', viewer, (known) => isOperator && administers(known, 'admin', 'inspection')),
};
