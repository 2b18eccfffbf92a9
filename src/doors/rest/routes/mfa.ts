import * as z from 'zod';
import { graphql } from '../../graphql/execute.ts';
import { text } from '../fields.ts';
import { route } from '../route.ts';

const TAG = 'Multi-factor authentication';

const code = (what: string) => z.object({ code: text({ minLength: 1, maxLength: 64 }).meta({ description: what }) });
const backupCodes = z
  .array(text({ pattern: '^[0-9a-z]{5}-[0-9a-z]{5}$' }))
  .length(10)
  .meta({ description: 'Ten codes. Each replaces a code of the app once. They are shown only this one time.' });
const outcome = z.strictObject({ success: z.literal(true), enabled: z.boolean(), message: z.string() });

/** The calling user's second factor. */
export const mfaRoutes = [
  route({
    method: 'post',
    path: '/api/mfa/setup',
    operationId: 'startMfaSetup',
    summary: 'Start to set up an authenticator app. `verify-setup` completes it within an hour.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    response: z.strictObject({
      secret: text({ pattern: '^[A-Z2-7]{32}$' }).meta({
        description: 'The secret in Base32, to be typed into the app.',
      }),
      qrCode: text({ pattern: '^data:image/png;base64,' }).meta({
        description: 'A PNG to be scanned, as a data URI.',
      }),
      backupCodes,
    }),
    document: graphql('mutation { setup: startMfaSetup { secret qrCode backupCodes } }'),
    variables: () => ({}),
    answer: ({ setup }) => setup,
  }),
  route({
    method: 'post',
    path: '/api/mfa/verify-setup',
    operationId: 'verifyMfaSetup',
    summary: 'Complete the setup with a code of the app. From then on, signing in requires one.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    body: code('The code the app shows.'),
    response: outcome,
    document: graphql('mutation ($code: String!) { verifyMfaSetup(code: $code) { user { id } } }'),
    variables: ({ body }) => ({ code: body.code }),
    answer: () => ({ success: true, enabled: true, message: 'Two-step verification is enabled.' }),
  }),
  route({
    method: 'post',
    path: '/api/mfa/disable',
    operationId: 'disableMfa',
    summary: 'Remove the second factor.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    body: code('A code of the app, or a backup code.'),
    response: outcome,
    document: graphql('mutation ($code: String!) { disableMfa(code: $code) { user { id } } }'),
    variables: ({ body }) => ({ code: body.code }),
    answer: () => ({ success: true, enabled: false, message: 'Two-step verification is disabled.' }),
  }),
  route({
    method: 'post',
    path: '/api/mfa/backup-codes/regenerate',
    operationId: 'regenerateBackupCodes',
    summary:
      'Generate new backup codes. The previous ones stop working. Allowed for ten minutes after signing in with a second factor, and for half an hour after enabling the authenticator app.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    response: z.strictObject({ backupCodes }),
    document: graphql('mutation { made: regenerateBackupCodes { backupCodes } }'),
    variables: () => ({}),
    answer: ({ made }) => made,
  }),
];
