import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { registrationPolicy } from '../registration.policy.ts';

export const registrationPermissions = [
  viewerCan('InitialAccessToken', {
    revokeInitialAccessToken: ({ viewer }) => registrationPolicy.revoke(viewer),
  }),
  viewerCan('Client', {
    revokeRegistrationToken: ({ viewer }) => registrationPolicy.revoke(viewer),
  }),
  viewerCan('Viewer', {
    readInitialAccessTokens: ({ viewer }) => registrationPolicy.read(viewer),
    createInitialAccessToken: ({ viewer, settings }) => registrationPolicy.create(viewer, settings.clients),
  }),
];
