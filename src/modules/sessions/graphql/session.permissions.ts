import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { requireReach } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import type { RememberedDevice } from '../remembered-device.entity.ts';
import type { Session } from '../session.entity.ts';
import { sessionPolicy } from '../session.policy.ts';

export const sessionPermissions = [
  viewerCan<Session>('Session', { revokeSession: mayEnd }),
  viewerCan<RememberedDevice>('RememberedDevice', { forgetRememberedDevice: mayEnd }),
  viewerCan('User', {
    revokeUserSessions: ({ viewer }) => sessionPolicy.anybodys(viewer),
    forgetRememberedDevices: ({ viewer }) => sessionPolicy.anybodys(viewer),
  }),
  viewerCan('Viewer', {
    readSessions: ({ viewer }) => sessionPolicy.own(viewer),
    revokeOtherSessions: ({ viewer }) => sessionPolicy.own(viewer),
    forgetRememberedDevice: ({ viewer }) => sessionPolicy.own(viewer),
  }),
];

function mayEnd({ viewer }: RequestContext, object: Session | RememberedDevice): void {
  requireReach(object, sessionPolicy.reach(sessionPolicy.own(viewer).viewer));
}
