import type { Request, Response, Router } from 'express';
import { parametersOf, queryOf, readFormText } from '../../../../ground/http/form.ts';
import { originOf } from '../../../../ground/http/origin.ts';
import { addressAtHome } from '../../../../ground/http/other-host.ts';
import type { AppError } from '../../../../ground/kernel/errors.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { seeOther } from '../../../../ground/http/see-other.ts';
import { Site } from '../../../../ground/http/site.ts';
import type { DeviceAnswer } from '../../../../modules/devices/index.ts';
import type { LoginClient } from '../../../../modules/logins/index.ts';
import { sessionCookie } from '../../../../modules/sessions/index.ts';
import { oauthErrors, type OAuthErrorCode } from '../../errors.ts';
import { BETWEEN_RESOURCES } from './checks/resource.check.ts';
import { answerUri, formTargetsOf } from './answer.ts';
import { localesOf, type AuthorizationInput } from './attempt.ts';
import { deliveryOf } from './checks/response-mode.check.ts';
import { Flows, withoutHint } from './flow.ts';
import { authorize, type Decision, type Outcome } from './pipeline.ts';
import { answerFields } from './signed-answer.ts';
import { isReference } from './situation.ts';

/** An answer that the browser posts to the client (OAuth 2.0 Form Post Response Mode §2). */
export interface PostedAnswer {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly client: LoginClient;
  readonly locales: readonly string[];
  /** The form targets for the Content-Security-Policy. */
  readonly formTargets: readonly string[];
}

/** The pages that the endpoint sends. */
export interface AuthorizePages {
  /** Shows an error that must not be sent to the client. */
  readonly showError: (error: unknown, request: Request, response: Response) => void;
  readonly showPostedAnswer: (answer: PostedAnswer, response: Response) => Promise<void>;
}

/** Longer parameters of a POST are not moved into a URL. */
const ADDRESS_MAX = 8_000;

/** Serves `/oauth2/authorize`, by GET and POST, and `/oauth2/authorize/continue`, where flows come back. */
export class AuthorizeRoute {
  private readonly site: Site;
  private readonly flows: Flows;

  constructor(
    private readonly runtime: Runtime,
    private readonly pages: AuthorizePages,
  ) {
    this.site = runtime.get(Site);
    this.flows = runtime.get(Flows);
  }

  mount(router: Router): void {
    const on = this.on(router);
    on('get', '/oauth2/authorize', (request, response) => this.get(request, response));
    on('post', '/oauth2/authorize', (request, response) => this.post(request, response));
    on('get', '/oauth2/authorize/continue', (request, response) => this.resume(request, response));
  }

  private on(router: Router) {
    return (method: 'get' | 'post', path: string, work: (request: Request, response: Response) => Promise<void>) =>
      router[method](path, (request, response) =>
        this.runtime
          .begin(() => work(request, response))
          .catch((error: unknown) => this.pages.showError(error, request, response)),
      );
  }

  private async get(request: Request, response: Response): Promise<void> {
    const home = addressAtHome(this.site, request);
    if (home !== null) return seeOther(response, home);
    const asked = { ...readParameters(queryOf(request)), flow: null, pushed: false };
    return this.answer(request, response, await this.run(request, asked));
  }

  private async post(request: Request, response: Response): Promise<void> {
    const body = await readFormText(request);
    const asked = { ...readParameters(body), flow: null, pushed: false };
    const again = `${this.site.path('/oauth2/authorize')}?${body}`;
    const isStranger = !sessionCookie(this.runtime).read(request) && body.length <= ADDRESS_MAX;
    // A pushed request can be used only once, so it is not used before the redirect.
    if (isStranger && isReference(asked.parameters.get('request_uri'))) return seeOther(response, again);
    const decision = await this.run(request, asked);
    const { outcome } = decision;
    // SameSite=Lax: a form posted from the client's site has no cookies of ours, but a GET has. If nobody seems to be signed
    // in, the request is repeated as a GET.
    const unknown = outcome.kind === 'ask' || (outcome.kind === 'error' && outcome.error === 'login_required');
    return isStranger && unknown ? seeOther(response, again) : this.answer(request, response, decision);
  }

  private async resume(request: Request, response: Response): Promise<void> {
    const flow = this.flows.open(request, parametersOf(request).get('flow') ?? undefined);
    const { parameters, reference } = flow;
    const pushed = reference === undefined ? {} : { reference };
    const asked = { parameters, repeated: new Set<string>(), flow, pushed: false, ...pushed };
    return this.answer(request, response, await this.run(request, asked));
  }

  private run(request: Request, asked: AuthorizationInput): Promise<Decision> {
    const secret = sessionCookie(this.runtime).read(request);
    return authorize(this.runtime, asked, { origin: () => originOf(request), secret });
  }

