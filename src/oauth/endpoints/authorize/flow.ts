import type { IncomingMessage, ServerResponse } from 'node:http';
import { secondsAfter } from '../../../kernel/clock.ts';
import type { Runtime } from '../../../kernel/runtime.ts';
import { newSecret, sameText } from '../../../kernel/secret.ts';
import { Site } from '../../../http/site.ts';
import type { PasswordProof } from '../../../modules/logins/index.ts';
import { oauthErrors } from '../../errors.ts';
import type { Parameters } from './attempt.ts';

const FLOW_SECONDS = 3600;

/** How long a password that was right waits for the second factor. */
const PROOF_SECONDS = 600;

/** The longest flow that is sent about; in an address and a cookie's company it must fit Node's 16 KiB of headers. */
const FLOW_MAX = 11_000;

/** What is added to that on the way. */
const PROGRESS_MAX = 500;

/** A password that was right, of a user who owes a second factor. It signs nobody in. */
export interface DatedProof extends PasswordProof {
  readonly at: Date;
}

/**
 * A sign-in under way. It travels through the browser, encrypted, and is kept nowhere: a visitor who never signs in
 * leaves no row behind.
 */
export interface Flow {
  /** The authorization request, as it passed its checks; empty for signing in without an application. */
  readonly parameters: Parameters;
  /** Whom a sign-in without an application is for. */
  readonly customerId: string | null;
  readonly startedAt: Date;
  /** Names the browser that began it; no other may go on with it. */
  readonly browser: string;
  /** Whether the user said no to the client. */
  readonly denied: boolean;
  /** Between the password and the second factor. */
  readonly proof: DatedProof | null;
  /** The session whose user chose to go on with it (`prompt=select_account`). */
  readonly chosenSessionId: string | null;
  /** The session whose user allowed the client what the consent page of this flow showed. */
  readonly allowedSessionId: string | null;
  /** The session, good enough but for this, whose user is asked for the second factor. */
  readonly raisedSessionId: string | null;
}

const NO_PROGRESS = { proof: null, chosenSessionId: null, allowedSessionId: null, raisedSessionId: null } as const;

interface Sealed {
  p: [string, string][];
  c: string | null;
  s: number;
  b: string;
  d: boolean;
  /** User, digest and moment. */
  f?: [string, string, number];
  /** Chosen, allowed and raised session. */
  h?: string;
  a?: string;
  r?: string;
}

/** Begins flows, and takes them back from the browser they were given to. */
export class Flows {
  constructor(private readonly runtime: Runtime) {}

  /**
   * A new flow of the asking browser, which gets a cookie that binds it unless it has one. A fresh browser that opens two
   * windows at once gets one for each, and keeps both.
   */
  begin(request: IncomingMessage, response: ServerResponse, of: Pick<Flow, 'parameters' | 'customerId'>): Flow {
    let [browser] = this.browserCookies.readAll(request);
    if (browser === undefined) this.browserCookies.add(response, (browser = newSecret()));
    return { ...of, startedAt: this.runtime.clock.now(), browser, denied: false, ...NO_PROGRESS };
  }

  /** The flow as text for an address or a form; null when the request is too long to be carried along. */
  seal(flow: Flow): string | null {
    const { parameters, customerId, startedAt, browser, denied } = flow;
    const { proof, chosenSessionId, allowedSessionId, raisedSessionId } = flow;
    const sealed: Sealed = { p: [...parameters], c: customerId, s: startedAt.getTime(), b: browser, d: denied };
    if (proof) sealed.f = [proof.userId, proof.digest, proof.at.getTime()];
    if (chosenSessionId !== null) sealed.h = chosenSessionId;
    if (allowedSessionId !== null) sealed.a = allowedSessionId;
    if (raisedSessionId !== null) sealed.r = raisedSessionId;
    const text = this.runtime.vault.seal('flow', JSON.stringify(sealed)).toString('base64url');
    const progress = proof ?? chosenSessionId ?? allowedSessionId ?? raisedSessionId;
    return text.length > FLOW_MAX + (progress === null ? 0 : PROGRESS_MAX) ? null : text;
  }

  /** Whether a request is short enough to be carried through a login. */
  fits(parameters: Parameters): boolean {
    const startedAt = this.runtime.clock.now();
    const flow = { parameters, customerId: null, startedAt, browser: newSecret(), denied: false, ...NO_PROGRESS };
    return this.seal(flow) !== null;
  }

  /** The flow of this text; `invalid` with `FLOW_EXPIRED` an hour after it began, `FLOW_FOREIGN` in any other browser. */
  open(request: IncomingMessage, text: string | undefined): Flow {
    const plain = this.runtime.vault.open('flow', Buffer.from(text ?? '', 'base64url'));
    if (!plain) throw foreign();
    const { p, c, s, b, d, f, h, a, r } = JSON.parse(plain.toString()) as Sealed;
    if (!this.browserCookies.readAll(request).some((browser) => sameText(b, browser))) throw foreign();
    const startedAt = new Date(s);
    if (secondsAfter(startedAt, FLOW_SECONDS) <= this.runtime.clock.now()) throw flowExpired();
    return {
      parameters: new Map(p),
      customerId: c,
      startedAt,
      browser: b,
      denied: d,
      proof: f ? this.proofOf(f) : null,
      chosenSessionId: h ?? null,
      allowedSessionId: a ?? null,
      raisedSessionId: r ?? null,
    };
  }

  /** Proves that a form came from the page we gave to this browser, for this step of this flow and this session. */
  formToken(flow: Flow, text: string, step: string, sessionId: string): string {
    return this.runtime.vault.mac('csrf', formOf(flow, text, step, sessionId));
  }

  isFormToken(flow: Flow, text: string, step: string, sessionId: string, token: string): boolean {
    return this.runtime.vault.isMac('csrf', formOf(flow, text, step, sessionId), token);
  }

  private proofOf([userId, proved, time]: NonNullable<Sealed['f']>): DatedProof | null {
    const at = new Date(time);
    return secondsAfter(at, PROOF_SECONDS) > this.runtime.clock.now() ? { userId, digest: proved, at } : null;
  }

  private get browserCookies() {
    return this.runtime.get(Site).cookies('browser');
  }
}

const formOf = ({ browser }: Flow, text: string, step: string, sessionId: string): string =>
  [step, browser, sessionId, text].join('\n');

const foreign = () => oauthErrors.FLOW_FOREIGN();

/** What a flow ends with when it is too old, or its client is gone. */
export const flowExpired = () => oauthErrors.FLOW_EXPIRED();
