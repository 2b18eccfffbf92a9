import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  FORM_AT_OTHER_HOST: [
    'forbidden',
    'This page was opened by another name of the server. The message has the right one.',
  ],
  FORM_FOREIGN: ['forbidden', 'This form does not come from this browser.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a page’s form is not accepted. */
export const interactionErrors = errors('interaction', codes);
