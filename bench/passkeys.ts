/** Signing in by a passkey alone: the login page, which has a challenge, and the form with what an authenticator answers. */
import { handleOf } from '../src/modules/mfa/passkey-party.ts';
import type { SoftPasskey } from '../test/support/soft-passkey.ts';
import { Browser, hiddenOf } from './browser.ts';
import { bytesOf, type Script } from './load.ts';
import { each, FORM, type Operation } from './operation.ts';
import type { World } from './world.ts';

/** One browser's form, which can be posted as often as one likes, and the challenges of its pages that are not used yet. */
interface Form {
  readonly cookie: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly challenges: string[];
}

const CHALLENGES_KEPT = 20_000;
const CHALLENGE = /&quot;challenge&quot;:&quot;([\w-]+)&quot;/;

const forms = new WeakMap<World, Form>();

const pagePath = ({ hidden }: Form): string => `/login?${new URLSearchParams({ flow: hidden['flow']! })}`;

/** Makes the passkey that of a user, as creating it does. */
export function own(passkey: SoftPasskey, userId: string, issuer: string): void {
  passkey.create({ user: { id: handleOf(userId) }, rp: { id: new URL(issuer).hostname }, challenge: '' });
}

function answering({ issuer }: World, { cookie, hidden }: Form, passkey: SoftPasskey, challenge: string): Buffer {
  const credential = passkey.get({ rpId: new URL(issuer).hostname, challenge });
  const body = String(new URLSearchParams({ ...hidden, credential }));
  return bytesOf({ method: 'POST', path: '/login', headers: { ...FORM, cookie }, body });
}

/** Both operations: the second uses what the first has handed out. */
export const passkeys: readonly Operation[] = [
  {
    name: 'login-page',
    title: 'login page, with a challenge',
    status: 200,
    against: {},
    feeds: ['passkey'],
    async prepare({ port, world }) {
      const browser = new Browser(port, world.issuer);
      const hidden = hiddenOf((await browser.open('/login'))!);
      forms.set(world, { cookie: browser.cookie, hidden, challenges: [] });
    },
    scripts: (world): Script[] => {
      const form = forms.get(world)!;
      const request = bytesOf({ method: 'GET', path: pagePath(form), headers: { cookie: form.cookie } });
      return each(() => () => request);
    },
    heard(world, answer) {
      const challenge = CHALLENGE.exec(answer.toString('latin1'))?.[1];
      if (challenge === undefined) throw new Error('The page has no challenge.');
      const { challenges } = forms.get(world)!;
      if (challenges.length < CHALLENGES_KEPT) challenges.push(challenge);
    },
  },
  {
    name: 'passkey',
    title: 'sign-in by a passkey',
    status: 303,
    against: {},
    roundTrips: 3,
    // Every connection signs in another user: the load signs for the authenticator, on its own core.
    scripts: (world): Script[] =>
      each((index) => () => {
        const form = forms.get(world)!;
        const challenge = form.challenges.pop();
        return challenge === undefined ? undefined : answering(world, form, world.passkeys[index]!, challenge);
      }),
  },
];
