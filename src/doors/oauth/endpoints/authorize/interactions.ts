import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../../../../ground/kernel/context.ts';
import { AppError } from '../../../../ground/kernel/errors.ts';
import { newId } from '../../../../ground/kernel/ids.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { sameText } from '../../../../ground/kernel/secret.ts';
import { Site } from '../../../../ground/http/site.ts';
import { Client } from '../../../../modules/clients/index.ts';
import { findPasswordHolder } from '../../../../modules/credentials/index.ts';
import type {
  LoginAttempt,
  LoginSession,
  PasskeyAccount,
  PasswordProof,
  ProvedAccount,
} from '../../../../modules/logins/index.ts';
import { credentialIdOf, PasskeyProofService, type PasskeyAnswer } from '../../../../modules/mfa/index.ts';
import type { ActingOrganization } from '../../../../modules/organizations/index.ts';
import { User } from '../../../../modules/users/index.ts';
import { answerUri } from './answer.ts';

import { requestOfDevice, type DeviceRequest } from './device.ts';
import { flowExpired, Flows, type Flow, type FlowDevice } from './flow.ts';
import { asksOf, narrowed, withClient, withoutClient, type OpenFlow } from './open-flow.ts';
import { authorizationWithLogin } from './pipeline.ts';
import { answerFields } from './signed-answer.ts';
import { findCandidate, findPasskeyCandidate, findSituation } from './situation.ts';

/** The steps of a flow that ask the user. */
export type FlowStep =
  | 'device'
  | 'login'
  | 'select-account'
  | 'select-organization'
  | 'new-password'
  | 'second-factor'
  | 'email-code'
  | 'enroll'
  | 'consent'
  | 'recovery'
  | 'signup'
  | 'activation'
  | 'first-sign-in'
  | 'account';

/**
 * What a sign-in without an application begins with, by the names of OpenID Connect if it has them. `return_to` is a path of
 * this server, or the address of the application that an invitation is for.
 */
export type OwnParameter = 'return_to' | 'cancel_to' | 'login_hint' | 'prompt' | 'ui_locales';

/** A device that waits for its user, with the code that the user has entered. */
interface WaitingDevice extends FlowDevice, DeviceRequest {
  /** The languages that the page was asked for, best first. */
  readonly locales: readonly string[];
}

/** An opened flow of a user who signs in by password. */
export interface OpenLogin extends Pick<LoginAttempt, 'holder' | 'authorizationFor'> {
  readonly open: OpenFlow;
}

/** An opened flow of a user who signs in by a passkey. */
export interface OpenPasskeyLogin extends Pick<LoginAttempt, 'authorizationFor'> {
  readonly open: OpenFlow;
  /** Null if no user of the customer has the passkey. */
  readonly account: PasskeyAccount | null;
}

/** Flows for the pages: opens them, makes and checks their form tokens, and continues them. */
export class Interactions {
  private readonly site: Site;
  private readonly flows: Flows;

  constructor(private readonly runtime: Runtime) {
    this.site = runtime.get(Site);
    this.flows = runtime.get(Flows);
  }

  /**
   * Starts a sign-in without an application. It leads to `return_to`, by default to the account page. Without a customer, the
   * address and the password find one.
   */
  start(
    request: IncomingMessage,
    response: ServerResponse,
    customerId: string | null,
    parameters: ReadonlyMap<OwnParameter, string>,
  ): OpenFlow {
    const flow = this.flows.start(request, response, { parameters, customerId });
    return withoutClient(flow, this.flows.seal(flow) ?? '', customerId);
  }

  /** Starts the flow of a device that waits for its user. Returns the URL that continues it. */
  startDevice(request: IncomingMessage, response: ServerResponse, of: WaitingDevice): string {
    const { id, userCode, locales, ...asked } = of;
    const parameters = requestOfDevice(asked);
    if (locales.length > 0) parameters.set('ui_locales', locales.join(' '));
    const flow = this.flows.start(request, response, { parameters, customerId: null, device: { id, userCode } });
    return this.next({ flow, text: this.flows.seal(flow) ?? '' });
  }

