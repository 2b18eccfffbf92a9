import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime } from '../../../kernel/runtime.ts';
import { Site } from '../../../http/site.ts';
import { findPasswordHolder } from '../../../modules/credentials/index.ts';
import type { Candidate as LoginCandidate, PasswordProof } from '../../../modules/logins/index.ts';
import { readIdTokenHint } from '../../tokens/id-token-hint.ts';
import { answerOf, answerUri, formTargetsOf } from './answer.ts';
import { localesOf, returnHost } from './attempt.ts';
import { grantedResources } from './checks/resource.check.ts';
import { grantedScopes } from './checks/scope.check.ts';
import { flowExpired, Flows, type DatedProof, type Flow } from './flow.ts';
import { deserved } from './pipeline.ts';
import { findCandidate, findSituation } from './situation.ts';
import { emailOf, type Client, type Session, type Situation } from './situation.sql.ts';

/** The steps of a flow in which a person is asked. */
export type FlowStep = 'login' | 'select-account' | 'second-factor' | 'consent' | 'recovery' | 'signup';

/** A flow taken back from its browser, with what its pages show. */
export interface OpenFlow {
  /** What the page's form carries along. */
  readonly text: string;
  readonly flow: Flow;
  readonly customerId: string;
  /** Null when somebody signs in without an application. */
  readonly client: Client | null;
  /** Who is signed in with the client's customer in this browser. */
  readonly session: Session | null;
  /** What the client would get, and where. */
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly returnHost: string;
  readonly loginHint: string | undefined;
  /** The password that was right, while a second factor is owed. */
  readonly proof: DatedProof | null;
  /** Whether a second factor is asked for because of what the client wants, of the user signed in. */
  readonly raises: boolean;
  /** The languages the client would like the pages in, the best first (`ui_locales`). */
  readonly locales: readonly string[];
  /** Where posting the page's form may end up besides here, as Content-Security-Policy writes it. */
  readonly formTargets: readonly string[];
}

/** A flow taken back by somebody who signs in. */
export interface OpenLogin extends Pick<LoginCandidate, 'holder' | 'deserves'> {
  readonly open: OpenFlow;
}

/** Flows as the pages see them: opened, vouched for by their forms, gone on with. */
export class Interactions {
  private readonly site: Site;
  private readonly flows: Flows;

  constructor(private readonly runtime: Runtime) {
    this.site = runtime.get(Site);
    this.flows = runtime.get(Flows);
  }

  /** Begins a sign-in without an application, to the customer's account page. */
  begin(request: IncomingMessage, response: ServerResponse, customerId: string): OpenFlow {
    const flow = this.flows.begin(request, response, { parameters: new Map(), customerId });
    return withoutClient(flow, this.flows.seal(flow) ?? '', customerId);
  }

  /** The flow of this text, `invalid` unless it is this browser's, with its client and the browser's session. */
  async open(request: IncomingMessage, text: string | undefined, secret: string | undefined): Promise<OpenFlow> {
    const flow = this.flows.open(request, text);
    if (text === undefined) throw flowExpired();
    if (flow.customerId !== null) return withoutClient(flow, text, flow.customerId);
    const situation = await findSituation(this.runtime, flow.parameters.get('client_id'), secret);
    if (!situation) throw flowExpired();
    return withClient(flow, text, situation);
  }

  /** The same for somebody who signs in with this address, whoever is signed in so far; and all that this takes of them. */
  async openFor(request: IncomingMessage, text: string, email: string): Promise<OpenLogin> {
    const flow = this.flows.open(request, text);
    const { customerId } = flow;
    if (customerId !== null) {
      const holder = await findPasswordHolder(this.runtime.db, customerId, email);
      return { open: withoutClient(flow, text, customerId), holder, deserves: () => Promise.resolve(null) };
    }
    const found = await findCandidate(this.runtime, flow.parameters.get('client_id'), email);
    if (!found) throw flowExpired();
    const { situation, candidate } = found;
    return {
      open: withClient(flow, text, situation),
      holder: candidate?.holder,
      deserves: async (amr, at) => candidate && deserved(this.runtime, { flow, situation, candidate, amr, at }),
    };
  }

  /** Where the browser goes with the client's code. */
  answer({ flow: { parameters } }: OpenFlow, code: string): string {
    const fields = answerOf({ parameters, repeated: new Set() }, this.site.issuer, { code });
    return answerUri(parameters.get('redirect_uri') ?? '', fields);
  }

