import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { requireReach } from '../../../ground/kernel/access.ts';
import type { Consent } from '../consent.entity.ts';
import { consentPolicy } from '../consent.policy.ts';

export const consentPermissions = [
  viewerCan<Consent>('Consent', {
    revokeConsent: ({ viewer }, consent) =>
      requireReach(consent, consentPolicy.reach(consentPolicy.revoke(viewer).viewer)),
  }),
  viewerCan('Viewer', { readConsents: ({ viewer }) => consentPolicy.own(viewer) }),
];
