import * as z from 'zod';
import { graphql } from '../../graphql/execute.ts';
import { text } from '../fields.ts';
import { route } from '../route.ts';

const TAG = 'Multi-factor authentication';

const code = (what: string) => z.object({ code: text({ minLength: 1, maxLength: 64 }).meta({ description: what }) });
const backupCodes = z
  .array(text({ pattern: '^[0-9a-z]{5}-[0-9a-z]{5}$' }))
  .length(10)
  .meta({ description: 'Ten codes that each replace the app once; told this one time.' });
const outcome = z.strictObject({ success: z.literal(true), enabled: z.boolean(), message: z.string() });

/** The second factor of the user who asks. */
export const mfaRoutes = [
  route({
    method: 'post',
    path: '/api/mfa/setup',
    operationId: 'startMfaSetup',
    summary: 'Begin to set up an authenticator app; `verify-setup` ends it within the hour.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    response: z.strictObject({
      secret: text({ pattern: '^[A-Z2-7]{32}$' }).meta({ description: 'Base32, for typing it into the app.' }),
      qrCode: text({ pattern: '^data:image/png;base64,' }).meta({
        description: 'A data URI of a PNG, for scanning it.',
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
    summary: 'End the setup with a code of the app; from then on signing in takes one.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    body: code('The code the app shows.'),
    response: outcome,
    document: graphql('mutation ($code: String!) { verifyMfaSetup(code: $code) { id } }'),
    variables: ({ body }) => ({ code: body.code }),
    answer: () => ({ success: true, enabled: true, message: 'Two-step verification is enabled.' }),
  }),
  route({
    method: 'post',
    path: '/api/mfa/disable',
    operationId: 'disableMfa',
    summary: 'Take the second factor away.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'user',
    body: code('A code of the app, or a backup code.'),
    response: outcome,
    document: graphql('mutation ($code: String!) { disableMfa(code: $code) { id } }'),
    variables: ({ body }) => ({ code: body.code }),
    answer: () => ({ success: true, enabled: false, message: 'Two-step verification is disabled.' }),
  }),
  route({
    method: 'post',
    path: '/api/mfa/backup-codes/regenerate',
    operationId: 'regenerateBackupCodes',
    summary:
      'Make new backup codes; the ones before no longer work. For half an hour after signing in with a second factor, or enabling one.',
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
