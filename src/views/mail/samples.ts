import { sample } from '../parts/sample.ts';
import { mailExamples } from './examples.ts';
import { renderInvitationMail } from './invitation.mail.ts';

/** Every mail with a sample context. */
export const mailSamples = {
  ...mailExamples,
  'invitation-plain': sample(renderInvitationMail, {
    email: 'ada@northwind.example',
    name: null,
    brand: { name: 'Northwind Traders' },
    link: 'https://id.northwind.example/link/v2JqX7',
    lifeSeconds: 86_400,
  }),
};
