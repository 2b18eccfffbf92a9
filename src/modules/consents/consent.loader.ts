import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { pageLoader, type PageLoader } from '../../kernel/page-loader.ts';
import { consentsOfUsers, type ConsentRow } from './consent.sql.ts';

/** What users of the viewer's customer have allowed clients, one query a tick; the newest first. */
export const consentLoader = (ctx: RequestContext): PageLoader<ConsentRow> => {
  const { customerId } = signedIn(ctx.viewer);
  return pageLoader(
    (userIds, { limit }) => ctx.db.rows(consentsOfUsers, [customerId, userIds, limit]),
    ({ userId }) => userId,
  );
};
