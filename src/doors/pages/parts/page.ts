import type { Request, Response, Router } from 'express';
import { anonymous, MEMBER } from '../../../ground/kernel/access.ts';
import { identify } from '../../../ground/kernel/activity.ts';
import { RequestContext } from '../../../ground/kernel/context.ts';
import { readForm } from '../../../ground/http/form.ts';
import { originOf } from '../../../ground/http/origin.ts';
import { seeOther } from '../../../ground/http/see-other.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Site, type Cookie, type Cookies } from '../../../ground/http/site.ts';
import {
  BrowserAccounts,
  rememberedCookies,
  sessionCookie,
  type CurrentSession,
} from '../../../modules/sessions/index.ts';
import type { StartedLogin } from '../../../modules/logins/index.ts';
import { deviceCookie, deviceOf } from '../../../modules/throttle/index.ts';
import type { FlowStep, Interactions, OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import type { LogoutRequests } from '../../oauth/endpoints/end-session/index.ts';
import { errorPage } from '../errors/error.page.ts';
import { interactionErrors } from '../errors.ts';
import { addressAtHome, isOtherName } from '../../../ground/http/other-host.ts';
import { languagesOf, readerOf } from './reader.ts';

/** One request for a page, with what its handlers need. */
export interface Visit {
  readonly ctx: RequestContext;
  readonly request: Request;
  readonly response: Response;
  /** The secret of the session cookie. */
  readonly secret: string | undefined;
  /** Whether the form of this request asks to stay signed in. */
  readonly stays?: boolean;
}

/** The forms of requests, for the page of an error. */
const POSTED = new WeakMap<Request, ReadonlyMap<string, string>>();

const STAY_SECONDS = 400 * 86_400;

/** What all pages share. */
export abstract class Page {
  protected readonly site: Site;
  protected readonly session: Cookie;
  protected readonly devices: Cookie;
  /** The browser is remembered after a second factor, for some of its users. */
  protected readonly remembered: Cookies;
  /** Whether the user has asked to stay signed in with this browser. */
  protected readonly stays: Cookie;
  /** The accounts that the browser offers at the next sign-in. */
  protected readonly accounts: BrowserAccounts;

  constructor(
    protected readonly runtime: Runtime,
    protected readonly interactions: Interactions,
    protected readonly logouts: LogoutRequests,
  ) {
    this.site = runtime.get(Site);
    this.session = sessionCookie(runtime);
    this.devices = deviceCookie(runtime);
    this.remembered = rememberedCookies(runtime);
    this.stays = this.site.cookie('stay', { maxAgeSeconds: STAY_SECONDS });
    this.accounts = runtime.get(BrowserAccounts);
  }

  /** Mounts pages on a router. An error becomes a page too. */
  protected on(router: Router) {
    return (method: 'get' | 'post', path: string | string[], work: (visit: Visit) => Promise<void>): void => {
      router[method](path, async (request, response) => {
        try {
          const home = method === 'get' ? addressAtHome(this.site, request) : null;
          if (home !== null) return seeOther(response, home);
          // Pages are requested before the user has signed in.
          const ctx = new RequestContext(this.runtime, anonymous, originOf(request));
          await this.runtime.begin(() => work({ ctx, request, response, secret: this.session.read(request) }));
        } catch (error) {
          errorPage(this.runtime, this.interactions)(error, request, response, POSTED.get(request));
        }
      });
    };
  }

  /**
   * Sets the cookies of the user's session, of the known device, of the accounts and of the remembered device. If the user stays signed in, the
   * session's cookie is kept when the browser is closed. The session itself ends when it would.
   */
  protected signIn(
    { request, response, stays: asked }: Visit,
    userId: string,
    { secret, remembered }: StartedLogin,
  ): void {
    identify({ userId });
    const stays = asked ?? this.stays.read(request) !== undefined;
    this.session.set(response, secret, stays ? this.runtime.settings.sessions.absoluteSeconds : undefined);
    this.devices.set(response, deviceOf(this.runtime, userId, this.devices.read(request)));
    this.accounts.note(request, response, userId, stays);
    if (remembered !== undefined) this.remembered.add(response, remembered);
  }

  /** Who reads the page that is sent, and what the customer's pages look like. */
  protected reader(
    response: Response,
    known?: readonly (string | null)[],
    customerId?: string | null,
    userLocale?: string | null,
  ) {
    return readerOf(this.runtime, response, known, customerId, userLocale);
  }

  /** Sends the browser to the login page, in the languages that this address asks for, and from there back to a path. */
  protected toLogin({ request, response }: Visit, back?: string): void {
    seeOther(
      response,
      this.site.path('/login', { ...languagesOf(request), ...(back !== undefined && { return_to: back }) }),
    );
  }

  /** Where the form of a step of a flow is posted to, and its hidden values. */
  protected flowForm(open: OpenFlow, step: FlowStep, path: string = step) {
    return {
      action: this.site.path(`/${path}`),
      hidden: { flow: open.text, csrf: this.interactions.formToken(open, step) },
    };
  }

  /** Refuses a form of a step without the token that its page gave to this browser. */
  protected requireToken(open: OpenFlow, step: FlowStep, field: (name: string) => string): void {
    if (!this.interactions.isFormToken(open, step, field('csrf'))) throw foreignForm();
  }

  /** Reads a form posted from one of our pages. Returns a function for its fields, which are empty if missing. */
  protected async form(visit: Visit): Promise<(name: string) => string> {
    const fields = await this.fields(visit);
    return (name) => fields.get(name) ?? '';
  }

  /** The fields of a form. Refuses one that the browser says comes from another origin. */
  protected async fields({ request }: Visit): Promise<ReadonlyMap<string, string>> {
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    // Our pages send no referrer, so browsers may send the origin `null`. Then only the form token counts.
    const foreign = origin !== undefined && origin !== 'null' && origin !== this.site.origin;
    if (foreign && isOtherName(request, origin))
      throw interactionErrors.FORM_AT_OTHER_HOST({ message: `This server is at ${this.site.issuer}.` });
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) throw foreignForm();
    const fields = await readForm(request);
    POSTED.set(request, fields);
    return fields;
  }
}

/** The error for a form that does not come from a page sent to this browser. */
export const foreignForm = () => interactionErrors.FORM_FOREIGN();

/** The context of a page's user. It has no scopes, because pages are not for administration. */
export function ownContext(ctx: RequestContext, session: CurrentSession): RequestContext {
  const { id: sessionId, customerId, userId, authTime, factorAt } = session;
  const who = { kind: 'user', ...MEMBER, clientId: null, scopes: new Set<never>(), documents: null } as const;
  return new RequestContext(ctx.runtime, { ...who, customerId, userId, sessionId, authTime, factorAt }, ctx.origin);
}

/** Ignores that something is gone already. The page then shows what is left. */
export function ignoreNotFound(fault: unknown): void {
  if (!(fault instanceof AppError) || fault.kind !== 'not_found') throw fault;
}
