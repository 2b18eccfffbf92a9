import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { consentsOfUsers, type ConsentRow } from './consent.sql.ts';

/** The most consents that are shown of a user: the newest. */
const SHOWN = 1000;

/** What users of the viewer's customer have allowed clients, one query a tick; the newest first. */
export const consentLoader = (ctx: RequestContext): DataLoader<string, ConsentRow[]> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (userIds) => {
    const byUser = Map.groupBy(
      await ctx.db.rows(consentsOfUsers, [customerId, userIds, SHOWN]),
      ({ userId }) => userId,
    );
    return userIds.map((userId) => byUser.get(userId) ?? []);
  });
};