  /** Opens a flow, with its client and the browser's session; `invalid` if it is not this browser's. */
  async open(request: IncomingMessage, text: string | undefined, secret: string | undefined): Promise<OpenFlow> {
    const flow = this.flows.open(request, text);
    if (text === undefined) throw flowExpired();
    if (!hasClient(flow)) return withoutClient(flow, text, flow.customerId);
    const readAt = this.runtime.clock.now();
    const situation = await findSituation(this.runtime, flow.parameters.get('client_id'), secret);
    if (!situation) throw flowExpired();
    return { ...withClient(flow, text, situation), ...(await asksOf(this.runtime, flow, situation)), readAt };
  }

  /** The same; null if it is not this browser's, or no longer goes on. */
  async reopen(request: IncomingMessage, text: string, secret: string | undefined): Promise<OpenFlow | null> {
    try {
      return await this.open(request, text, secret);
    } catch (fault) {
      if (fault instanceof AppError && (fault.code === 'FLOW_EXPIRED' || fault.code === 'FLOW_FOREIGN')) return null;
      throw fault;
    }
  }

  /** The customer that a flow belongs to, also if it cannot be opened, so that the page that says so looks like the others. */
  async customerOf(text: string): Promise<string | null> {
    const owner = this.flows.ownerOf(text);
    return owner && (owner.customerId ?? this.customerOfClient(owner.clientId));
  }

  /** The customer of a client. */
  async customerOfClient(id: string | null | undefined): Promise<string | null> {
    if (!id || id.includes('\0')) return null;
    const client = await this.runtime.fork().findOne(Client, { id }, { fields: ['customerId'] });
    return client?.customerId ?? null;
  }

  /** Opens a flow for a login with this email address, whoever is signed in, and reads the user. */
  async openFor(request: IncomingMessage, text: string, email: string): Promise<OpenLogin> {
    const flow = this.flows.open(request, text);
    const { customerId } = flow;
    if (!hasClient(flow)) {
      const holder = customerId === null ? undefined : await findPasswordHolder(this.runtime.db, customerId, email);
      return { open: withoutClient(flow, text, customerId), holder, authorizationFor: () => Promise.resolve(null) };
    }
    const found = await findCandidate(this.runtime, flow.parameters.get('client_id'), email);
    if (!found) throw flowExpired();
    const { situation, candidate } = found;
    return {
      open: withClient(flow, text, situation),
      holder: candidate?.holder,
      authorizationFor: async (amr, at) =>
        candidate && authorizationWithLogin(this.runtime, { flow, situation, candidate, amr, at }),
    };
  }

  /** Opens a flow for a login with the passkey that answers, and reads its user. Without a customer, the passkey finds one. */
  async openForPasskey(
    ctx: RequestContext,
    request: IncomingMessage,
    text: string,
    answer: PasskeyAnswer,
  ): Promise<OpenPasskeyLogin> {
    const flow = this.flows.open(request, text);
    if (!hasClient(flow)) {
      const passkey = await ctx.get(PasskeyProofService).findAnyones(answer);
      const customerId = flow.customerId ?? passkey?.customerId ?? null;
      const open = withoutClient(flow, text, flow.customerId);
      const account = passkey && passkey.customerId === customerId ? { ...accountOf(passkey.user), passkey } : null;
      return { open, account, authorizationFor: () => Promise.resolve(null) };
    }
    const found = await findPasskeyCandidate(this.runtime, flow.parameters.get('client_id'), credentialIdOf(answer));
    if (!found) throw flowExpired();
    const { situation, candidate, passkey } = found;
    return {
      open: withClient(flow, text, situation),
      account: candidate && passkey && { ...accountOf(candidate.holder), passkey },
      authorizationFor: async (amr, at) =>
        candidate && authorizationWithLogin(this.runtime, { flow, situation, candidate, amr, at }),
    };
  }

  /** What the challenges of a flow's page are made for. No other browser can use them, and no other page. */
  challengeFor({ flow }: OpenFlow, step: 'login' | 'second-factor' | 'email-code'): string {
    return [step, flow.browser, flow.startedAt.getTime(), flow.proof?.userId ?? ''].join('\n');
  }

