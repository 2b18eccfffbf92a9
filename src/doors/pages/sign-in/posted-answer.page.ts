import type { Response } from 'express';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { PostedAnswer } from '../../oauth/endpoints/authorize/index.ts';
import { renderPostedAnswer, SUBMIT_HASH } from '../../../views/index.ts';
import { readerOf } from '../parts/reader.ts';
import { sendPage } from '../parts/send.ts';

/** Sends the form that posts an answer to the client: by a script, or by a button if scripts are off. */
export const postedAnswerPage =
  (runtime: Runtime) =>
  async ({ action, fields, client, locales, formTargets }: PostedAnswer, response: Response): Promise<void> => {
    const reader = await readerOf(runtime, response, locales, client.customerId);
    const html = renderPostedAnswer({ action, hidden: fields, ...reader, client });
    sendPage(response, html, { formTargets, script: `'${SUBMIT_HASH}'` });
  };
