import type { Response } from 'express';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Site } from '../../../ground/http/site.ts';
import type { LoggedOut } from '../../oauth/endpoints/end-session/index.ts';
import { renderLoggedOut } from '../../../views/index.ts';
import { readerOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

/** Sends the page after signing out that tells applications in frames, and then goes on to the one that asked for it. */
export const loggedOutPage =
  (runtime: Runtime) =>
  async ({ session, asked: { client, returnTo }, frames }: LoggedOut, response: Response): Promise<void> => {
    const html = renderLoggedOut({
      ...(await readerOf(runtime, response, [], session.customerId, session.locale)),
      signInHref: runtime.get(Site).path('/login'),
      returnTo: returnTo === null ? null : { href: returnTo, clientName: client?.name },
      frames,
    });
    sendPage(response, html, { frames: [...new Set(frames.map((address) => new URL(address).origin))] });
  };
