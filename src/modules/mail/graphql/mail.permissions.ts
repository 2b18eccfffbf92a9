import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { mailPolicy } from '../mail.policy.ts';

export const mailPermissions = [
  viewerCan('Mail', { resendMail: ({ viewer }) => mailPolicy.resend(viewer) }),
  viewerCan('Viewer', { readMails: ({ viewer }) => mailPolicy.read(viewer) }),
];