  /** The URL that takes the code to the client. */
  async answer({ flow: { parameters }, client }: OpenFlow, code: string): Promise<string> {
    const fields = await answerFields(this.runtime, { parameters, repeated: new Set() }, client!, { code });
    return answerUri(parameters.get('redirect_uri') ?? '', fields);
  }

  /** The token that the form of a step has to send back. It is valid for this browser, flow, step and session only. */
  formToken(open: OpenFlow, step: FlowStep): string {
    return this.flows.formToken(open.flow, open.text, step, askedSession(open, step));
  }

  /** Identifies what the consent page shows, and when that was read. A confirmation counts for exactly that. */
  shownToken(open: OpenFlow, readAt = open.readAt): string {
    const { flow, client, scopes, resources, claims, added, details, organizations, returnHost: host } = open;
    const { name, registeredBy, source, policyUri, tosUri } = client ?? {};
    const of = [name, registeredBy, source, policyUri, tosUri];
    const shown = [...of, scopes, resources, claims, added, details, organizations, host, readAt];
    return `${readAt.getTime()}.${this.flows.formToken(flow, JSON.stringify(shown), 'shown', '')}`;
  }

  /** When what the consent page showed was read; null if it showed something else than what would be allowed now. */
  shownAt(open: OpenFlow, token: string): Date | null {
    const readAt = new Date(Number(/^\d{1,15}(?=\.)/.exec(token)?.[0] ?? 0));
    return sameText(this.shownToken(open, readAt), token) ? readAt : null;
  }

  isFormToken(open: OpenFlow, step: FlowStep, token: string): boolean {
    return this.flows.isFormToken(open.flow, open.text, step, askedSession(open, step), token);
  }

  /** The URL after a step that is done or denied. */
  next({ flow, text }: Pick<OpenFlow, 'flow' | 'text'>, answer: 'done' | 'denied' = 'done'): string {
    if (!hasClient(flow)) return flow.parameters.get('return_to') ?? this.site.path('/account');
    const denied = flow.denied || answer === 'denied';
    return this.site.path('/oauth2/authorize/continue', { flow: this.resealed({ ...flow, denied }, text) });
  }

  /** The URL after the user has confirmed the consent page, with these of the scopes. The request is for no others from now on. */
  nextAllowed(open: OpenFlow, { id }: LoginSession, scopes: readonly string[]): string {
    const { parameters: asked } = open.flow;
    const parameters = scopes.length < open.scopes.length ? narrowed({ ...open, parameters: asked }, scopes) : asked;
    return this.next({ ...open, flow: { ...open.flow, parameters, allowedSessionId: id } });
  }

  /** The URL after the user has chosen the current account. */
  nextAs(open: OpenFlow, { id }: LoginSession): string {
    return this.next({ ...open, flow: { ...open.flow, chosenSessionId: id } });
  }

  /** The URL after the user has chosen an organization to act for. */
  nextFor(open: OpenFlow, { id: sessionId }: LoginSession, { id }: ActingOrganization): string {
    return this.next({ ...open, flow: { ...open.flow, organization: { id, sessionId } } });
  }

  /** The URL for signing in with another account: this one of the browser, if given. */
  toAnotherAccount({ flow, text }: OpenFlow, account?: string): string {
    if (!hasClient(flow)) {
      const kept = [...flow.parameters].filter(([name]) => ['return_to', 'cancel_to', 'ui_locales'].includes(name));
      return this.site.path('/login', Object.fromEntries(kept));
    }
    const other = { another: '1', ...(account !== undefined && { account }) };
    return this.site.path('/login', { flow: this.resealed({ ...flow, chosenSessionId: null }, text), ...other });
  }

  /** Whether the user with this address is signed in already, and gives the password once more. */
  isAgain({ flow: { parameters }, session, client, loginHint }: OpenFlow, email: string | null | undefined): boolean {
    if (!email) return false;
    return client === null ? parameters.get('prompt') === 'login' && email === loginHint : email === session?.email;
  }