  private async answer(
    request: Request,
    response: Response,
    { asked, client, outcome, redirects, hintedUserId }: Decision,
  ): Promise<void> {
    if (outcome.kind === 'page' || !client) throw badRequest(outcome.kind === 'page' ? outcome.detail : '');
    if (outcome.kind === 'device') return this.toDevicePage(response, asked, outcome.answer);
    if (outcome.kind === 'ask') return this.ask(request, response, { asked, client, redirects, hintedUserId }, outcome);
    return this.tell(response, { asked, client, redirects, hintedUserId }, outcome);
  }

  /** Answers the client through the browser. */
  private async tell(response: Response, { asked, client, redirects }: Known, outcome: Told): Promise<void> {
    if (outcome.kind === 'error' && !(await redirects())) throw shownError(outcome);
    const { parameters } = asked;
    const fields = await answerFields(
      this.runtime,
      asked,
      client,
      outcome.kind === 'code'
        ? { code: outcome.code }
        : { error: outcome.error, error_description: outcome.description },
    );
    const redirectUri = parameters.get('redirect_uri') ?? '';
    if (!deliveryOf(asked).isPosted) return seeOther(response, answerUri(redirectUri, fields));
    const page = { client, locales: localesOf(parameters), formTargets: formTargetsOf(client, parameters) };
    return this.pages.showPostedAnswer({ action: redirectUri, fields, ...page }, response);
  }

  /** Shows the user how it ended. The device learns it when it polls. */
  private toDevicePage(response: Response, { flow }: AuthorizationInput, answer: DeviceAnswer): void {
    const text = flow && this.flows.seal(flow);
    seeOther(response, this.site.path('/device/done', { flow: text ?? '', answer }));
  }

  private async ask(request: Request, response: Response, known: Known, asks: Asks): Promise<void> {
    const { parameters, reference, flow: started } = known.asked;
    const { hintedUserId } = known;
    const ofPushed = reference === undefined ? {} : { reference };
    const of = { parameters: withoutHint(parameters), hintedUserId, customerId: null, ...ofPushed };
    const flow = started ?? this.flows.start(request, response, of);
    const stepUp = asks.step === 'second-factor' ? { sessionId: asks.sessionId, by: asks.by ?? null } : null;
    const text = this.flows.seal({ ...flow, stepUp });
    if (text !== null) return seeOther(response, this.site.path(`/${asks.step}`, { flow: text }));
    const description = 'The request is too long.';
    return this.tell(response, known, { kind: 'error', error: 'invalid_request', description });
  }
}

/** A request of a known client. */
type Known = Pick<Decision, 'asked' | 'redirects' | 'hintedUserId'> & { readonly client: LoginClient };

const badRequest = (detail: string) => oauthErrors.BAD_AUTHORIZATION_REQUEST({ message: detail });

/** An error that the user sees in place of the client. If it is about the user, the page says what the user can do. */
function shownError({ error, description }: Extract<Told, { kind: 'error' }>): AppError {
  const message = `${error}: ${description}`;
  if (FORBIDDEN_TO_ASK.has(error)) return oauthErrors.LOGIN_REQUIRED({ message });
  return NOT_ADMITTED.has(error) ? oauthErrors.ACCESS_DENIED({ message }) : badRequest(message);
}

const FORBIDDEN_TO_ASK: ReadonlySet<OAuthErrorCode> = new Set([
  'login_required',
  'account_selection_required',
  'interaction_required',
  'consent_required',
]);
const NOT_ADMITTED: ReadonlySet<OAuthErrorCode> = new Set(['access_denied', 'unmet_authentication_requirements']);

/** What the user is asked. */
type Asks = Extract<Outcome, { kind: 'ask' }>;

/** What the client is told. */
type Told = Exclude<Outcome, { kind: 'page' | 'ask' | 'device' }>;

/** The parameters of a query or form. A repeated one has any of its values, which is never used; `resource` has all. */
export function readParameters(text: string): Pick<AuthorizationInput, 'parameters' | 'repeated'> {
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    // RFC 8707 §2: the only parameter that may occur more than once.
    const others = name === 'resource' ? parameters.get(name) : undefined;
    if (seen.has(name) && name !== 'resource') repeated.add(name);
    seen.add(name);
    if (value !== '') parameters.set(name, others === undefined ? value : others + BETWEEN_RESOURCES + value);
  }
  return { parameters, repeated };
}

/** Mounts the endpoint on the router at the issuer's path. */
export function mountAuthorize(router: Router, runtime: Runtime, pages: AuthorizePages): void {
  new AuthorizeRoute(runtime, pages).mount(router);
}
