import type { IncomingMessage, ServerResponse } from 'node:http';
import { secondsAfter } from '../../../../ground/kernel/clock.ts';
import { newId } from '../../../../ground/kernel/ids.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { newSecret, sameText } from '../../../../ground/kernel/secret.ts';
import { Site } from '../../../../ground/http/site.ts';
import type { PasswordProof, ProvedAccount } from '../../../../modules/logins/index.ts';
import type { MfaMethod } from '../../../../modules/users/index.ts';
import { oauthErrors } from '../../errors.ts';
import type { Parameters } from './parameters.ts';

const FLOW_SECONDS = 3600;

/** How long the user has for the second factor after the password. */
const PROOF_SECONDS = 600;

/** The longest sealed flow: a URL with it, and the cookies, must fit into Node's 16 KiB of headers. */
const FLOW_MAX = 11_000;

/** How much longer it may become through the progress that it records. */
const PROGRESS_MAX = 500;

/** Proof of a password, with its time. It does not sign the user in without the second factor. */
export interface DatedProof extends PasswordProof {
  readonly at: Date;
  /** The session that starts once the user has set up a second factor. Null for a user who has one. */
  readonly sessionId: string | null;
}

/** A device authorization, and the code that its user has entered. */
export interface FlowDevice {
  readonly id: string;
  readonly userCode: string;
}

/**
 * A sign-in in progress. It is encrypted and stored only in the browser, so a visitor who never signs in leaves no row.
 */
export interface Flow {
  /** The authorization request, which has passed its checks. For a sign-in without an application, what it began with. */
  readonly parameters: Parameters;
  /** The user in the request's `id_token_hint`, which may be too long to be carried along. Null without one. */
  readonly hintedUserId: string | null;
  /** The reference of the pushed request that the flow began with, if a code has to end it. */
  readonly reference?: string;
  /** The customer of a sign-in without an application. Null with one, and as long as the customer is not found. */
  readonly customerId: string | null;
  readonly startedAt: Date;
  /** Identifies the browser that started the flow. No other browser may continue it. */
  readonly browser: string;
  /** Whether the user denied the request. */
  readonly denied: boolean;
  /** Set between the password and the second factor. */
  readonly proof: DatedProof | null;
  /** The accounts of several customers that have the address and the password, until the user has chosen. */
  readonly accounts: { readonly found: readonly ProvedAccount[]; readonly at: Date } | null;
  /** The session that the user chose (`prompt=select_account`). */
  readonly chosenSessionId: string | null;
  /** The organization that the user of a session chose to act for. */
  readonly organization: { readonly id: string; readonly sessionId: string } | null;
  /** The session whose user confirmed the consent page of this flow. */
  readonly allowedSessionId: string | null;
  /** The device that waits for the user, with the code that it shows (RFC 8628). Null for all other flows. */
  readonly device: FlowDevice | null;
  /** The session that only lacks a second factor: one of these, or any (null). */
  readonly stepUp: { readonly sessionId: string; readonly by: readonly MfaMethod[] | null } | null;
}

const NO_PROGRESS = {
  proof: null,
  accounts: null,
  chosenSessionId: null,
  organization: null,
  allowedSessionId: null,
  stepUp: null,
} as const;

const HINT = 'id_token_hint';

/** The parameters of a request whose `id_token_hint` has been read. */
export const withoutHint = (parameters: Parameters): Parameters =>
  new Map([...parameters].filter(([name]) => name !== HINT));

/** What a flow begins with. */
type FlowStart = Pick<Flow, 'parameters' | 'customerId'> & Partial<Pick<Flow, 'device' | 'reference' | 'hintedUserId'>>;

/** User, digest, time, session, whether the code of a mail was right, too, and the hash of a new password. */
type SealedProof = [string, string, number, string | null, boolean?, (string | null)?];

const sealedProof = ({ userId, digest, at, sessionId, hasEmailCode, nextHash }: DatedProof): SealedProof => [
  userId,
  digest,
  at.getTime(),
  sessionId,
  hasEmailCode,
  nextHash,
];

interface Sealed {
  p: [string, string][];
  c: string | null;
  s: number;
  b: string;
  d: boolean;
  f?: SealedProof;
  /** Accounts and time. */
  m?: [ProvedAccount[], number];
  /** An organization and the session whose user chose it. */
  o?: [string, string];
  /** Chosen, allowed and stepped-up session. */
  h?: string;
  a?: string;
  r?: string;
  /** The second factors that the stepped-up session lacks. */
  k?: MfaMethod[];
  /** The id and the code of a device. */
  v?: [string, string];
  /** The reference of a pushed request. */
  u?: string;
  /** The user of a hint. */
  i?: string;
}

/** Starts flows, and opens them when their browser sends them back. */
export class Flows {
  constructor(private readonly runtime: Runtime) {}

  /**
   * Starts a flow and binds it to the browser with a cookie. A new browser that opens two windows at once gets two cookies,
   * and keeps both.
   */
  start(request: IncomingMessage, response: ServerResponse, of: FlowStart): Flow {
    let [browser] = this.browserCookies.readAll(request);
    if (browser === undefined) this.browserCookies.add(response, (browser = newSecret()));
    const defaults = { device: null, hintedUserId: null };
    return { ...defaults, ...of, startedAt: this.runtime.clock.now(), browser, denied: false, ...NO_PROGRESS };
  }