  /** What a form of this step has to send back; it is worth nothing in another browser, flow, step or session. */
  formToken(open: OpenFlow, step: FlowStep): string {
    return this.flows.formToken(open.flow, open.text, step, askedSession(open, step));
  }

  /** What stands for all that the consent page shows: a yes counts for that and nothing else. */
  shownToken({ flow, client, scopes, resources, returnHost: host }: OpenFlow): string {
    const shown = [client?.name, client?.registeredBy, client?.policyUri, client?.tosUri, scopes, resources, host];
    return this.flows.formToken(flow, JSON.stringify(shown), 'shown', '');
  }

  isFormToken(open: OpenFlow, step: FlowStep, token: string): boolean {
    return this.flows.isFormToken(open.flow, open.text, step, askedSession(open, step), token);
  }

  /** Where the browser goes once a step is done, with yes or no. */
  next({ flow, text }: OpenFlow, answer: 'done' | 'denied' = 'done'): string {
    if (flow.customerId !== null) return this.site.path('/account');
    const denied = flow.denied || answer === 'denied';
    return this.site.path('/oauth2/authorize/continue', { flow: this.resealed({ ...flow, denied }, text) });
  }

  /** Where the browser goes when its user has allowed the client what the consent page showed. */
  nextAllowed(open: OpenFlow, { id }: Session): string {
    return this.next({ ...open, flow: { ...open.flow, allowedSessionId: id } });
  }

  /** Where the browser goes when its user wants to go on as who they are. */
  nextAs(open: OpenFlow, { id }: Session): string {
    return this.next({ ...open, flow: { ...open.flow, chosenSessionId: id } });
  }

  /** Where the browser goes when its user wants to sign in as somebody else. */
  toAnotherAccount({ flow, text }: OpenFlow): string {
    return this.site.path('/login', { flow: this.resealed({ ...flow, chosenSessionId: null }, text) });
  }

  /** The address to fill in for who is to sign in: the one chosen, hinted at, or proposed by the client. */
  async emailHint({ flow, session, client, loginHint }: OpenFlow): Promise<string | undefined> {
    if (session && session.id === flow.chosenSessionId) return session.email;
    const token = flow.parameters.get('id_token_hint');
    const hint = token === undefined ? null : await readIdTokenHint(this.runtime, token);
    if (!client || hint?.clientId !== client.id) return loginHint;
    const user = await this.runtime.db.first(emailOf, [client.customerId, hint.userId]);
    return user?.email ?? loginHint;
  }

  /** Where the browser goes when the password was right and a second factor is owed. */
  toSecondFactor({ flow, text }: OpenFlow, { userId, digest }: PasswordProof): string {
    const proof = { userId, digest, at: this.runtime.clock.now() };
    return this.site.path('/second-factor', { flow: this.flows.seal({ ...flow, proof }) ?? text });
  }

  /** Where the browser goes when the password has to be given again. */
  toLogin({ flow, text }: OpenFlow): string {
    return this.site.path('/login', { flow: this.resealed(flow, text), again: '1' });
  }

  /** The flow as it goes on, without what only the second factor needs. */
  private resealed(flow: Flow, text: string): string {
    return this.flows.seal({ ...flow, proof: null, raisedSessionId: null }) ?? text;
  }
}

// Who is asked matters where somebody is asked as who they are; who was signed in before a login does not.
const askedSession = ({ session }: OpenFlow, step: FlowStep): string =>
  step === 'consent' || step === 'select-account' ? (session?.id ?? '') : '';

function withClient(flow: Flow, text: string, { client, session }: Situation): OpenFlow {
  const { parameters } = flow;
  return {
    text,
    flow,
    customerId: client.customerId,
    client,
    session,
    scopes: grantedScopes({ parameters, client, session }),
    resources: grantedResources({ parameters }),
    returnHost: returnHost(parameters),
    loginHint: parameters.get('login_hint'),
    proof: flow.proof,
    raises: session !== null && session.id === flow.raisedSessionId,
    locales: localesOf(parameters),
    formTargets: formTargetsOf(client, parameters),
  };
}

const withoutClient = (flow: Flow, text: string, customerId: string): OpenFlow => ({
  text,
  flow,
  customerId,
  client: null,
  session: null,
  scopes: [],
  resources: [],
  returnHost: '',
  loginHint: undefined,
  proof: flow.proof,
  raises: false,
  locales: [],
  formTargets: [],
});
