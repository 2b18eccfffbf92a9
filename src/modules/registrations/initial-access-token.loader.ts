import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { Client } from '../clients/index.ts';
import { InitialAccessToken } from './initial-access-token.entity.ts';

/** The initial access tokens of the viewer's customer by id. */
export const initialAccessTokenLoader = entityLoader(InitialAccessToken);

/** The clients that a token has registered and that still exist, newest first. */
export const registeredClientPages = new OwnedPages(Client, {
  // The clients are looked up by their ids, whatever the planner expects.
  owner: 'e.id = any(array(select r.client_id from client_registrations r where r.initial_access_token_id = owner))',
  order: orderBy(Client, { createdAt: 'desc', id: 'desc' }),
});
