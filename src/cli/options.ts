/** The customer that a command is about. */
export const CUSTOMER = {
  value: '<id or name>',
  about: 'The customer. Needed only if there are several.',
} as const;
