import type { RequestContext } from '../kernel/context.ts';
import { PAGE_MAX } from '../kernel/pagination.ts';
import { deviceOf, Locations, SessionListService, type Session } from '../modules/sessions/index.ts';
import { renderSessions } from '../views/index.ts';
import { AccountSectionPage, type SectionContext } from './account-section.page.ts';
import { ignoreNotFound } from './page.ts';

/** `/account/sessions`: shows the user's sessions, and ends them. */
export class SessionsPage extends AccountSectionPage {
  protected readonly place = 'sessions';

  protected async render(own: RequestContext, section: SectionContext): Promise<string> {
    const { edges } = await own.get(SessionListService).own({ first: PAGE_MAX });
    return renderSessions({ ...section, sessions: edges.map(({ node }) => shown(own, node, section.language)) });
  }

  protected act(own: RequestContext, field: (name: string) => string): Promise<unknown> {
    const sessions = own.get(SessionListService);
    return field('others') ? sessions.endOthers() : sessions.end(field('session'), false).catch(ignoreNotFound);
  }
}

const shown = ({ runtime, viewer }: RequestContext, session: Session, language: SectionContext['language']) => ({
  ...session,
  device: deviceOf(session.userAgent),
  location: runtime.get(Locations).find(session.ipAddress, language),
  isCurrent: viewer.kind === 'user' && viewer.sessionId === session.id,
});
