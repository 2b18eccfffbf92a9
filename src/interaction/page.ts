import type { Request, Response, Router } from 'express';
import { anonymous } from '../kernel/access.ts';
import { RequestContext } from '../kernel/context.ts';
import { readForm } from '../http/form.ts';
import { originOf } from '../http/origin.ts';
import { AppError } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { Site, type Cookie } from '../http/site.ts';
import { sessionCookie, type CurrentSession } from '../modules/sessions/index.ts';
import { deviceCookie, deviceOf } from '../modules/throttle/index.ts';
import type { Interactions } from '../oauth/endpoints/authorize/index.ts';
import type { LogoutRequests } from '../oauth/endpoints/end-session/index.ts';
import { errorPage } from './error.page.ts';
import { interactionErrors } from './errors.ts';

/** One visit of a page: what its handlers need of the request. */
export interface Visit {
  readonly ctx: RequestContext;
  readonly request: Request;
  readonly response: Response;
  /** The secret of the session cookie. */
  readonly secret: string | undefined;
}

/** What the pages have in common. */
export abstract class Page {
  protected readonly site: Site;
  protected readonly session: Cookie;
  protected readonly devices: Cookie;

  constructor(
    protected readonly runtime: Runtime,
    protected readonly interactions: Interactions,
    protected readonly logouts: LogoutRequests,
  ) {
    this.site = runtime.get(Site);
    this.session = sessionCookie(runtime);
    this.devices = deviceCookie(runtime);
  }

  /** Puts pages on a router; an error one of them ends with becomes a page too. */
  protected on(router: Router) {
    return (method: 'get' | 'post', path: string | string[], work: (visit: Visit) => Promise<void>): void => {
      router[method](path, async (request, response) => {
        try {
          // Pages are asked for before anybody has proved who they are.
          const ctx = new RequestContext(this.runtime, anonymous, originOf(request));
          await this.runtime.inTime(work({ ctx, request, response, secret: this.session.read(request) }));
        } catch (error) {
          errorPage(this.runtime)(error, request, response);
        }
      });
    };
  }

  /** Gives the browser its user's session, and what it is known by the next time. */
  protected signIn({ request, response }: Visit, userId: string, secret: string): void {
    this.session.set(response, secret);
    this.devices.set(response, deviceOf(this.runtime, userId, this.devices.read(request)));
  }

  /** The value of any field of a form posted from a page of ours; empty for one that it has not. */
  protected async form(visit: Visit): Promise<(name: string) => string> {
    const fields = await this.fields(visit);
    return (name) => fields.get(name) ?? '';
  }

  /** The fields of a form posted from a page of ours, as far as the browser tells where it was posted from. */
  protected async fields({ request }: Visit): Promise<ReadonlyMap<string, string>> {
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    // Our pages send no referrer, for which browsers write the origin as null; the form's token then has the say.
    const foreign = origin !== undefined && origin !== 'null' && origin !== this.site.origin;
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) throw foreignForm();
    return readForm(request);
  }
}

/** What a form gets that does not come from a page given to this browser. */
export const foreignForm = () => interactionErrors.FORM_FOREIGN();

/** The context of a page's user. On pages everybody is about their own things: nothing is administered there. */
export function ownContext(ctx: RequestContext, session: CurrentSession): RequestContext {
  const { id: sessionId, customerId, userId, authTime, factorAt } = session;
  const who = { kind: 'user', role: 'member', clientId: null, scopes: new Set<never>() } as const;
  return new RequestContext(ctx.runtime, { ...who, customerId, userId, sessionId, authTime, factorAt }, ctx.origin);
}

/** For what a page ends: somebody else was faster, and the page shows what is left. */
export function goneAlready(fault: unknown): void {
  if (!(fault instanceof AppError) || fault.kind !== 'not_found') throw fault;
}
