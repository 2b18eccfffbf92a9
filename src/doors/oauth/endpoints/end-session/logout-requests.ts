import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { Client, isClientId } from '../../../../modules/clients/index.ts';
import { clientMayAct } from '../../../../modules/registrations/index.ts';
import type { CurrentSession } from '../../../../modules/sessions/index.ts';
import { oauthErrors } from '../../errors.ts';
import { type Parameters, parameter } from '../../parameters.ts';
import { answerUri, formTargetsOf } from '../authorize/answer.ts';
import { logoutFrames } from './logout-frames.ts';

/** What a logout needs to know about the client that asks for it. */
type LogoutClient = Pick<
  Client,
  | 'id'
  | 'customerId'
  | 'subjectType'
  | 'sectorIdentifierUri'
  | 'redirectUris'
  | 'name'
  | 'logoUri'
  | 'postLogoutRedirectUris'
  | 'ownerId'
  | 'source'
>;

/** A logout request whose parameters were checked. */
export interface LogoutRequest {
  readonly client: LogoutClient | null;
  /** Where the browser goes afterwards, with `state`; null without a client's URI. */
  readonly returnTo: string | null;
  /** The checked parameters, for the page that asks. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The form targets of that page, for the Content-Security-Policy. */
  readonly formTargets: readonly string[];
}

/** The error for an invalid request. The user can still sign out. */
export const badLogout = (field: string, message: string) => oauthErrors.BAD_LOGOUT_REQUEST({ message, field });

/** Reads the requests of the logout endpoint and of its page. */
export class LogoutRequests {
  constructor(private readonly runtime: Runtime) {}

  /** What the browser loads when this session ends. Call it before. */
  frames(session: CurrentSession): Promise<string[]> {
    return logoutFrames(this.runtime, session);
  }

  /**
   * Checks the parameters of a request of `clientId`; `invalid` for an unknown client, or one that may not act, and for a URI that is not exactly a
   * registered one (OpenID Connect RP-Initiated Logout §3).
   */
  async read(parameters: Parameters, clientId = parameter(parameters, 'client_id')): Promise<LogoutRequest> {
    // Without a client, post_logout_redirect_uri cannot be checked, so it is ignored.
    if (clientId === undefined) return { client: null, returnTo: null, parameters: {}, formTargets: [] };
    const client = isClientId(clientId)
      ? await this.runtime.fork().findOne(Client, { id: clientId }, { populate: ['owner'] })
      : null;
    if (!client || !clientMayAct(this.runtime, client)) throw badLogout('client_id', 'client_id is unknown.');
    const uri = parameter(parameters, 'post_logout_redirect_uri');
    if (uri === undefined) return { client, returnTo: null, parameters: { client_id: clientId }, formTargets: [] };
    if (!client.postLogoutRedirectUris.includes(uri))
      throw badLogout('post_logout_redirect_uri', 'post_logout_redirect_uri is not registered for this client.');
    const state = parameter(parameters, 'state');
    const checked = { client_id: clientId, post_logout_redirect_uri: uri, ...(state !== undefined && { state }) };
    const targets = { redirectUris: client.postLogoutRedirectUris };
    return {
      client,
      returnTo: state === undefined ? uri : answerUri(uri, { state }),
      parameters: checked,
      formTargets: formTargetsOf(targets, new Map([['redirect_uri', uri]])),
    };
  }
}
