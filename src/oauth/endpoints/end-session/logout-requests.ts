import { sql } from '../../../kernel/database.ts';
import type { Runtime } from '../../../kernel/runtime.ts';
import { isClientId } from '../../../modules/clients/index.ts';
import { oauthErrors } from '../../errors.ts';
import { type Parameters, parameter } from '../../parameters.ts';
import { answerUri, formTargetsOf } from '../authorize/answer.ts';

/** What a logout needs to know of the client that asks for it. */
interface LogoutClient {
  readonly id: string;
  readonly name: string;
  readonly logoUri: string | null;
  readonly postLogoutRedirectUris: readonly string[];
  /** Whether a user registered it for themself. */
  readonly isMembers: boolean;
}

/** $1 client. */
const logoutClient = sql<LogoutClient>(
  'oauth.logout-client',
  `select id, name, logo_uri as "logoUri", post_logout_redirect_uris as "postLogoutRedirectUris",
     owner_id is not null as "isMembers"
   from clients where id = $1`,
);

/** A logout that somebody asks for, as far as it could be made sure of. */
export interface LogoutRequest {
  readonly client: LogoutClient | null;
  /** Where the browser goes afterwards, `state` included; null where no client has a say in that. */
  readonly returnTo: string | null;
  /** The parameters that were made sure of, for the page that asks. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Where posting that page's form may end up, as Content-Security-Policy writes it. */
  readonly formTargets: readonly string[];
}

/** What keeps a request from being answered, though not its user from signing out. */
export const badLogout = (field: string, message: string) => oauthErrors.BAD_LOGOUT_REQUEST({ message, field });

/** Reads what is asked of the logout endpoint, and of the page that confirms it. */
export class LogoutRequests {
  constructor(private readonly runtime: Runtime) {}

  /**
   * What these parameters ask for in the name of `clientId`; `invalid` for a client there is none of, and for an address
   * that is not, to the letter, one that the client has registered (OpenID Connect RP-Initiated Logout §3).
   */
  async read(parameters: Parameters, clientId = parameter(parameters, 'client_id')): Promise<LogoutRequest> {
    // Nobody vouches for an address that came without a client: it is not used.
    if (clientId === undefined) return { client: null, returnTo: null, parameters: {}, formTargets: [] };
    const client = isClientId(clientId) ? await this.runtime.db.first(logoutClient, [clientId]) : undefined;
    if (!client) throw badLogout('client_id', 'client_id is unknown.');
    const uri = parameter(parameters, 'post_logout_redirect_uri');
    if (uri === undefined) return { client, returnTo: null, parameters: { client_id: clientId }, formTargets: [] };
    if (!client.postLogoutRedirectUris.includes(uri))
      throw badLogout('post_logout_redirect_uri', 'post_logout_redirect_uri is not registered for this client.');
    const state = parameter(parameters, 'state');
    const sure = { client_id: clientId, post_logout_redirect_uri: uri, ...(state !== undefined && { state }) };
    const targets = { redirectUris: client.postLogoutRedirectUris };
    return {
      client,
      returnTo: state === undefined ? uri : answerUri(uri, { state }),
      parameters: sure,
      formTargets: formTargetsOf(targets, new Map([['redirect_uri', uri]])),
    };
  }
}
