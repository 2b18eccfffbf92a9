import type { Router } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import type { PageArgs } from '../../../ground/lists/pagination.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { AuditHistoryService, type AuditEvent } from '../../../modules/audit/index.ts';
import { renderHistory, type HistoryEvent } from '../../../views/index.ts';
import { OwnAccountPage, type OwnVisit } from './own-account.page.ts';
import { sendPage } from '../parts/send.ts';

const PAGE_SIZE = 25;

/** `/account/history`: what has happened to the user's account, newest first. */
export class HistoryPage extends OwnAccountPage {
  protected readonly place = 'history';

  mount(router: Router): void {
    this.on(router)('get', '/account/history', (visit) => this.visit(visit, (own) => this.show(own)));
  }

  private async show({ request, response, own, session, shell }: OwnVisit): Promise<void> {
    const query = parametersOf(request);
    const before = query.get('before');
    const page = before === null ? { first: PAGE_SIZE, after: query.get('after') } : { last: PAGE_SIZE, before };
    const { edges, pageInfo } = await this.read(own.get(AuditHistoryService), page);
    const path = shell.places.history;
    const link = (is: boolean, name: string, cursor: string | null): string | null =>
      is && cursor !== null ? `${path}?${new URLSearchParams({ [name]: cursor })}` : null;
    const html = renderHistory({
      ...shell,
      events: edges.map(({ node }) => shownEvent(node, session.userId)),
      newerHref: link(pageInfo.hasPreviousPage, 'before', pageInfo.startCursor),
      olderHref: link(pageInfo.hasNextPage, 'after', pageInfo.endCursor),
    });
    return sendPage(response, html);
  }

  /** The page, or the first one if the address has a cursor of something else. */
  private read(history: AuditHistoryService, page: PageArgs) {
    return history.own(page).catch((fault: unknown) => {
      if (!(fault instanceof AppError) || fault.code !== 'INVALID_CURSOR') throw fault;
      return history.own({ first: PAGE_SIZE });
    });
  }
}

const BY: Readonly<Record<string, HistoryEvent['by']>> = { client: 'application', system: 'operator' };

/** What users see of an event. It has the address of somebody who tries to sign in as the user, but not an administrator's. */
function shownEvent({ occurredAt, action, actorType, actorId, ipAddress }: AuditEvent, userId: string): HistoryEvent {
  const isOwn = actorId === userId;
  const by = isOwn || actorType === 'anonymous' ? null : (BY[actorType] ?? 'administrator');
  return { occurredAt, event: action, by, ipAddress: by === null ? ipAddress : '' };
}
