import type { Request, Response, Router } from 'express';
import { anonymous } from '../../../../ground/kernel/access.ts';
import { RequestContext } from '../../../../ground/kernel/context.ts';
import { queryOf, readFormText, readParameters } from '../../../../ground/http/form.ts';
import { handedOn } from '../../../../ground/http/languages.ts';
import { originOf } from '../../../../ground/http/origin.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { seeOther } from '../../../../ground/http/see-other.ts';
import { Site } from '../../../../ground/http/site.ts';
import {
  BrowserAccounts,
  type CurrentSession,
  sessionCookie,
  SessionService,
} from '../../../../modules/sessions/index.ts';
import { sectorOf } from '../../../../modules/clients/index.ts';
import { Subjects } from '../../../../modules/subjects/index.ts';
import { parameter, type Parameters } from '../../parameters.ts';
import { PATHS } from '../../paths.ts';
import { type IdTokenHint, readIdTokenHint } from '../../tokens/id-token-hint.ts';
import { logoutFrames } from './logout-frames.ts';
import { badLogout, type LogoutRequest, LogoutRequests } from './logout-requests.ts';

/** A session that the browser has just ended. */
export interface LoggedOut {
  readonly session: CurrentSession;
  readonly asked: Pick<LogoutRequest, 'client' | 'returnTo'>;
  /** What the browser loads to tell clients of it. */
  readonly frames: readonly string[];
}

/** The pages that the endpoint sends. */
export interface EndSessionPages {
  readonly showError: (error: unknown, request: Request, response: Response) => void;
  readonly showLoggedOut: (ended: LoggedOut, response: Response) => Promise<void>;
}

/** Longer parameters of a POST are not moved into a URL. */
const ADDRESS_MAX = 8_000;

/** The page that asks for confirmation, and says so if nobody is signed in. */
const LOGOUT_PAGE = '/logout';

/** Serves `/oauth2/logout` by GET and POST (OpenID Connect RP-Initiated Logout §2). */
export class EndSessionRoute {
  private readonly site: Site;

  constructor(
    private readonly runtime: Runtime,
    private readonly pages: EndSessionPages,
  ) {
    this.site = runtime.get(Site);
  }

  mount(router: Router): void {
    const on = (method: 'get' | 'post', work: (request: Request, response: Response) => Promise<void>) =>
      router[method](PATHS.endSession, (request, response) =>
        this.runtime
          .begin(() => work(request, response))
          .catch((error: unknown) => this.pages.showError(error, request, response)),
      );
    on('get', async (request, response) => this.answer(request, response, readParameters(query(queryOf(request)))));
    on('post', (request, response) => this.post(request, response));
  }

  private async post(request: Request, response: Response): Promise<void> {
    const body = await readFormText(request);
    const parameters = readParameters(query(body));
    if (sessionCookie(this.runtime).read(request)) return this.answer(request, response, parameters);
    // SameSite=Lax: a form posted from the client's site has no cookies of ours, but a GET has.
    return seeOther(response, `${this.site.path(PATHS.endSession)}?${await this.asAddress(body, parameters)}`);
  }

  private async answer(request: Request, response: Response, parameters: Parameters): Promise<void> {
    const hint = await this.hintOf(parameters);
    const asked = await this.runtime.get(LogoutRequests).read(parameters, hint?.clientId);
    const languages = languagesIn(parameters);
    const pageThatAsks = this.site.path(LOGOUT_PAGE, { ...asked.parameters, ...languages });
    const page = this.site.path(LOGOUT_PAGE, languages);
    const cookie = sessionCookie(this.runtime);
    const secret = cookie.read(request);
    const sessions = new RequestContext(this.runtime, anonymous, originOf(request)).get(SessionService);
    const session = await sessions.find(secret);
    if (session && secret !== undefined) {
      // Without an ID token of this session, anybody could have sent the browser here, so the page asks.
      if (!hint || !(await this.isOf(session, hint, asked))) return seeOther(response, pageThatAsks);
      const frames = await logoutFrames(this.runtime, session);
      await sessions.end(secret, session, hint.clientId);
      this.runtime.get(BrowserAccounts).forget(request, response, session.userId);
      cookie.clear(response);
      if (frames.length > 0) return this.pages.showLoggedOut({ session, asked, frames }, response);
      return seeOther(response, asked.returnTo ?? page);
    }
    if (secret !== undefined) cookie.clear(response);
    // A client that nobody of the customer has checked gets no redirect without a page, which says where it leads.
    if (!session && asked.client && (asked.client.ownerId !== null || asked.client.source !== 'created'))
      return seeOther(response, pageThatAsks);
    return seeOther(response, asked.returnTo ?? page);
  }

  /** The hint, if it is valid; `invalid` if it was issued to another client than `client_id`. */
  private async hintOf(parameters: Parameters): Promise<IdTokenHint | null> {
    const token = parameter(parameters, 'id_token_hint');
    const hint = token === undefined ? null : await readIdTokenHint(this.runtime, token);
    const clientId = parameter(parameters, 'client_id');
    // OpenID Connect RP-Initiated Logout §2: both must name the same client.
    if (hint && clientId !== undefined && clientId !== hint.clientId)
      throw badLogout('id_token_hint', 'id_token_hint was not issued to client_id.');
    return hint;
  }

  /** Whether the hint is an ID token of this session, as the client knows it. */
  private async isOf({ id, userId }: CurrentSession, hint: IdTokenHint, { client }: LogoutRequest): Promise<boolean> {
    const view = client && (await this.runtime.get(Subjects).of({ ...client, sector: sectorOf(client) }));
    return view?.sessionOf(hint.sid) === id && view.userOf(hint.sub) === userId;
  }

  /** The parameters as a query. If they are too long, the hint is omitted, and the page asks. */
  private async asAddress(body: string, parameters: Parameters): Promise<string> {
    if (body.length <= ADDRESS_MAX) return body;
    const hint = await this.hintOf(parameters);
    const asked = await this.runtime.get(LogoutRequests).read(parameters, hint?.clientId);
    const shorter = new URLSearchParams({ ...asked.parameters, ...languagesIn(parameters) }).toString();
    if (shorter.length > ADDRESS_MAX) throw badLogout('state', 'state is too long.');
    return shorter;
  }
}

/** What the page is asked to be in (OpenID Connect RP-Initiated Logout §2). */
const languagesIn = (parameters: Parameters) => handedOn(parameter(parameters, 'ui_locales'));

const query = (text: string): URLSearchParams => new URLSearchParams(text);

/** Mounts the endpoint on the router at the issuer's path. */
export function mountEndSession(router: Router, runtime: Runtime, pages: EndSessionPages): void {
  new EndSessionRoute(runtime, pages).mount(router);
}