  /** The flow as text for a URL or a form; null if the request is too long. */
  seal(flow: Flow): string | null {
    const { parameters, customerId, startedAt, browser, denied, device } = flow;
    const { proof, accounts, chosenSessionId, organization, allowedSessionId, stepUp } = flow;
    const sealed: Sealed = { p: [...parameters], c: customerId, s: startedAt.getTime(), b: browser, d: denied };
    if (proof) sealed.f = sealedProof(proof);
    if (accounts) sealed.m = [[...accounts.found], accounts.at.getTime()];
    if (chosenSessionId !== null) sealed.h = chosenSessionId;
    if (organization) sealed.o = [organization.id, organization.sessionId];
    if (allowedSessionId !== null) sealed.a = allowedSessionId;
    if (stepUp) sealed.r = stepUp.sessionId;
    if (stepUp?.by) sealed.k = [...stepUp.by];
    if (flow.reference !== undefined) sealed.u = flow.reference;
    if (flow.hintedUserId !== null) sealed.i = flow.hintedUserId;
    if (device) sealed.v = [device.id, device.userCode];
    const text = this.runtime.vault.seal('flow', JSON.stringify(sealed)).toString('base64url');
    const progress = proof ?? accounts ?? chosenSessionId ?? organization ?? allowedSessionId ?? stepUp;
    return text.length > FLOW_MAX + (progress === null ? 0 : PROGRESS_MAX) ? null : text;
  }

  /** Whether a request is short enough for a flow, into which an `id_token_hint` goes as the user. */
  fits(all: Parameters): boolean {
    const startedAt = this.runtime.clock.now();
    const parameters = withoutHint(all);
    const hintedUserId = all.has(HINT) ? newId(startedAt) : null;
    const [of, browser] = [{ parameters, hintedUserId, customerId: null, device: null }, newSecret()];
    return this.seal({ ...of, startedAt, browser, denied: false, ...NO_PROGRESS }) !== null;
  }

  /** Opens a sealed flow; `invalid` with `FLOW_EXPIRED` an hour after it started, `FLOW_FOREIGN` in another browser. */
  open(request: IncomingMessage, text: string | undefined): Flow {
    const sealed = this.unseal(text);
    if (!sealed) throw foreign();
    const { p, c, s, b, d, f, m, h, o, a, r, k, v, u, i } = sealed;
    if (!this.browserCookies.readAll(request).some((browser) => sameText(b, browser))) throw foreign();
    const startedAt = new Date(s);
    if (secondsAfter(startedAt, FLOW_SECONDS) <= this.runtime.clock.now()) throw flowExpired();
    return {
      parameters: new Map(p),
      hintedUserId: i ?? null,
      customerId: c,
      startedAt,
      browser: b,
      denied: d,
      proof: f ? this.proofOf(f) : null,
      accounts: m && this.isFresh(m[1]) ? { found: m[0], at: new Date(m[1]) } : null,
      chosenSessionId: h ?? null,
      organization: o ? { id: o[0], sessionId: o[1] } : null,
      allowedSessionId: a ?? null,
      stepUp: r === undefined ? null : { sessionId: r, by: k ?? null },
      device: v ? { id: v[0], userCode: v[1] } : null,
      ...(u !== undefined && { reference: u }),
    };
  }

  /** Who a flow belongs to, whatever its age and browser. Null if it is none. */
  ownerOf(text: string): { readonly customerId: string | null; readonly clientId: string | undefined } | null {
    const sealed = this.unseal(text);
    return sealed && { customerId: sealed.c, clientId: new Map(sealed.p).get('client_id') };
  }

  private unseal(text: string | undefined): Sealed | null {
    const plain = this.runtime.vault.open('flow', Buffer.from(text ?? '', 'base64url'));
    return plain && (JSON.parse(plain.toString()) as Sealed);
  }

  /** Proves that a form is from the page that this browser got for this flow, step and session. */
  formToken(flow: Flow, text: string, step: string, sessionId: string): string {
    return this.runtime.vault.mac('csrf', formOf(flow, text, step, sessionId));
  }

  isFormToken(flow: Flow, text: string, step: string, sessionId: string, token: string): boolean {
    return this.runtime.vault.isMac('csrf', formOf(flow, text, step, sessionId), token);
  }

  private proofOf([userId, proved, time, sessionId, hasEmailCode = false, nextHash = null]: SealedProof) {
    if (!this.isFresh(time)) return null;
    return { userId, digest: proved, at: new Date(time), sessionId, hasEmailCode, nextHash };
  }

  private isFresh(time: number): boolean {
    return secondsAfter(new Date(time), PROOF_SECONDS) > this.runtime.clock.now();
  }

  private get browserCookies() {
    return this.runtime.get(Site).cookies('browser');
  }
}

const formOf = ({ browser }: Flow, text: string, step: string, sessionId: string): string =>
  [step, browser, sessionId, text].join('\n');

const foreign = () => oauthErrors.FLOW_FOREIGN();

/** The error for a flow that is too old, or whose client is gone. */
export const flowExpired = () => oauthErrors.FLOW_EXPIRED();