  /** The URL after the user has given up signing in. */
  canceled(open: OpenFlow): string {
    return hasClient(open.flow) ? this.next(open, 'denied') : (this.canceledTo(open) ?? this.site.path('/'));
  }

  /** The page of this server that the user came from, if giving up leads back there. */
  canceledTo({ flow }: OpenFlow): string | undefined {
    return hasClient(flow) ? undefined : flow.parameters.get('cancel_to');
  }

  /** The email address to fill in: of the chosen account, of `id_token_hint`, `login_hint`, or of whoever is signed in. */
  async emailHint({ flow, session, client, loginHint }: OpenFlow): Promise<string | undefined> {
    if (session && session.id === flow.chosenSessionId) return session.email;
    const id = flow.hintedUserId;
    if (!client || id === null) return loginHint ?? session?.email;
    const hinted = { id, customerId: client.customerId, isActive: true };
    const user = await this.runtime.fork().findOne(User, hinted, { fields: ['email'] });
    return user?.email ?? loginHint;
  }

  /** The URL for choosing another password, after a temporary one. */
  toNewPassword({ flow, text }: OpenFlow, given: PasswordProof): string {
    const proof = { ...given, at: this.runtime.clock.now(), sessionId: null };
    return this.site.path('/new-password', { flow: this.flows.seal({ ...flow, proof }) ?? text });
  }

  /** The URL of the second factor, after the password. */
  toSecondFactor({ flow, text }: OpenFlow, given: PasswordProof): string {
    const proof = { ...given, at: this.runtime.clock.now(), sessionId: null };
    return this.site.path('/second-factor', { flow: this.flows.seal({ ...flow, proof }) ?? text });
  }

  /** The flow with the proof of the password, for the page that asks for the code of a mail, or that a link in one opens. */
  proved({ flow, ...open }: OpenFlow, given: PasswordProof): OpenFlow {
    const proof = { ...given, at: this.runtime.clock.now(), sessionId: null };
    const next = { ...flow, proof };
    return { ...open, flow: next, proof, text: this.flows.seal(next) ?? open.text };
  }

  /** The URL of that page. */
  toEmailCode({ text }: OpenFlow): string {
    return this.site.path('/email-code', { flow: text });
  }

  /** The URL for setting up a second factor, after the password. */
  toEnrollment({ flow, text }: OpenFlow, given: PasswordProof): string {
    const at = this.runtime.clock.now();
    const proof = { ...given, at, sessionId: newId(at) };
    return this.site.path('/enroll', { flow: this.flows.seal({ ...flow, proof }) ?? text });
  }

  /** The same flow, for a customer who has been found. */
  within({ flow }: OpenFlow, customerId: string): OpenFlow {
    const found = { ...flow, customerId, accounts: null };
    return withoutClient(found, this.flows.seal(found) ?? '', customerId);
  }

  /** The URL for choosing one of several accounts that have the address and the password. */
  toAccounts({ flow, text }: OpenFlow, found: readonly ProvedAccount[]): string {
    const accounts = { found, at: this.runtime.clock.now() };
    return this.site.path('/login', { flow: this.flows.seal({ ...flow, accounts }) ?? text });
  }

  /** The URL for giving the password again. */
  toLogin({ flow, text }: OpenFlow): string {
    return this.site.path('/login', { flow: this.resealed(flow, text), again: '1' });
  }

  /** Seals the flow again, without what only the second factor needs. */
  private resealed(flow: Flow, text: string): string {
    return this.flows.seal({ ...flow, proof: null, accounts: null, stepUp: null }) ?? text;
  }
}

const accountOf = ({ email, isActive, emailVerified }: Omit<PasskeyAccount, 'passkey'>) => ({
  email,
  isActive,
  emailVerified,
});

const hasClient = ({ parameters }: Flow): boolean => parameters.has('client_id');

const OF_SESSION: ReadonlySet<FlowStep> = new Set(['consent', 'select-account', 'select-organization']);

// Consent and the choices of an account and of an organization are for the current session. A login is not.
const askedSession = ({ session }: OpenFlow, step: FlowStep): string =>
  OF_SESSION.has(step) ? (session?.id ?? '') : '';
