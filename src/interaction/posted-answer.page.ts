import type { Response } from 'express';
import type { PostedAnswer } from '../oauth/endpoints/authorize/index.ts';
import { renderPostedAnswer, SUBMIT_HASH } from '../views/index.ts';
import { readerOf } from './reader.ts';
import { sendPage } from './send.ts';

/** Sends the form that posts an answer to the client: by a script, or by a button if scripts are off. */
export function postedAnswerPage(
  { action, fields, client, locales, formTargets }: PostedAnswer,
  response: Response,
): void {
  const reader = readerOf(response, locales, client.customerId);
  const html = renderPostedAnswer({ action, hidden: fields, ...reader, client, customerName: client.customerName });
  sendPage(response, html, { formTargets, script: SUBMIT_HASH });
}
