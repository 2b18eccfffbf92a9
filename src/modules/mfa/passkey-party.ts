import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Site } from '../../ground/http/site.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';

/** COSE: EdDSA, ES256 and RS256, the preferred first. */
const ALGORITHMS = [-8, -7, -257];

/** The longest answer of a browser that is read: with an attestation, it has some kilobytes. */
const ANSWER_MAX = 20_000;

/** What a browser needs to make a passkey, or to use one. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** The account that a new passkey is for. */
interface NewPasskeyOf {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** A passkey, as browsers find it. */
export interface Credential {
  readonly credentialId: Buffer;
  readonly transports: readonly string[];
}

/** This server as a relying party (WebAuthn §5.4.2): its id is the host of the issuer. */
export class PasskeyParty {
  readonly id: string;
  readonly origin: string;
  /** Whether browsers have passkeys for the issuer: it needs a name, and https unless it is the local host. */
  readonly isAvailable: boolean;

  constructor(runtime: Runtime) {
    const { origin, isHttps } = runtime.get(Site);
    const { hostname } = new URL(origin);
    this.id = hostname;
    this.origin = origin;
    const isAddress = isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0;
    this.isAvailable = !isAddress && (isHttps || /(^|\.)localhost$/.test(hostname));
  }

  /**
   * What a browser needs to make a passkey that none of `known` is. It has to find it without a user name, and to verify its
   * user.
   */
  creation(
    challenge: string,
    seconds: number,
    customerName: string,
    { userId, email, name }: NewPasskeyOf,
    known: readonly Credential[],
  ): CreationOptions {
    return {
      challenge,
      rp: { id: this.id, name: customerName },
      user: { id: handleOf(userId), name: email, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: seconds * 1000,
      attestation: 'none',
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    };
  }

  /** What a browser needs to use a passkey: one of `known`, or any that it finds. */
  request(challenge: string, seconds: number, known: readonly Credential[] = []): RequestOptions {
    const allowed = known.length > 0 && { allowCredentials: known.map(descriptorOf) };
    return { challenge, rpId: this.id, timeout: seconds * 1000, userVerification: 'required', ...allowed };
  }
}

const descriptorOf = ({ credentialId, transports }: Credential) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: [...transports] as never[],
});

/** WebAuthn §14.6.1: the handle tells nothing about the user. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

type Answer = RegistrationResponseJSON | AuthenticationResponseJSON;

/** The answer of a browser, as a form has it. Null if it cannot be one. The package checks the rest. */
export function readAnswer(text: string): Answer | null {
  if (text === '' || text.length > ANSWER_MAX) return null;
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null;
    const { id, response } = answer ?? {};
    const isAnswer = typeof id === 'string' && id !== '' && typeof response?.clientDataJSON === 'string';
    return isAnswer ? (answer as Answer) : null;
  } catch {
    return null;
  }
}

interface ClientData {
  readonly challenge?: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
}

const clientDataOf = ({ response }: Answer): ClientData | null =>
  JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as ClientData | null;

/** The challenge that an answer says it is for. */
export function challengeOf(answer: Answer): string {
  try {
    const challenge = clientDataOf(answer)?.challenge;
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** Whether a page of another site held ours in a frame, which ours forbid (WebAuthn Level 3 §7.1, §7.2). Throws if it is no JSON. */
export function isFramed(answer: Answer): boolean {
  const { crossOrigin, topOrigin } = clientDataOf(answer) ?? {};
  return crossOrigin === true || topOrigin !== undefined;
}
