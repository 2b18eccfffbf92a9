import type { Request } from 'express';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { PAGE_MAX } from '../../../ground/lists/pagination.ts';
import { OwnImpersonationsService } from '../../../modules/impersonations/index.ts';
import {
  deviceOf,
  Locations,
  RememberedDeviceService,
  SessionListService,
  type RememberedDevice,
  type Session,
} from '../../../modules/sessions/index.ts';
import { renderSessions } from '../../../views/index.ts';
import { AccountSectionPage, type SectionContext } from './account-section.page.ts';
import { ignoreNotFound } from '../parts/page.ts';

/** `/account/sessions`: shows the user's sessions, remembered devices and administrators who act as the user, and ends
 * them. */
export class SessionsPage extends AccountSectionPage {
  protected readonly place = 'sessions';

  protected async render(own: RequestContext, section: SectionContext, request: Request): Promise<string> {
    const { edges } = await own.get(SessionListService).own({ first: PAGE_MAX });
    const remembered = await own.get(RememberedDeviceService).own(this.remembered.readAll(request));
    const impersonations = await own.get(OwnImpersonationsService).list();
    const { language } = section;
    return renderSessions({
      ...section,
      sessions: await Promise.all(edges.map(({ node }) => shown(own, node, language))),
      remembered: remembered.map(({ device, isCurrent }) => ({ ...rememberedShown(own, device, language), isCurrent })),
      impersonations,
    });
  }

  protected act(own: RequestContext, field: (name: string) => string, request: Request): Promise<unknown> {
    const sessions = own.get(SessionListService);
    const device = field('remembered');
    if (device) return own.get(RememberedDeviceService).forget(device, false).catch(ignoreNotFound);
    const impersonation = field('impersonation');
    if (impersonation) return own.get(OwnImpersonationsService).end(impersonation).catch(ignoreNotFound);
    return field('others')
      ? sessions.endOthers(this.remembered.readAll(request))
      : sessions.end(field('session'), false).catch(ignoreNotFound);
  }
}

const shown = async ({ runtime, viewer }: RequestContext, session: Session, language: SectionContext['language']) => ({
  ...session,
  device: await deviceOf(session.userAgent),
  location: runtime.get(Locations).find(session.ipAddress, language),
  isCurrent: viewer.kind === 'user' && viewer.sessionId === session.id,
});

const rememberedShown = (
  { runtime }: RequestContext,
  { id, browser = null, system = null, ipAddress, lastUsedAt, expiresAt }: RememberedDevice,
  language: SectionContext['language'],
) => ({
  id,
  device: { browser, system },
  ipAddress,
  location: runtime.get(Locations).find(ipAddress, language),
  lastUsedAt,
  expiresAt,
});
