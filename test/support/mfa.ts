import { generateSync } from 'otplib';
import type { TestApp } from './app.ts';
import type { BrowserLite, Page } from './browser-lite.ts';

const STEP_SECONDS = 30;

/** What an authenticator app set up with the secret shows, so many steps from now. */
export const codeOf = (app: TestApp, secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * STEP_SECONDS });

/** Lets time pass until a step begins, at least one after the current one: all codes given so far are old then. */
export function nextStep(app: TestApp): void {
  const seconds = (app.clock.now().getTime() / 1000) % STEP_SECONDS;
  app.clock.advance(STEP_SECONDS - seconds + 0.1);
}

/** Forgets every wrong guess there was. */
export const forgetGuesses = (app: TestApp): Promise<unknown> =>
  app.server.database.pool.query('delete from throttle_counters');

/** A code that is not right. */
export const wrongCodeOf = (app: TestApp, secret: string): string => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(app, secret, steps));
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.includes(code))!;
};

export interface Enrolled {
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

/** Enrolls an authenticator app of the token's user over REST; at once its code of the next step is good. */
export async function enroll(app: TestApp, token: string): Promise<Enrolled> {
  const { body } = await app.send('POST', '/api/mfa/setup', { token });
  const code = codeOf(app, body.secret);
  const { status, text } = await app.send('POST', '/api/mfa/verify-setup', { token, body: { code } });
  if (status !== 200) throw new Error(`Not enrolled: ${status} ${text}`);
  nextStep(app);
  return body;
}

/** Answers the second-factor page the browser is on. */
export const giveCode = (browser: BrowserLite, code: string): Promise<Page> => browser.submit({ code });
